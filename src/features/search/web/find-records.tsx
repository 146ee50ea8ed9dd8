import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSignInRequest } from '#platform/web/api/sign-in-again.ts';
import { ariaKeys, shellKeys } from '#platform/web/components/screen-registry.ts';
import type { Desks } from '#platform/web/router/desk.ts';
import { t } from '#shared/words.ts';
import { type BufferedKeys, withKey } from './buffered-keys.ts';
import classes from './find-records.module.css';
import { useRecentRecords } from './recent-records.ts';

async function loadPalette() {
  return { default: (await import('./palette.tsx')).Palette };
}
const Palette = lazy(loadPalette);

/** Opens the palette by Ctrl+K, even from within a field, or by the button in the top bar. */
export function FindRecords({ desks }: { desks: Desks }) {
  const [isOpen, setIsOpen] = useState(false);
  const isAskedToSignIn = useSignInRequest() !== null;
  const ahead = useRef<BufferedKeys | null>(null);
  useRecentRecords();
  useEffect(() => {
    // Ctrl+K is often followed by a scan, so load the palette in advance.
    const timer = setTimeout(loadPalette, 3_000);
    return () => clearTimeout(timer);
  }, []);

  const open = useCallback(() => {
    ahead.current = { text: '', isSent: false };
    setIsOpen(true);
  }, []);
  const close = useCallback(() => {
    ahead.current = null;
    setIsOpen(false);
  }, []);
  const takeBufferedKeys = useCallback(() => {
    const typed = ahead.current;
    ahead.current = null;
    return typed;
  }, []);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isShortcut && !event.shiftKey && !isAskedToSignIn) {
      // Suppress the browser's own search box.
      event.preventDefault();
      event.stopPropagation();
      if (!isOpen) open();
    } else if (ahead.current && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // The key is meant for the palette, not for the screen behind it.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') close();
      else ahead.current = withKey(ahead.current, event);
    }
  });
  // A layout effect, so that a key pressed immediately is not missed.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);

  return (
    <>
      <UnstyledButton
        className={classes.open}
        aria-label={shellKeys.find.what}
        aria-keyshortcuts={ariaKeys(...shellKeys.find.keys)}
        title={t`Find any record, screen or action (Ctrl K)`}
        onClick={open}
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.words}>{t`Find`}</span>
        <Kbd size="xs" className={classes.words} aria-hidden>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <Palette desks={desks} takeAhead={takeBufferedKeys} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
