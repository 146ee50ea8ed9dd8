import type { CrashableServer } from './crashable-server.ts';
import type { StaffCaller } from './open-portal.ts';

/** What a server that may die at any moment answered in the end: done, or refused by a rule. */
export type Answer<Output> = { done: Output } | { refused: string };

/**
 * Somebody who repeats a click with its key until the server answers, however often it dies in between. The session works
 * at the server that is killed, because sessions live in the database that both servers share. An unforeseen error is not repeated.
 */
export async function requestWithRetry<Output>(
  server: CrashableServer,
  caller: StaffCaller,
  target: string,
  body?: object,
): Promise<Answer<Output>> {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  };
  for (;;) {
    // Cut off; asked again below.
    const response = await caller.fetch(target, init, server.url).catch(() => null);
    // Cut off; asked again below.
    const answer = await response?.json().catch(() => null);
    if (response?.ok && answer) return { done: answer as Output };
    if (response && answer) {
      const { code } = answer as { code: string };
      if (code === 'request.unexpected') throw new Error(`${target}: ${JSON.stringify(answer)}`);
      if (response.status < 500) return { refused: code };
    }
    await server.isReady();
  }
}

/** Opens a print file as a browser does it again while the server is down; a refusal is an error. */
export async function openWithRetry(
  server: CrashableServer,
  caller: StaffCaller,
  target: string,
): Promise<void> {
  for (;;) {
    // Cut off; asked again below.
    const response = await caller.fetch(target, undefined, server.url).catch(() => null);
    // Cut off; asked again below.
    const body = await response?.text().catch(() => null);
    if (response?.ok && body) return;
    // An answer that was good and then cut off is none.
    if (response && !response.ok && response.status < 500) throw new Error(`${target}: ${body}`);
    await server.isReady();
  }
}
