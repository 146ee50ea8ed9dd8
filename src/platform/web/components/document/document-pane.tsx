import { ActionIcon, Group, Text } from '@mantine/core';
import {
  type Icon,
  IconArrowAutofitContent,
  IconChevronLeft,
  IconChevronRight,
  IconMinus,
  IconPlus,
  IconRotateClockwise,
} from '@tabler/icons-react';
import { type KeyboardEvent, memo, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { Loading } from '#platform/web/components/loading.tsx';
import { useLanguage } from '#platform/web/languages/language.ts';
import { t } from '#shared/words.ts';
import { ariaKeys, type KeyHelp } from '../screen-registry.ts';
import type { KeyPattern, Shortcut } from '../use-shortcuts.ts';
import { FileLink } from '../values.tsx';
import classes from './document-pane.module.css';
import type { ShownDocument, ViewChange } from './use-document.ts';

const zoomStep = 1.25;
const panStep = 60;
const panByArrow: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: panStep, y: 0 },
  ArrowRight: { x: -panStep, y: 0 },
  ArrowUp: { x: 0, y: panStep },
  ArrowDown: { x: 0, y: -panStep },
};

type ViewKey = KeyPattern & { change: ViewChange };

/** Toolbar buttons, each with the equivalent key. */
const tools: readonly (ViewKey & { label: (title: string) => string; key: string; Picture: Icon })[] = [
  {
    label: (title) => t`Zoom out: ${title}`,
    Picture: IconMinus,
    key: '-',
    codes: ['Minus', 'NumpadSubtract'],
    change: { kind: 'zoom', factor: 1 / zoomStep },
  },
  {
    label: (title) => t`Zoom in: ${title}`,
    Picture: IconPlus,
    key: '+',
    codes: ['Equal', 'NumpadAdd'],
    change: { kind: 'zoom', factor: zoomStep },
  },
  {
    label: (title) => t`Fit: ${title}`,
    Picture: IconArrowAutofitContent,
    key: '0',
    codes: ['Digit0', 'Numpad0'],
    change: { kind: 'fit' },
  },
  {
    label: (title) => t`Rotate: ${title}`,
    Picture: IconRotateClockwise,
    key: 'T',
    codes: ['KeyT'],
    withShift: false,
    change: { kind: 'turn', quarters: 1 },
  },
];

/** Shows an image or PDF: dragging or arrow keys pan, Ctrl+wheel zooms, buttons and keys do the rest. */
export function DocumentPane(props: {
  shown: ShownDocument;
  title: string;
  /** Whether the screen's document keys act on this pane. */
  isActive: boolean;
  onActivate: () => void;
}) {
  const { shown, title, isActive } = props;
  return (
    <section className={`strip ${classes.pane}`} data-active={isActive || undefined} aria-label={title}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {shown.pageCount > 1 && <Pages shown={shown} />}
        <Tools change={shown.change} title={title} />
      </header>
      <DocumentWindow {...props} />
      <footer className={classes.foot}>
        <FileLink file={shown.file} />
      </footer>
    </section>
  );
}

function DocumentWindow(props: {
  shown: ShownDocument;
  title: string;
  isActive: boolean;
  onActivate: () => void;
}) {
  const { shown, title } = props;
  const { picture, look, size, change, failure } = shown;
  const host = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);

  // Shows the element that was decoded ahead itself: a copy would be decoded and painted later.
  useLayoutEffect(() => {
    if (picture) host.current?.replaceChildren(picture.element);
    else host.current?.replaceChildren();
  }, [picture]);

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    props.onActivate();
    if (event.button !== 0) return;
    drag.current = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    if (!drag.current) return;
    change({ kind: 'pan', x: event.clientX - drag.current.x, y: event.clientY - drag.current.y });
    drag.current = { x: event.clientX, y: event.clientY };
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = panByArrow[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    change({ kind: 'pan', ...step });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of no form
    <div
      ref={shown.windowRef}
      className={classes.window}
      role="group"
      aria-label={t`${title}: arrow keys move it`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved has to be reached without a mouse
      tabIndex={0}
      onFocus={props.onActivate}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onWheel={(event) => {
        if (event.ctrlKey) change({ kind: 'zoom', factor: event.deltaY < 0 ? zoomStep : 1 / zoomStep });
      }}
    >
      <div
        ref={host}
        className={classes.page}
        role="img"
        aria-label={`${title}: ${shown.file.name}`}
        data-file={picture ? shown.file.id : undefined}
        data-zoom={look.zoom.toFixed(2)}
        data-turns={look.turns}
        style={{
          width: size.width,
          height: size.height,
          transform: `translate(-50%, -50%) translate(${look.x}px, ${look.y}px) rotate(${look.turns * 90}deg)`,
        }}
      />
      {!picture && failure === null && <Loading className={classes.wait} size="sm" />}
      {failure !== null && (
        <Text className={classes.wait} size="sm" role="alert">
          {t`The file cannot be shown here. Its name below opens it.`}
        </Text>
      )}
    </div>
  );
}

const Tools = memo(function Tools({ change, title }: { change: ShownDocument['change']; title: string }) {
  useLanguage();
  return (
    <Group gap={2} wrap="nowrap">
      {tools.map(({ label, key, Picture, change: wanted }) => (
        <ActionIcon
          key={key}
          variant="subtle"
          color="gray"
          size={26}
          aria-label={label(title)}
          aria-keyshortcuts={ariaKeys(key)}
          title={`${label(title)} (${key})`}
          onClick={() => change(wanted)}
        >
          <Picture size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
});

function Pages({ shown }: { shown: ShownDocument }) {
  const { look, pageCount, change } = shown;
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-label={t`Previous page`}
        aria-keyshortcuts={ariaKeys(pageKeys[1])}
        disabled={look.page === 1}
        onClick={() => change({ kind: 'page', page: look.page - 1 })}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <Text size="xs" c="dimmed">
        {t`Page ${look.page} of ${pageCount}`}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-label={t`Next page`}
        aria-keyshortcuts={ariaKeys(pageKeys[0])}
        disabled={look.page === pageCount}
        onClick={() => change({ kind: 'page', page: look.page + 1 })}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

const turnOver = {
  nextPage: { codes: ['PageDown'] },
  previousPage: { codes: ['PageUp'] },
} satisfies Record<string, KeyPattern>;

const viewKeys: readonly ViewKey[] = [
  ...tools,
  { codes: ['KeyT'], withShift: true, change: { kind: 'turn', quarters: -1 } },
  // Shift+arrow pans, wherever the focus is.
  ...Object.entries(panByArrow).map(
    ([code, step]): ViewKey => ({ codes: [code], withShift: true, change: { kind: 'pan', ...step } }),
  ),
];

const pageKeys = ['Page ↓', 'Page ↑'] as const;

/** Their entries in the `?` help. */
export const documentHelp: readonly KeyHelp[] = [
  { keys: ['+', '-', '0'], what: t`Zoom in, zoom out, as it fits` },
  { keys: ['T', 'Shift T'], what: t`Rotate to the right, to the left` },
  { keys: ['Shift ← ↑ → ↓'], what: t`Move it` },
  { keys: pageKeys, what: t`The next page of a PDF, the one before` },
];

/** Keys that only change the view of a document. */
export const documentKeys: readonly KeyPattern[] = [...viewKeys, ...Object.values(turnOver)];

export function documentShortcuts({ change, look, pageCount }: ShownDocument): Shortcut[] {
  const show = (page: number) => {
    if (page >= 1 && page <= pageCount) change({ kind: 'page', page });
  };
  return [
    ...viewKeys.map(({ codes, withShift, change: wanted }) => ({
      codes,
      withShift,
      run: () => change(wanted),
    })),
    { ...turnOver.nextPage, run: () => show(look.page + 1) },
    { ...turnOver.previousPage, run: () => show(look.page - 1) },
  ];
}
