import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import { t } from '#shared/words.ts';
import { characterOf } from '../physical-keys.ts';
import { ariaKeys } from '../screen-registry.ts';
import classes from './list-bar.module.css';
import { listKeys } from './list-keys.ts';

/** Debounce of the search in milliseconds. */
const debounceMilliseconds = 60;

/** Searches while typing. `/` focuses it, Escape clears it, Enter and arrow down go to the rows. */
export const ListSearch = memo(ListSearchView);

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

  const findSoon = useDebouncedCallback(find, debounceMilliseconds);

  if (props.search !== seen) {
    setSeen(props.search);
    const place = awaited.indexOf(props.search);
    setAwaited(place < 0 ? [] : awaited.slice(place + 1));
    // Changed by Back, a link or 'Clear': the URL replaces the typed text.
    if (place < 0) setTyped(props.search);
  }

  useWindowEvent('keydown', (event) => {
    if (characterOf(event) !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) return;
    if (document.querySelector('[aria-modal="true"]')) return;
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  });

  function type(text: string): void {
    setTyped(text);
    // An unfinished Kannada syllable is not searched for.
    if (!isComposing.current) findSoon(text);
  }

  function clear(): void {
    setTyped('');
    findSoon('');
    findSoon.flush();
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
      findSoon.flush();
      props.onLeave();
    }
  }

  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="text"
      inputMode="search"
      data-plain-digits
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
