import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '#shared/words.ts';
import classes from './list-bar.module.css';

const typingPause = 150;

/** Searches while typing. `/` comes here, Escape clears, Enter and the down arrow go to the rows. */
export function ListSearch(props: {
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  onLeave: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(props.search);
  const [sent, setSent] = useState(props.search);
  const isComposing = useRef(false);

  const send = useDebouncedCallback((text: string) => {
    setSent(text.trim());
    props.onSearch(text.trim());
  }, typingPause);

  // The address changed by Back, a link or 'Clear': it wins over what stands in the box.
  if (props.search !== sent) {
    setSent(props.search);
    setTyped(props.search);
  }

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  function type(text: string): void {
    setTyped(text);
    // Half a Kannada syllable is nothing to search for.
    if (!isComposing.current) send(text);
  }

  function clear(): void {
    setTyped('');
    send('');
    send.flush();
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
      send.flush();
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
      aria-label={props.placeholder.replace(/\.+$/, '')}
      aria-keyshortcuts="/"
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
