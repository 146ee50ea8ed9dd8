import type { Changes } from '#shared/changes.ts';
import { client } from './client.ts';

const failuresBeforeNotice = 3;
const reopenMilliseconds = 5_000;

type ChangeListener = {
  onChanges: (changes: Changes) => void;
  onOpen: () => void;
  /** `lasting` once it failed several times in a row. */
  onFailure: (kind: 'passing' | 'lasting') => void;
  /** The session is over: it was ended elsewhere, or its time is. */
  onSignedOut: () => void;
};

/**
 * Listens to colleagues' changes until the returned function is called. Only while the page can be seen: a browser
 * opens six connections to an HTTP/1.1 server for all its tabs, and forgotten tabs would hold them all.
 */
export function listenForChanges(listener: ChangeListener): () => void {
  let source: EventSource | null = null;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function open(): void {
    close();
    const opened = new EventSource('/api/changes');
    source = opened;
    opened.addEventListener('open', () => {
      failures = 0;
      listener.onOpen();
    });
    opened.addEventListener('changed', ({ data }) => listener.onChanges(JSON.parse(data) as Changes));
    opened.addEventListener('signed_out', signedOut);
    opened.addEventListener('error', () => {
      failures += 1;
      listener.onFailure(failures < failuresBeforeNotice ? 'passing' : 'lasting');
      // The browser comes back by itself after a broken connection, but never after an answer such as 401 or 502.
      if (opened.readyState === EventSource.CLOSED) {
        void reopenUnlessOver(opened);
      }
    });
  }

  async function reopenUnlessOver(refused: EventSource): Promise<void> {
    const isOver = await isSessionOver();
    if (source !== refused) return;
    if (isOver) signedOut();
    else reopening = setTimeout(open, reopenMilliseconds);
  }

  function signedOut(): void {
    close();
    listener.onFailure('lasting');
    listener.onSignedOut();
  }

  function close(): void {
    clearTimeout(reopening);
    source?.close();
    source = null;
  }

  const followVisibility = () => (document.visibilityState === 'visible' ? open() : close());
  document.addEventListener('visibilitychange', followVisibility);
  followVisibility();
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    close();
  };
}

/** The stream's own answer is hidden from pages. */
async function isSessionOver(): Promise<boolean> {
  try {
    return (await client.auth.getSession()).session === null;
  } catch {
    return false;
  }
}
