import { Button, CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { IconArrowUp, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Column, ListFilter } from '../list.tsx';
import { ariaKeys, useActionPlace, useScreenKeys } from '../screen-registry.ts';
import classes from './list-bar.module.css';
import { FilterFields, FoldedFilters } from './list-filters.tsx';
import { listKeys } from './list-keys.ts';
import type { ListAddressControl } from './use-list-address.ts';

/**
 * Search, filters (on a phone with the order, behind one button), the pill for colleagues' new rows, and what `end`
 * adds.
 */
export function ListBar<Row>(props: {
  /** Undefined where another list has the search box. */
  searchPlaceholder: string | undefined;
  control: ListAddressControl<string, Record<string, string>>;
  filters: Readonly<Record<string, ListFilter>> | undefined;
  columns: readonly Column<Row, string>[];
  isCard: boolean;
  newCount: number;
  onShowNew: () => void;
  onLeaveSearch: () => void;
  children: ReactNode;
}) {
  const { address } = props.control;
  const end = useRef<HTMLDivElement>(null);
  useActionPlace(end);
  useScreenKeys(Object.values(listKeys));
  const { filters = noFilters } = props;
  const sortable = props.columns.filter((column) => column.sortKey !== undefined);
  return (
    <div className={classes.bar}>
      {props.searchPlaceholder !== undefined && (
        <ListSearch
          placeholder={props.searchPlaceholder}
          search={address.search}
          onSearch={props.control.search}
          onLeave={props.onLeaveSearch}
        />
      )}
      {props.isCard ? (
        <FoldedFilters filters={filters} sortable={sortable} control={props.control} />
      ) : (
        <FilterFields filters={filters} chosen={address.filters} onChoose={props.control.filterBy} />
      )}
      <div ref={end} className={classes.end}>
        {props.newCount > 0 && (
          <Button
            radius="xl"
            size="sm"
            leftSection={<IconArrowUp size={16} aria-hidden />}
            onClick={props.onShowNew}
          >
            {t`${formatCount(props.newCount)} new`}
          </Button>
        )}
        {props.children}
      </div>
    </div>
  );
}

const noFilters = {};

/** Debounce of the search in milliseconds. A single letter is usually the beginning of a word. */
const typingPause = 60;
const pauseAfterOne = 150;

/** Searches while typing. `/` focuses it, Escape clears it, Enter and arrow down go to the rows. */
const ListSearch = memo(ListSearchView);

function ListSearchView(props: {
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  onLeave: () => void;
}) {
  useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(props.search);
  /** The URL's search text, and texts that were sent to it but are not there yet. */
  const [seen, setSeen] = useState(props.search);
  const [awaited, setAwaited] = useState<readonly string[]>([]);
  const isComposing = useRef(false);

  function find(text: string): void {
    const search = text.trim();
    if (search !== props.search) setAwaited((before) => [...before, search]);
    props.onSearch(search);
  }

  const findSoon = useDebouncedCallback(find, typingPause);
  const findLater = useDebouncedCallback(find, pauseAfterOne);

  function send(text: string): void {
    findSoon.cancel();
    findLater.cancel();
    if (text.trim().length === 1) findLater(text);
    else findSoon(text);
  }

  function sendNow(): void {
    findSoon.flush();
    findLater.flush();
  }

  if (props.search !== seen) {
    setSeen(props.search);
    const place = awaited.indexOf(props.search);
    setAwaited(place < 0 ? [] : awaited.slice(place + 1));
    // Changed by Back, a link or 'Clear': the URL replaces the typed text.
    if (place < 0) setTyped(props.search);
  }

  useWindowEvent('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('[aria-modal="true"]')) return;
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  });

  function type(text: string): void {
    setTyped(text);
    // An unfinished Kannada syllable is not searched for.
    if (!isComposing.current) send(text);
  }

  function clear(): void {
    setTyped('');
    send('');
    sendNow();
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      clear();
    }
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      sendNow();
      props.onLeave();
    }
  }

  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="text"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      placeholder={props.placeholder}
      title={props.placeholder}
      aria-label={props.placeholder.replace(/\.+$/, '')}
      aria-keyshortcuts={ariaKeys(...listKeys.search.keys)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? (
          <Kbd size="xs" aria-hidden visibleFrom="sm">
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label={t`Clear the search`} onClick={clear} />
        )
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={(event) => {
        isComposing.current = false;
        type(event.currentTarget.value);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
