import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DraftStore, ServerDraft } from '#platform/web/api/form-drafts.ts';
import { createFormAutosave, type DraftLocks, type OtherDraft, type SaveLocation } from './form-autosave.ts';

/** A server with the drafts of one form. */
function startServer() {
  const drafts = new Map<string, ServerDraft>();
  const ended = new Set<string>();
  const server = {
    drafts,
    isDown: false,
    /** How long an answer takes. */
    delay: 0,
    values: () => [...drafts.values()].map((draft) => draft.values),
    store: {
      list: () => answer(() => [...drafts.values()]),
      save: (draft) =>
        answer(() => {
          if (ended.has(draft.id)) return null;
          const keptAt = new Date().toISOString();
          drafts.set(draft.id, { ...draft, keptAt });
          return keptAt;
        }),
      discard: (id) =>
        answer(() => {
          ended.add(id);
          drafts.delete(id);
        }),
    } satisfies DraftStore,
  };
  async function answer<Result>(work: () => Result): Promise<Result> {
    if (server.isDown) throw new TypeError('The portal cannot be reached.');
    if (server.delay > 0) await new Promise((resolve) => setTimeout(resolve, server.delay));
    return work();
  }
  return server;
}

/** One browser: its tabs know which drafts the others have open. */
function startBrowser() {
  const held = new Set<string>();
  const locks: DraftLocks = {
    hold: async (id) => {
      if (held.has(id)) return null;
      held.add(id);
      return () => held.delete(id);
    },
    held: async () => new Set(held),
  };
  return locks;
}

let forms = 0;

/** Opens the form in a tab; with the items of an earlier one it is that tab, reloaded. */
async function openTab(
  server: ReturnType<typeof startServer>,
  { items = new Map<string, string>(), locks = startBrowser(), isFull = false } = {},
) {
  const seen = {
    restored: [] as ServerDraft['values'][],
    others: [] as OtherDraft[],
    place: null as SaveLocation | null,
  };
  const keeper = createFormAutosave({
    key: `form-${forms}`,
    store: server.store,
    storage: {
      getItem: (name) => items.get(name) ?? null,
      setItem: (name, value) => {
        if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        items.set(name, value);
      },
      removeItem: (name) => void items.delete(name),
    },
    locks,
    onRestored: ({ values }) => seen.restored.push(values),
    onOthers: (others) => {
      seen.others = others;
    },
    onSaveLocation: (place) => {
      seen.place = place;
    },
  });
  keeper.start();
  await pause();
  return { ...keeper, seen, items };
}

beforeEach(() => {
  forms += 1;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());
const pause = () => vi.advanceTimersByTimeAsync(1_000);
const asha = { name: 'Asha' };
const ravi = { name: 'Ravi' };

/** A tab in which a name was just typed. */
async function typeAsha() {
  const server = startServer();
  const tab = await openTab(server);
  tab.save(asha, null);
  return { server, tab };
}

describe('what is typed', () => {
  test('is in the tab at once and at the server within a second', async () => {
    const { server, tab } = await typeAsha();
    expect([...tab.items.values()].join()).toContain('Asha');
    expect(server.values()).toEqual([]);
    await pause();
    expect(server.values()).toEqual([asha]);
    expect(tab.seen.place).toBe('server');
  });

  test('stays here while the server cannot be reached, and follows by itself', async () => {
    const server = startServer();
    server.isDown = true;
    const tab = await openTab(server);
    tab.save(asha, null);
    await pause();
    expect(tab.seen).toMatchObject({ place: 'here', restored: [] });
    server.isDown = false;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(server.values()).toEqual([asha]);
    expect(tab.seen.place).toBe('server');
  });

  test('is said to be nowhere where the tab is full and the server cannot be reached', async () => {
    const server = startServer();
    server.isDown = true;
    const tab = await openTab(server, { isFull: true });
    tab.save(asha, null);
    await pause();
    expect(tab.seen.place).toBe('nowhere');
    server.isDown = false;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(tab.seen.place).toBe('server');
  });

  test('is sent at once when the page goes', async () => {
    const { server, tab } = await typeAsha();
    tab.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.values()).toEqual([asha]);
  });

  test('comes back when the tab is reloaded, whatever its clock says', async () => {
    const { server, tab } = await typeAsha();
    await pause();
    server.isDown = true;
    vi.setSystemTime(Date.now() - 3_600_000);
    tab.save(ravi, null);
    tab.stop();
    server.isDown = false;
    const reloaded = await openTab(server, { items: tab.items });
    expect(reloaded.seen.restored).toEqual([ravi]);
    await pause();
    expect(server.values()).toEqual([ravi]);
  });

  test('leaves nothing where nothing was typed', async () => {
    const server = startServer();
    const tab = await openTab(server);
    tab.flush();
    tab.stop();
    await pause();
    expect(server.values()).toEqual([]);
    expect(tab.items.size).toBe(0);
  });
});

describe('two tabs with the same form', () => {
  test('keep one each, and each knows that the other is open', async () => {
    const server = startServer();
    const locks = startBrowser();
    const first = await openTab(server, { locks });
    const second = await openTab(server, { locks });
    first.save(asha, null);
    second.save(ravi, null);
    await pause();
    expect(server.values()).toEqual([asha, ravi]);
    first.retry();
    await pause();
    expect(first.seen.others).toMatchObject([{ values: ravi, isOpen: true }]);
    first.stop();
    second.stop();
    const reloaded = await openTab(server, { locks, items: first.items });
    expect(reloaded.seen.restored).toEqual([asha]);
    expect(reloaded.seen.others).toMatchObject([{ values: ravi, isOpen: false }]);
  });

  test('stay two when one was duplicated: the copy begins empty', async () => {
    const server = startServer();
    const locks = startBrowser();
    const tab = await openTab(server, { locks });
    tab.save(asha, null);
    await pause();
    const copy = await openTab(server, { locks, items: new Map(tab.items) });
    expect(copy.seen).toMatchObject({ restored: [], others: [{ values: asha, isOpen: true }] });
    copy.save(ravi, null);
    await pause();
    expect(server.values()).toEqual([asha, ravi]);
  });
});

describe('what was typed in another browser', () => {
  test('is listed, goes on here, and is no longer there', async () => {
    const { server, tab } = await typeAsha();
    await pause();
    tab.stop();
    const other = await openTab(server);
    expect(other.seen).toMatchObject({ restored: [], others: [{ values: asha, isOpen: false }] });
    other.open(other.seen.others[0]!);
    await pause();
    expect(server.values()).toEqual([asha]);
    expect([...server.drafts.keys()]).not.toContain(other.seen.others[0]!.id);
    const reloaded = await openTab(server, { items: tab.items });
    await pause();
    expect(reloaded.seen.others).toMatchObject([{ values: asha }]);
    expect(server.values()).toEqual([asha]);
  });

  test('stays there until this tab has kept it', async () => {
    const { server } = await typeAsha();
    await pause();
    const other = await openTab(server);
    server.isDown = true;
    other.open(other.seen.others[0]!);
    await pause();
    other.stop();
    server.isDown = false;
    const reloaded = await openTab(server, { items: other.items });
    await pause();
    expect(reloaded.seen.restored).toEqual([asha]);
    expect(server.values()).toEqual([asha]);
  });

  test('and goes on there as well, is two: neither overwrites the other', async () => {
    const { server, tab } = await typeAsha();
    await pause();
    const other = await openTab(server);
    other.open(other.seen.others[0]!);
    await pause();
    other.save({ name: 'Asha Bhat' }, null);
    tab.save({ name: 'Asha Rao' }, null);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server.values()).toEqual([{ name: 'Asha Bhat' }, { name: 'Asha Rao' }]);
  });

  test('is gone when it is discarded', async () => {
    const { server } = await typeAsha();
    await pause();
    const other = await openTab(server);
    await other.discard(other.seen.others[0]!);
    expect(server.values()).toEqual([]);
  });
});

describe('what is forgotten', () => {
  test('is gone from both, though a draft was just on its way', async () => {
    const { server, tab } = await typeAsha();
    await vi.advanceTimersByTimeAsync(700);
    tab.forget();
    await pause();
    expect(server.values()).toEqual([]);
    expect(tab.items.size).toBe(0);
    expect(tab.seen.place).toBeNull();
  });

  test('does not come back though the server could not be told', async () => {
    const { server, tab } = await typeAsha();
    await pause();
    server.isDown = true;
    tab.forget();
    tab.stop();
    server.isDown = false;
    const reloaded = await openTab(server, { items: tab.items });
    expect(reloaded.seen).toMatchObject({ restored: [], others: [] });
    expect(server.values()).toEqual([]);
  });

  test('leaves alone what is typed into the form that starts anew', async () => {
    const { server, tab } = await typeAsha();
    await pause();
    tab.forget();
    tab.save(ravi, null);
    await pause();
    tab.stop();
    expect(server.values()).toEqual([ravi]);
    const reloaded = await openTab(server, { items: tab.items });
    expect(reloaded.seen.restored).toEqual([ravi]);
  });
});

describe('what is saved', () => {
  test('is gone from the server, though a draft is still on its way', async () => {
    const { server, tab } = await typeAsha();
    await pause();
    server.delay = 300;
    tab.save({ name: 'Asha Rao' }, null);
    await vi.advanceTimersByTimeAsync(800);
    tab.finish();
    await pause();
    expect(server.values()).toEqual([]);
  });

  test('is gone though the page was hidden, and sent its draft, just before', async () => {
    const { server, tab } = await typeAsha();
    server.delay = 300;
    tab.flush();
    server.delay = 0;
    tab.finish();
    await pause();
    expect(server.values()).toEqual([]);
  });

  test('is not kept anew when the form changes afterwards', async () => {
    const { server, tab } = await typeAsha();
    tab.finish();
    tab.save(asha, { name: 'as the list has it now' });
    await pause();
    expect(server.values()).toEqual([]);
    expect(tab.items.size).toBe(0);
  });

  test('is not offered to the next form of the tab, which opens while the server still has it', async () => {
    const { server, tab } = await typeAsha();
    await pause();
    server.delay = 300;
    tab.finish();
    tab.stop();
    // What is asked next overtakes the discard.
    await vi.advanceTimersByTimeAsync(1);
    server.delay = 0;
    const next = await openTab(server, { items: tab.items });
    next.save(ravi, null);
    await pause();
    expect(next.seen.restored).toEqual([]);
    expect(next.seen.others).toEqual([]);
    expect(server.values()).toEqual([ravi]);
  });
});
