import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServerDraft } from '#web/api/form-drafts.ts';
import { createDraftKeeper, type KeptPlace } from './draft-keeper.ts';

/** A server with one form's draft, and as many browser tabs as a test opens. */
function startServer() {
  const server = {
    draft: null as ServerDraft | null,
    isDown: false,
    /** How long an answer takes. */
    delay: 0,
    store: {
      find: () => answer(() => server.draft),
      keep: ({ values, opened }: Omit<ServerDraft, 'keptAt'>) =>
        answer(() => {
          server.draft = { values, opened, keptAt: new Date().toISOString() };
          return server.draft.keptAt;
        }),
      discard: () =>
        answer(() => {
          server.draft = null;
        }),
    },
  };
  async function answer<Result>(work: () => Result): Promise<Result> {
    if (server.isDown) throw new TypeError('The portal cannot be reached.');
    if (server.delay > 0) await new Promise((resolve) => setTimeout(resolve, server.delay));
    return work();
  }
  return server;
}

let forms = 0;

function openTab(server: ReturnType<typeof startServer>, key: string, items = new Map<string, string>()) {
  const seen = { restored: null as ServerDraft | null, place: null as KeptPlace | null, answers: 0 };
  const keeper = createDraftKeeper({
    key,
    store: server.store,
    storage: {
      getItem: (name) => items.get(name) ?? null,
      setItem: (name, value) => void items.set(name, value),
      removeItem: (name) => void items.delete(name),
    },
    onAnswer: (newer) => {
      seen.answers += 1;
      seen.restored = newer;
    },
    onPlace: (place) => {
      seen.place = place;
    },
  });
  return { ...keeper, seen, items, local: keeper.start() };
}

beforeEach(() => {
  forms += 1;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());
const key = () => `form-${forms}`;
const pause = () => vi.advanceTimersByTimeAsync(1_000);

describe('what is typed', () => {
  test('is in the tab at once and at the server within a second', async () => {
    const server = startServer();
    const tab = openTab(server, key());
    await pause();
    tab.keep({ name: 'Asha' }, null);
    expect(openTab(server, key(), tab.items).local?.values).toEqual({ name: 'Asha' });
    expect(server.draft).toBeNull();
    await pause();
    expect(server.draft?.values).toEqual({ name: 'Asha' });
    expect(tab.seen.place).toBe('server');
  });

  test('comes back in another browser', async () => {
    const server = startServer();
    const tab = openTab(server, key());
    await pause();
    tab.keep({ name: 'Asha' }, { name: 'A' });
    await pause();
    const other = openTab(server, key());
    expect(other.local).toBeNull();
    await pause();
    expect(other.seen.restored).toMatchObject({ values: { name: 'Asha' }, opened: { name: 'A' } });
  });

  test('stays here while the server cannot be reached, and follows by itself', async () => {
    const server = startServer();
    server.isDown = true;
    const tab = openTab(server, key());
    tab.keep({ name: 'Asha' }, null);
    await pause();
    expect(tab.seen).toMatchObject({ place: 'here', restored: null });
    server.isDown = false;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(server.draft?.values).toEqual({ name: 'Asha' });
    expect(tab.seen.place).toBe('server');
  });

  test('is sent at once when the page goes', async () => {
    const server = startServer();
    const tab = openTab(server, key());
    await pause();
    tab.keep({ name: 'Asha' }, null);
    tab.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.draft?.values).toEqual({ name: 'Asha' });
  });

  test('does not overwrite what the server has before that was asked for', async () => {
    const server = startServer();
    server.isDown = true;
    server.draft = { values: { name: 'Earlier' }, opened: null, keptAt: '2199-01-01T00:00:00.000Z' };
    const tab = openTab(server, key());
    tab.keep({ name: 'A' }, null);
    tab.flush();
    server.isDown = false;
    tab.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(tab.seen.restored?.values).toEqual({ name: 'Earlier' });
  });
});

describe('of two that differ', () => {
  test('the newer one comes back', async () => {
    const server = startServer();
    const first = openTab(server, key());
    await pause();
    first.keep({ name: 'First' }, null);
    await pause();
    const second = openTab(server, key());
    await pause();
    second.keep({ name: 'Second' }, null);
    await pause();
    const reloaded = openTab(server, key(), first.items);
    await pause();
    expect(reloaded.seen.restored?.values).toEqual({ name: 'Second' });
  });

  test('the tab’s own wins over the server’s that it grew out of, whatever its clock says', async () => {
    const server = startServer();
    const tab = openTab(server, key());
    await pause();
    tab.keep({ name: 'Kept' }, null);
    await pause();
    server.isDown = true;
    vi.setSystemTime(Date.now() - 3_600_000);
    tab.keep({ name: 'Newest' }, null);
    tab.stop();
    server.isDown = false;
    const reloaded = openTab(server, key(), tab.items);
    await pause();
    expect(reloaded.local?.values).toEqual({ name: 'Newest' });
    expect(reloaded.seen).toMatchObject({ answers: 1, restored: null });
  });
});

describe('what is forgotten', () => {
  test('is gone from both, though a draft was just on its way', async () => {
    const server = startServer();
    const tab = openTab(server, key());
    await pause();
    tab.keep({ name: 'Asha' }, null);
    await vi.advanceTimersByTimeAsync(700);
    tab.forget();
    await pause();
    expect(server.draft).toBeNull();
    expect(tab.items.size).toBe(0);
    expect(tab.seen.place).toBeNull();
  });

  test('does not come back though the server could not be told', async () => {
    const server = startServer();
    const tab = openTab(server, key());
    await pause();
    tab.keep({ name: 'Asha' }, null);
    await pause();
    server.isDown = true;
    tab.forget();
    tab.stop();
    server.isDown = false;
    const reloaded = openTab(server, key(), tab.items);
    expect(reloaded.local).toBeNull();
    await pause();
    expect(reloaded.seen.restored).toBeNull();
    expect(server.draft).toBeNull();
  });

  test('leaves alone what is typed into the form that starts anew', async () => {
    const server = startServer();
    const tab = openTab(server, key());
    await pause();
    tab.keep({ name: 'Asha' }, null);
    await pause();
    tab.forget();
    tab.stop();
    const next = openTab(server, key(), tab.items);
    next.keep({ name: 'Ravi' }, null);
    await pause();
    expect(next.seen.restored).toBeNull();
    expect(server.draft?.values).toEqual({ name: 'Ravi' });
    expect(openTab(server, key(), next.items).local?.values).toEqual({ name: 'Ravi' });
  });
});

describe('what is saved', () => {
  test('is gone from the server before the page goes on, though a draft is still on its way', async () => {
    const server = startServer();
    const tab = openTab(server, key());
    await pause();
    tab.keep({ name: 'Asha' }, null);
    await pause();
    server.delay = 300;
    tab.keep({ name: 'Asha Rao' }, null);
    await vi.advanceTimersByTimeAsync(800);
    const finished = tab.finish().then(() => server.draft);
    await pause();
    expect(await finished).toBeNull();
    expect(server.draft).toBeNull();
  });

  test('is gone though the page was hidden, and sent its draft, just before', async () => {
    const server = startServer();
    const tab = openTab(server, key());
    await pause();
    tab.keep({ name: 'Asha' }, null);
    server.delay = 300;
    tab.flush();
    server.delay = 0;
    tab.finish();
    await pause();
    expect(server.draft).toBeNull();
  });

  test('is not kept anew when the form changes afterwards', async () => {
    const server = startServer();
    const tab = openTab(server, key());
    await pause();
    tab.keep({ name: 'Asha' }, null);
    tab.finish();
    tab.keep({ name: 'Asha' }, { name: 'as the list has it now' });
    await pause();
    expect(server.draft).toBeNull();
    expect(tab.items.size).toBe(0);
  });

  test('does not hold the page up for long when the server is away', async () => {
    const server = startServer();
    const tab = openTab(server, key());
    await pause();
    server.delay = 60_000;
    let isFinished = false;
    void tab.finish().then(() => {
      isFinished = true;
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(isFinished).toBe(true);
  });
});
