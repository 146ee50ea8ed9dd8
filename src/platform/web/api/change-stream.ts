import type { Changes } from '#shared/changes.ts';
import { client } from './client.ts';

const failuresBeforeNotice = 3;
const reopenMilliseconds = 5_000;

type ChangeListener = {
  onChanges: (changes: Changes) => void;
  onOpen: () => void;
  /** `lasting` after several failures in a row. */
  onFailure: (kind: 'passing' | 'lasting') => void;
  /** The session has ended: elsewhere, or by timeout. */
  onSignedOut: () => void;
};

/**
 * Listens to colleagues' changes until the returned function is called, and only while the page is visible: a browser
 * opens six connections to an HTTP/1.1 server for all its tabs, and forgotten tabs would occupy them.
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
      // EventSource reconnects after a broken connection, but never after a response such as 401 or 502.
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

/** EventSource hides the response's status. */
async function isSessionOver(): Promise<boolean> {
  try {
    return (await client.auth.getSession()).session === null;
  } catch {
    return false;
  }
}
