import type { DraftStore, ServerDraft } from '#web/api/form-drafts.ts';
import { isSame } from './edits.ts';

/** What this tab keeps of a form. */
type KeptDraft = Omit<ServerDraft, 'keptAt'> & {
  at: string;
  /** The stamp of the server's draft that it grew out of; null when there was none. */
  after: string | null;
  /** Saved or unwanted, though the server could not be told yet. */
  isDiscarded?: boolean;
};

/** Where the newest input is safe: on this computer alone, or at the server as well. */
export type KeptPlace = 'here' | 'server';

export type DraftKeeper = {
  /** Begins to ask the server, and returns what this tab has. */
  start: () => KeptDraft | null;
  /** Keeps what is typed: here at once, at the server within a second. */
  keep: (values: ServerDraft['values'], opened: ServerDraft['opened']) => void;
  /** Sends what the server has not got yet: the page may be about to go. */
  flush: () => void;
  /** Tries at once what could not be sent. */
  retry: () => void;
  forget: () => void;
  /** The form is saved: forgets it, keeps nothing more, and waits for the server so that nobody is offered it again. */
  finish: () => Promise<void>;
  stop: () => void;
};

type DraftKeeperOptions = {
  /** One per person, form and record. */
  key: string;
  store: DraftStore;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** The server has answered, with its draft when that is newer than this tab's; or it cannot be asked just now. */
  onAnswer: (newer: ServerDraft | null) => void;
  onPlace: (place: KeptPlace | null) => void;
};

const sendingPause = 700;
const retryPause = 5_000;
/** A page whose form is saved goes on after this, whether or not the server could discard the draft yet. */
const longestFinish = 2_000;

/** Of one form: a draft that is kept must not overtake one that is discarded. */
const turns = new Map<string, Promise<void>>();

/**
 * Keeps what is typed into a form in two places. The tab's own storage has it at every key, so that a reload or a lost
 * network costs nothing; the server has it within a second, so that it comes back in another browser after this
 * machine has died. Of two that differ the newest comes back.
 */
export function createDraftKeeper({ key, store, storage, ...tell }: DraftKeeperOptions): DraftKeeper {
  let local = read();
  let unsent: KeptDraft | null = null;
  let isAsked = false;
  let isStopped = false;
  let isFinished = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(): KeptDraft | null {
    try {
      const kept = JSON.parse(storage.getItem(key) ?? 'null') as KeptDraft | null;
      return kept && typeof kept.values === 'object' ? kept : null;
    } catch {
      return null;
    }
  }

  function write(kept: KeptDraft | null): void {
    local = kept;
    try {
      if (kept) storage.setItem(key, JSON.stringify(kept));
      else storage.removeItem(key);
    } catch {
      // Storage is full or forbidden: the server still keeps it.
    }
  }

  function schedule(pause: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      inTurn(synchronise);
    }, pause);
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work).catch(() => {
      if (isStopped) return;
      if (!isAsked) tell.onAnswer(null);
      tell.onPlace(local === null || local.isDiscarded ? null : 'here');
      schedule(retryPause);
    });
    turns.set(key, turn);
    return turn;
  }

  async function synchronise(): Promise<void> {
    if (local?.isDiscarded) await discard();
    if (!isAsked) await ask();
    if (unsent) await send(unsent);
  }

  async function ask(): Promise<void> {
    const found = await store.find();
    if (isStopped || isAsked) return;
    isAsked = true;
    if (found === null || local?.isDiscarded || found.keptAt === local?.after) {
      tell.onAnswer(null);
      return;
    }
    const isNewer = local === null || found.keptAt > local.at;
    if (local) write({ ...local, after: found.keptAt });
    if (!isNewer) unsent = local;
    tell.onAnswer(isNewer ? found : null);
  }

  async function send(draft: KeptDraft): Promise<void> {
    const after = await store.keep({ values: draft.values, opened: draft.opened });
    if (unsent === draft) unsent = null;
    if (local && !local.isDiscarded) write({ ...local, after });
    if (unsent) schedule(sendingPause);
    else if (local) tell.onPlace('server');
  }

  async function discard(): Promise<void> {
    await store.discard();
    // The form may have started anew meanwhile, and keep something else by now.
    if (read()?.isDiscarded) write(null);
  }

  function flush(): void {
    if (!unsent || !isAsked) return;
    const { values, opened } = unsent;
    // Not in its turn: a page that goes has no time to wait for an answer. What follows waits for it.
    const sent = store.keep({ values, opened }).catch(() => {});
    turns.set(
      key,
      Promise.all([turns.get(key), sent]).then(() => {}),
    );
  }

  function forget(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    unsent = null;
    write({ at: new Date().toISOString(), values: {}, opened: null, after: null, isDiscarded: true });
    tell.onPlace(null);
    return inTurn(discard);
  }

  return {
    start() {
      inTurn(synchronise);
      return local?.isDiscarded ? null : local;
    },
    keep(values, opened) {
      if (isFinished) return;
      if (local && !local.isDiscarded && isSame(local.values, values)) return;
      unsent = { at: new Date().toISOString(), values, opened, after: local?.after ?? null };
      write(unsent);
      schedule(sendingPause);
    },
    flush,
    retry() {
      clearTimeout(timer);
      timer = undefined;
      if (unsent || !isAsked) inTurn(synchronise);
    },
    forget() {
      void forget();
    },
    finish() {
      isFinished = true;
      return Promise.race([forget(), new Promise<void>((resolve) => setTimeout(resolve, longestFinish))]);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      flush();
    },
  };
}
