import { Loader, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { api } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { keysShown } from '#platform/web/components/screen-registry.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { useScanner } from '#platform/web/components/use-scanner.ts';
import { useLanguage } from '#platform/web/languages/language.ts';
import { inLanguage, languageOf } from '#platform/web/languages/other-titles.ts';
import type { Desks } from '#platform/web/router/desk.ts';
import { linkTo } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { BufferedKeys } from './buffered-keys.ts';
import classes from './palette.module.css';
import { groupLabels, named, type PaletteItem, screenActionItems, screensFor } from './palette-items.ts';
import { PaletteOption } from './palette-option.tsx';
import { readRecent } from './recent-records.ts';

/** Debounce in milliseconds. */
const debounceMilliseconds = 60;
const noWords: ReadonlyMap<string, string> = new Map();

/**
 * Finds any record by number or name, any screen, and the actions of the screen behind it. A combobox with an open
 * listbox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/): the focus stays in the field.
 */
export function Palette(props: { desks: Desks; takeAhead: () => BufferedKeys | null; onClose: () => void }) {
  const { role, staffId } = useSession();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  // The text for which Enter was pressed before the results arrived.
  const [sent, setSent] = useState<string | null>(null);
  const isComposing = useRef(false);
  const [actions] = useState(screenActionItems);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: their titles are in the language of now
  const screens = useMemo(() => screensFor(props.desks, role), [props.desks, role, language]);
  const typed = text.trim();
  const found = useFound(typed);
  const recent = useRecent(typed === '', staffId);
  const others = useOtherWords(typed, screens, actions);
  const items = itemsOf({ typed, hits: found.hits, recent, screens, actions, others });
  const active = items.find(({ key }) => key === chosen) ?? items[0];
  const { takeAhead } = props;
  // On desks without another reader as well, for its field.
  useScanner();

  // In the same step as the focus, so that no key in between is lost.
  const begin = useCallback(
    (field: HTMLInputElement | null) => {
      field?.focus();
      const ahead = field && takeAhead();
      if (!ahead) return;
      setText(ahead.text);
      if (ahead.isSent) setSent(ahead.text.trim());
    },
    [takeAhead],
  );

  function open(item: PaletteItem): void {
    if (item.group === 'actions') {
      const { action } = item;
      props.onClose();
      if (action === 'keys') keysShown.set(true);
      else pressLater(action.control);
      return;
    }
    const path = item.group === 'screens' ? item.path : linkTo(item.record, role);
    if (path === null) return;
    props.onClose();
    void navigate({ href: path });
  }

  // After an early Enter, opens the record only if a single one is meant.
  const exact = found.hits.filter(({ match }) => match === 'exact');
  const only =
    exact.length === 1 || found.hits.length === 1
      ? items.find(({ group }) => group === 'records')
      : undefined;
  useEffect(() => {
    if (sent === null || sent !== typed || !found.isAnswered) return;
    setSent(null);
    if (only) open(only);
  });

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (event.repeat) return;
      const mayBeRecord = /\d/.test(typed) || items.length === 0;
      if (typed !== '' && mayBeRecord && !found.isAnswered) setSent(typed);
      else if (active) open(active);
      return;
    }
    const at = active ? items.indexOf(active) : -1;
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length };
    const next = steps[event.key];
    if (next === undefined || items.length === 0) return;
    event.preventDefault();
    const { key } = items[next % items.length]!;
    setChosen(key);
    document.getElementById(`${id}${key}`)?.scrollIntoView({ block: 'nearest' });
  }

  const groups = Map.groupBy(items, ({ group }) => group);
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size="42rem"
      zIndex={400}
      yOffset="8dvh"
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t`Find any record, screen or action`}>
        <TextInput
          ref={begin}
          data-autofocus
          data-takes-scans
          role="combobox"
          aria-expanded
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls={`${id}list`}
          aria-activedescendant={active ? `${id}${active.key}` : undefined}
          aria-label={t`Number, name, screen or action`}
          placeholder={t`Number, name, screen or action`}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          size="md"
          variant="unstyled"
          className={classes.field}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={found.isFetching && <Loader size="xs" aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(null);
            setSent(null);
          }}
          onCompositionStart={() => {
            isComposing.current = true;
          }}
          onCompositionEnd={() => {
            isComposing.current = false;
          }}
          onKeyDown={onKeyDown}
        />
        <div
          id={`${id}list`}
          role="listbox"
          aria-label={t`Found`}
          className={classes.list}
          data-outdated={!found.isAnswered || undefined}
        >
          {[...groups].map(([group, ofGroup]) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
            <div key={group} role="group" aria-labelledby={`${id}${group}`}>
              <div id={`${id}${group}`} className={classes.group}>
                {groupLabels[group]}
              </div>
              {ofGroup.map((item) => (
                <PaletteOption
                  key={item.key}
                  id={`${id}${item.key}`}
                  item={item}
                  isActive={item === active}
                  onPoint={() => setChosen(item.key)}
                  onOpen={() => open(item)}
                />
              ))}
            </div>
          ))}
        </div>
        <div role="status" className={classes.status}>
          {statusOf(typed, found.isAnswered, items.length)}
        </div>
        {found.error != null && <ErrorNotice error={found.error} />}
      </Modal.Content>
    </Modal.Root>
  );
}

function statusOf(typed: string, isAnswered: boolean, count: number): string {
  if (typed === '' || !isAnswered) return '';
  if (count === 0)
    return t`Nothing was found for '${typed}'. Enter a whole number, or three letters of a name.`;
  return count === 1 ? t`1 found` : t`${count} found`;
}

/**
 * For text with a digit, records come first; otherwise screens and actions, which are there at once, so that hits that
 * arrive later move nothing.
 */
function itemsOf(given: {
  typed: string;
  hits: ReturnType<typeof useFound>['hits'];
  recent: PaletteItem[];
  screens: ReturnType<typeof screensFor>;
  actions: ReturnType<typeof screenActionItems>;
  others: ReadonlyMap<string, string>;
}): PaletteItem[] {
  const { typed, others } = given;
  if (typed === '') return [...given.recent, ...given.actions];
  const records = given.hits.map(({ match, ...record }): PaletteItem => {
    return { group: 'records', key: `${record.kind}-${record.id}`, record, isExact: match === 'exact' };
  });
  const words = [...named(given.screens, typed, others), ...named(given.actions, typed, others)];
  return /\d/.test(typed) ? [...records, ...words] : [...words, ...records];
}

/** The server's hits; the previous ones stay until the next arrive. */
function useFound(typed: string) {
  const [q] = useDebouncedValue(typed, debounceMilliseconds);
  const query = useQuery({
    ...api.search.findRecords.queryOptions({ input: { q } }),
    enabled: q !== '' && typed !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const isAnswered = typed === '' || (q === typed && !query.isPlaceholderData && query.data !== undefined);
  return {
    hits: (typed !== '' && query.data?.hits) || [],
    isAnswered: isAnswered || (q === typed && query.error !== null),
    isFetching: typed !== '' && query.isFetching,
    error: query.error,
  };
}

function useRecent(isShown: boolean, staffId: string): PaletteItem[] {
  const [kept] = useState(() => readRecent(staffId).join(' '));
  const { data } = useQuery({
    ...api.search.recallRecords.queryOptions({ input: { records: kept } }),
    enabled: isShown && kept !== '',
    staleTime: 0,
  });
  return (data?.records ?? []).map((record) => {
    return { group: 'recent', key: `${record.kind}-${record.id}`, record, isExact: false };
  });
}

/** The labels of screens and actions in the language of the typed text. */
function useOtherWords(
  typed: string,
  screens: ReturnType<typeof screensFor>,
  actions: ReturnType<typeof screenActionItems>,
): ReadonlyMap<string, string> {
  const language = languageOf(typed);
  const { data } = useQuery({
    queryKey: ['words of other languages', language],
    queryFn: () =>
      inLanguage(
        language!,
        [...screens, ...actions].map(({ label }) => label),
      ),
    enabled: language !== null,
    gcTime: 0,
  });
  return (language !== null && data) || noWords;
}

/** After the palette has closed and the focus has returned. */
function pressLater(control: HTMLElement): void {
  setTimeout(() => {
    if (!control.isConnected) return;
    control.focus();
    control.click();
  }, 50);
}
