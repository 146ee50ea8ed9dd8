import { Button, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useReducer, useState } from 'react';
import { paperSize, TemplateContent } from '#features/certificates/template.ts';
import { client } from '#features/client.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { Notice } from '#platform/web/components/page.tsx';
import { useScreenKeys } from '#platform/web/components/screen-registry.ts';
import { LeaveGuard, SignedOutNotice, UnsavedChanges } from '#platform/web/components/unsaved-changes.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { fileAddress } from '#platform/web/components/values.tsx';
import { formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Template } from '../../contract.ts';
import type { LineFit, Sample } from '../../picture-contract.ts';
import { BoxPanel } from './box-panel.tsx';
import { FieldsList } from './fields-list.tsx';
import { FitsList } from './fits-list.tsx';
import { Scan } from './scan.tsx';
import { Sheet } from './sheet.tsx';
import classes from './studio.module.css';
import { studioKeys } from './studio-keys.ts';
import { openStudio, studioReducer } from './studio-state.ts';
import { Tools } from './tools.tsx';
import { useBaseVersion, useStudioAutosave } from './use-base-version.ts';
import { usePicture } from './use-picture.ts';

type OpenTemplate = Template & { content: TemplateContent };

/**
 * Places the contents of a sheet by mouse, keys and numbers, over the compiler's own picture of it. Reports unsaved
 * changes to the page, whose actions use the saved draft.
 */
export function Studio(props: { template: OpenTemplate; onDirty?: (isDirty: boolean) => void }) {
  const { template, onDirty } = props;
  const [state, dispatch] = useReducer(studioReducer, template.content, openStudio);
  const [sample, setSample] = useState<Sample>('longest');
  const [zoom, setZoom] = useState(1);
  const [found, setFound] = useState<{ box: number; line: number } | null>(null);
  const { content, chosen } = state;
  const base = useBaseVersion(template, {
    content,
    onNewer: (newer) => dispatch({ do: 'load', content: newer }),
  });
  const { isDirty } = base;
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty]);
  const { id, name } = template;
  const picture = usePicture({ id, content, sample });
  const save = useCommand(client.templates.saveTemplate, {
    onSuccess: (saved, sent) => {
      base.keep({ version: saved.version, content: TemplateContent.parse(sent.content) });
      void kept.finish();
      notifications.show({ message: t`The draft of ${name} is saved.`, color: 'green' });
    },
  });
  const kept = useStudioAutosave(template, {
    content,
    base,
    onRestored: (draft) => dispatch({ do: 'load', content: draft }),
  });
  const isOutdated = base.isOutdated || kept.isOutdated;
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const send = (version: number) => save.attempt({ id, version, name, content });

  useScreenKeys(Object.values(studioKeys));
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
    const act = { KeyZ: event.shiftKey ? 'redo' : 'undo', KeyY: 'redo' }[event.code] as
      | 'undo'
      | 'redo'
      | undefined;
    if (!act) return;
    event.preventDefault();
    dispatch({ do: act });
  });

  function startOver(to: { version: number; content: TemplateContent }): void {
    dispatch({ do: 'load', content: to.content });
    base.keep(to);
    kept.forget();
    save.reset();
  }

  function go({ box, line }: LineFit): void {
    dispatch({ do: 'choose', at: box });
    setFound({ box, line });
  }

  const { width, height } = paperSize(content);
  return (
    <>
      <Group gap="xs" align="flex-end" justify="space-between">
        <Group gap="xs" align="flex-end">
          <Tools
            state={state}
            dispatch={dispatch}
            sample={sample}
            onSample={setSample}
            zoom={zoom}
            onZoom={setZoom}
          />
          <Scan
            templateId={id}
            version={base.version}
            scan={template.scan}
            onChanged={(version) => base.keep({ version })}
          />
        </Group>
        <ActionButton
          size="xs"
          reason={isDirty ? null : t`Nothing was changed.`}
          isPending={save.isPending}
          onClick={() => send(base.version)}
        >
          {t`Save draft`}
        </ActionButton>
      </Group>
      <UnsavedChanges
        kept={kept}
        nameOf={() => []}
        isDirty={isDirty}
        onStartOver={() => startOver(template)}
        onDone={() => document.querySelector<HTMLElement>('[role="application"]')?.focus()}
      />
      <SignedOutNotice kept={kept} />
      {save.error != null && !isOutdated && <ErrorNotice error={save.error} />}
      {isOutdated && (
        <NewerVersion
          newest={template}
          onUseNewest={() => startOver(template)}
          onOverwrite={() => send(template.version)}
        />
      )}
      {isNarrow && (
        <Text size="sm" c="dimmed">
          {t`Boxes are easier to place on a larger screen; numbers and wording can be changed here.`}
        </Text>
      )}
      <div className={classes.studio}>
        <FieldsList content={content} dispatch={dispatch} />
        <Stack gap="sm" miw={0} style={ratioOf(width, height)}>
          <div className={classes.room} style={zoomOf(zoom)}>
            <Sheet
              state={state}
              dispatch={dispatch}
              picture={picture.shown?.address ?? null}
              scan={template.scan && fileAddress(template.scan.id)}
            />
          </div>
          {picture.error != null && <ErrorNotice error={picture.error} onRetry={picture.retry} />}
          {picture.shown && <FitsList content={picture.shown.content} fits={picture.shown.fits} onGo={go} />}
        </Stack>
        <Stack
          component="section"
          className={`unprinted ${classes.panel}`}
          gap="sm"
          miw={0}
          aria-label={t`Chosen box`}
        >
          <BoxPanel
            state={state}
            dispatch={dispatch}
            found={found && chosen.at(-1) === found.box ? found.line : null}
          />
        </Stack>
      </div>
      <LeaveGuard isUnsaved={() => isDirty && !save.isPending} kept={kept} />
    </>
  );
}

const ratioOf = (width: number, height: number) =>
  ({ '--sheet-ratio': width / height }) as React.CSSProperties;

const zoomOf = (zoom: number) => ({ '--sheet-zoom': zoom }) as React.CSSProperties;

/** Input fields have their own undo. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}

/** Somebody else saved the draft meanwhile: the user chooses which version to keep. */
function NewerVersion(props: { newest: Template; onUseNewest: () => void; onOverwrite: () => void }) {
  const { madeBy, madeAt } = props.newest.versions[0]!;
  const who = madeBy ?? t`A colleague`;
  return (
    <Notice
      color="yellow"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={t`This draft was changed meanwhile`}
    >
      <Text size="sm">{t`${who} saved it at ${formatMoment(madeAt)}. Your changes are not saved yet.`}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={props.onUseNewest}>
          {t`Show theirs and discard mine`}
        </Button>
        <Button size="xs" color="red" variant="light" onClick={props.onOverwrite}>
          {t`Save mine in place of theirs`}
        </Button>
      </Group>
    </Notice>
  );
}
