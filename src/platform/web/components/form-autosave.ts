import type { DraftStore, ServerDraft } from '#platform/web/api/form-drafts.ts';
import { hasCode } from '#platform/web/api/problem.ts';
import { isSame } from './edits.ts';

/** The draft of a form in this tab's storage. */
type StoredDraft = Omit<ServerDraft, 'keptAt'> & {
  at: string;
  /** The server's timestamp of it; null if the server does not have it. */
  after: string | null;
  /** Ids of drafts that the server has to discard, because this one replaced them or the person discarded them. */
  ends: string[];
  /** There is no draft; only the `ends` remain to be sent. */
  isEmpty?: boolean;
};

/**
 * Where the newest input is saved: on the server as well, or on this device only, because the server cannot be reached
 * or the session has ended; nowhere if the device does not take it either.
 */
export type SaveLocation = 'server' | 'here' | 'signed_out' | 'nowhere';

/** A draft by the same person of the same form elsewhere; `isOpen` if it is open in another tab of this browser. */
export type OtherDraft = ServerDraft & { isOpen: boolean };

export type FormAutosave = {
  /** Loads this tab's draft, then asks the server. */
  start: () => void;
  /** Saves the input: in this tab at once, on the server within a second. */
  save: (values: ServerDraft['values'], opened: ServerDraft['opened']) => void;
  /** Continues a draft from elsewhere; the other one is discarded as soon as this tab has saved it as its own. */
  open: (other: ServerDraft) => void;
  /** Discards a draft from elsewhere. */
  discard: (other: ServerDraft) => Promise<void>;
  /** Sends what the server does not have yet, because the page may be about to close. */
  flush: () => void;
  /** Retries failed requests at once, and looks again for drafts from elsewhere. */
  retry: () => void;
  forget: () => void;
  /**
   * The form was saved: discards its draft and saves no more. The tab's next keeper waits until the server has
   * discarded it.
   */
  finish: () => void;
  stop: () => void;
};

/** Which drafts are open in tabs of this browser. */
export type DraftLocks = {
  /** Locks a draft for this tab until the returned function is called; null if another tab keeps it locked. */
  hold: (id: string) => Promise<(() => void) | null>;
  held: () => Promise<ReadonlySet<string>>;
};

type FormAutosaveOptions = {
  /** One for each person, form and record. */
  key: string;
  store: DraftStore;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  locks: DraftLocks;
  onRestored: (kept: ServerDraft) => void;
  onOthers: (others: OtherDraft[]) => void;
  onSaveLocation: (place: SaveLocation | null) => void;
};

const sendDelay = 700;
const retryDelay = 5_000;

/** Requests are serialised for each form: saving a draft must not overtake discarding it. */
const turns = new Map<string, Promise<void>>();

/**
 * Autosaves a form in two places, separately for each tab. The tab's storage has every keystroke, so that a reload or a
 * lost network costs nothing; the server has it within a second, so that every other tab and browser can continue after
 * this one has crashed.
 */
export function createFormAutosave({
  key,
  store,
  storage,
  locks,
  ...notify
}: FormAutosaveOptions): FormAutosave {
  let id: string = crypto.randomUUID();
  let release: (() => void) | null = null;
  let local: StoredDraft | null = null;
  let unsent: StoredDraft | null = null;
  /** Input from before this tab's draft was loaded. */
  let early: Pick<StoredDraft, 'values' | 'opened'> | null = null;
  let isReady = false;
  let isTyped = false;
  let isSynchronised = false;
  /** Why the last attempt failed; null if it did not. */
  let failure: 'here' | 'signed_out' | null = null;
  let isStoredHere = true;
  let isStopped = false;
  let isFinished = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(): StoredDraft | null {
    try {
      const kept = JSON.parse(storage.getItem(key) ?? 'null') as StoredDraft | null;
      return kept && typeof kept.values === 'object' && typeof kept.id === 'string' ? kept : null;
    } catch {
      return null;
    }
  }

  function write(kept: StoredDraft | null): void {
    local = kept;
    // The form may have been reopened by now, and the storage belongs to the new keeper.
    if (isStopped) return;
    try {
      if (kept) storage.setItem(key, JSON.stringify(kept));
      else storage.removeItem(key);
      isStoredHere = true;
    } catch {
      // Storage is full or forbidden: only the server has the draft.
      isStoredHere = false;
    }
  }

  function notifyFailure(): void {
    if (failure) notify.onSaveLocation(isStoredHere ? failure : 'nowhere');
  }

  async function claimDraft(): Promise<void> {
    const kept = read();
    const held = await locks.hold(kept?.id ?? id);
    if (isStopped) return held?.();
    // Without the lock this tab is a duplicate of the one that continues the draft.
    if (held) local = kept;
    else write(null);
    if (local) id = local.id;
    if (held) release = held;
    else renew();
    isReady = true;
    if (local && !local.isEmpty) notify.onRestored({ ...local, keptAt: local.at });
    else if (early) save(early.values, early.opened);
  }

  function renew(): void {
    release?.();
    release = null;
    id = crypto.randomUUID();
    void locks.hold(id).then((held) => {
      if (isStopped) held?.();
      else release = held;
    });
  }

  function schedule(pause: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      runInOrder(synchronise);
    }, pause);
  }

  function unschedule(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function runInOrder(work: () => Promise<void>): Promise<void> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work).catch((error: unknown) => {
      if (isStopped) return;
      failure = hasCode(error, 'auth.signed_out') ? 'signed_out' : 'here';
      if (unsent) notifyFailure();
      schedule(retryDelay);
    });
    turns.set(key, turn);
    return turn;
  }

  async function synchronise(): Promise<void> {
    if (local?.isEmpty) await discardEnds();
    if (!isSynchronised) await fetchOthers();
    if (unsent) await send(unsent);
    failure = null;
  }

  async function fetchOthers(): Promise<void> {
    const [drafts, held] = await Promise.all([store.list(), locks.held()]);
    if (isStopped) return;
    const others = drafts.filter((draft) => draft.id !== id && !local?.ends.includes(draft.id));
    notify.onOthers(others.map((draft) => ({ ...draft, isOpen: held.has(draft.id) })));
    if (!isSynchronised && local && !local.isEmpty) {
      const mine = drafts.find((draft) => draft.id === id);
      if (mine && mine.keptAt === local.after) notify.onSaveLocation('server');
      else unsent ??= local;
    }
    isSynchronised = true;
  }

  async function send(draft: StoredDraft): Promise<void> {
    const { values, opened } = draft;
    const after = await store.save({ id: draft.id, values, opened });
    if (unsent === draft) unsent = null;
    if (local?.id !== draft.id) return;
    if (after === null) return continueAsNew(local);
    if (unsent) {
      schedule(sendDelay);
    } else {
      write({ ...local, after });
      notify.onSaveLocation('server');
    }
    await discardEnds();
  }

  /** The draft was continued or discarded elsewhere. What was typed here since becomes a new draft. */
  async function continueAsNew(kept: StoredDraft): Promise<void> {
    renew();
    unsent = null;
    if (isTyped) {
      unsent = { ...kept, id, after: null };
      schedule(0);
    } else notify.onSaveLocation(null);
    write(unsent);
  }

  async function discardEnds(): Promise<void> {
    for (const end of local?.ends ?? []) {
      await store.discard(end);
      if (local) write({ ...local, ends: local.ends.filter((one) => one !== end) });
    }
    if (local?.isEmpty && local.ends.length === 0) write(null);
  }

  function save(values: ServerDraft['values'], opened: ServerDraft['opened']): void {
    if (isFinished) return;
    if (!isReady) {
      early = { values, opened };
      return;
    }
    if (local && !local.isEmpty && isSame(local.values, values)) return;
    isTyped = true;
    put({ values, opened, ends: local?.ends ?? [] });
  }

  function put(draft: Pick<StoredDraft, 'values' | 'opened' | 'ends'>): void {
    unsent = { ...draft, id, at: new Date().toISOString(), after: null };
    write(unsent);
    notifyFailure();
    schedule(sendDelay);
  }

  function forget(): void {
    unschedule();
    unsent = null;
    early = null;
    notify.onSaveLocation(null);
    if (!local || local.isEmpty) return;
    const ends = [...local.ends, local.id];
    renew();
    write({ id, at: new Date().toISOString(), values: {}, opened: null, after: null, ends, isEmpty: true });
    runInOrder(discardEnds);
  }

  function flush(): void {
    if (!unsent) return;
    const { values, opened } = unsent;
    // Not serialised: a closing page has no time to wait, nor anybody to show a failure to. Later requests wait for it.
    const sent = store.save({ id: unsent.id, values, opened }).catch(() => {});
    turns.set(
      key,
      Promise.all([turns.get(key), sent]).then(() => {}),
    );
  }

  return {
    start() {
      void claimDraft().then(() => {
        if (!isStopped) runInOrder(synchronise);
      });
    },
    save,
    open(other) {
      const { values, opened } = other;
      put({ values, opened, ends: [...(local?.ends ?? []), other.id] });
      unschedule();
      runInOrder(synchronise);
    },
    discard: (other) => store.discard(other.id),
    flush,
    retry() {
      if (!isReady) return;
      unschedule();
      runInOrder(async () => {
        await fetchOthers();
        await synchronise();
      });
    },
    forget,
    finish() {
      isFinished = true;
      forget();
    },
    stop() {
      unschedule();
      flush();
      isStopped = true;
      release?.();
    },
  };
}
