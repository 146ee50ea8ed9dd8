import type { DraftStore, ServerDraft } from '#platform/web/api/form-drafts.ts';
import { isSame } from './edits.ts';

/** What this tab keeps of a form. */
type KeptDraft = Omit<ServerDraft, 'keptAt'> & {
  at: string;
  /** The server's stamp of it; null while the server has not got it. */
  after: string | null;
  /** Drafts that the server is to discard: this one took their place, or nobody wants them. */
  ends: string[];
  /** Nothing is kept; it stands here for its `ends` only. */
  isEmpty?: boolean;
};

/** Where the newest input is safe: on this device alone, or at the server as well. */
export type KeptPlace = 'here' | 'server';

/** What the same person typed into the same form elsewhere; `isOpen` when it is open in another tab of this browser. */
export type OtherDraft = ServerDraft & { isOpen: boolean };

export type DraftKeeper = {
  /** Finds out what this tab has, then what the server has. */
  start: () => void;
  /** Keeps what is typed: here at once, at the server within a second. */
  keep: (values: ServerDraft['values'], opened: ServerDraft['opened']) => void;
  /** Goes on with what was typed elsewhere; there it is discarded as soon as it is kept as this tab's. */
  open: (other: ServerDraft) => void;
  /** Discards what was typed elsewhere. */
  discard: (other: ServerDraft) => Promise<void>;
  /** Sends what the server has not got yet: the page may be about to go. */
  flush: () => void;
  /** Tries at once what could not be sent, and looks again for what was typed elsewhere. */
  retry: () => void;
  forget: () => void;
  /** The form is saved: forgets it and keeps nothing more. The next one of this tab asks only when the server has forgotten it too. */
  finish: () => void;
  stop: () => void;
};

/** Which drafts are open in a tab of this browser. */
export type DraftLocks = {
  /** Holds a draft for this tab until the returned function is called; null when another tab does not let go of it. */
  hold: (id: string) => Promise<(() => void) | null>;
  held: () => Promise<ReadonlySet<string>>;
};

type DraftKeeperOptions = {
  /** One per person, form and record. */
  key: string;
  store: DraftStore;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  locks: DraftLocks;
  onRestored: (kept: ServerDraft) => void;
  onOthers: (others: OtherDraft[]) => void;
  onPlace: (place: KeptPlace | null) => void;
};

const sendingPause = 700;
const retryPause = 5_000;

/** Of one form: a draft that is kept must not overtake one that is discarded. */
const turns = new Map<string, Promise<void>>();

/**
 * Keeps what is typed into a form in two places, each tab its own. The tab's own storage has it at every key, so that a
 * reload or a lost network costs nothing; the server has it within a second, so that every other tab and browser can
 * go on with it after this one has died.
 */
export function createDraftKeeper({
  key,
  store,
  storage,
  locks,
  ...notify
}: DraftKeeperOptions): DraftKeeper {
  let id: string = crypto.randomUUID();
  let release: (() => void) | null = null;
  let local: KeptDraft | null = null;
  let unsent: KeptDraft | null = null;
  /** Typed before it was known what this tab has. */
  let early: Pick<KeptDraft, 'values' | 'opened'> | null = null;
  let isReady = false;
  let isTyped = false;
  let isAsked = false;
  /** The server could not be reached the last time. */
  let isAway = false;
  let isStopped = false;
  let isFinished = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(): KeptDraft | null {
    try {
      const kept = JSON.parse(storage.getItem(key) ?? 'null') as KeptDraft | null;
      return kept && typeof kept.values === 'object' && typeof kept.id === 'string' ? kept : null;
    } catch {
      return null;
    }
  }

  function write(kept: KeptDraft | null): void {
    local = kept;
    // By now the form may be open again, and the storage that keeper's.
    if (isStopped) return;
    try {
      if (kept) storage.setItem(key, JSON.stringify(kept));
      else storage.removeItem(key);
    } catch {
      // Storage is full or forbidden: the server still keeps it.
    }
  }

  async function take(): Promise<void> {
    const kept = read();
    const held = await locks.hold(kept?.id ?? id);
    if (isStopped) return held?.();
    // Without the lock this tab is a copy of the one that goes on with it.
    if (held) local = kept;
    else write(null);
    if (local) id = local.id;
    if (held) release = held;
    else renew();
    isReady = true;
    if (local && !local.isEmpty) notify.onRestored({ ...local, keptAt: local.at });
    else if (early) keep(early.values, early.opened);
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
      inTurn(synchronise);
    }, pause);
  }

  function unschedule(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work).catch(() => {
      if (isStopped) return;
      isAway = true;
      if (unsent) notify.onPlace('here');
      schedule(retryPause);
    });
    turns.set(key, turn);
    return turn;
  }

  async function synchronise(): Promise<void> {
    if (local?.isEmpty) await discardEnds();
    if (!isAsked) await ask();
    if (unsent) await send(unsent);
    isAway = false;
  }

  async function ask(): Promise<void> {
    const [drafts, held] = await Promise.all([store.list(), locks.held()]);
    if (isStopped) return;
    const others = drafts.filter((draft) => draft.id !== id && !local?.ends.includes(draft.id));
    notify.onOthers(others.map((draft) => ({ ...draft, isOpen: held.has(draft.id) })));
    if (!isAsked && local && !local.isEmpty) {
      const mine = drafts.find((draft) => draft.id === id);
      if (mine && mine.keptAt === local.after) notify.onPlace('server');
      else unsent ??= local;
    }
    isAsked = true;
  }

  async function send(draft: KeptDraft): Promise<void> {
    const { values, opened } = draft;
    const after = await store.keep({ id: draft.id, values, opened });
    if (unsent === draft) unsent = null;
    if (local?.id !== draft.id) return;
    if (after === null) return takeAnew(local);
    if (unsent) {
      schedule(sendingPause);
    } else {
      write({ ...local, after });
      notify.onPlace('server');
    }
    await discardEnds();
  }

  /** Somebody went on with this one elsewhere, or discarded it there. What was typed here since is a form of its own. */
  async function takeAnew(kept: KeptDraft): Promise<void> {
    renew();
    unsent = null;
    if (isTyped) {
      unsent = { ...kept, id, after: null };
      schedule(0);
    } else notify.onPlace(null);
    write(unsent);
  }

  async function discardEnds(): Promise<void> {
    for (const end of local?.ends ?? []) {
      await store.discard(end);
      if (local) write({ ...local, ends: local.ends.filter((one) => one !== end) });
    }
    if (local?.isEmpty && local.ends.length === 0) write(null);
  }

  function keep(values: ServerDraft['values'], opened: ServerDraft['opened']): void {
    if (isFinished) return;
    if (!isReady) {
      early = { values, opened };
      return;
    }
    if (local && !local.isEmpty && isSame(local.values, values)) return;
    isTyped = true;
    put({ values, opened, ends: local?.ends ?? [] });
  }

  function put(draft: Pick<KeptDraft, 'values' | 'opened' | 'ends'>): void {
    unsent = { ...draft, id, at: new Date().toISOString(), after: null };
    write(unsent);
    if (isAway) notify.onPlace('here');
    schedule(sendingPause);
  }

  function forget(): void {
    unschedule();
    unsent = null;
    early = null;
    notify.onPlace(null);
    if (!local || local.isEmpty) return;
    const ends = [...local.ends, local.id];
    renew();
    write({ id, at: new Date().toISOString(), values: {}, opened: null, after: null, ends, isEmpty: true });
    inTurn(discardEnds);
  }

  function flush(): void {
    if (!unsent) return;
    const { values, opened } = unsent;
    // Not in its turn: a page that goes has no time to wait for an answer, nor anybody to tell of a failure. What follows
    // waits for it.
    const sent = store.keep({ id: unsent.id, values, opened }).catch(() => {});
    turns.set(
      key,
      Promise.all([turns.get(key), sent]).then(() => {}),
    );
  }

  return {
    start() {
      void take().then(() => {
        if (!isStopped) inTurn(synchronise);
      });
    },
    keep,
    open(other) {
      const { values, opened } = other;
      put({ values, opened, ends: [...(local?.ends ?? []), other.id] });
      unschedule();
      inTurn(synchronise);
    },
    discard: (other) => store.discard(other.id),
    flush,
    retry() {
      if (!isReady) return;
      unschedule();
      inTurn(async () => {
        await ask();
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
