import type { StaffCaller } from './open-portal.ts';
import type { VictimServer } from './victim-server.ts';

/** What a server that may die at any moment answered in the end: done, or refused by a rule. */
export type Answer<Output> = { done: Output } | { refused: string };

/**
 * Somebody who repeats a click with its key until the server answers, however often it dies in between. The session works
 * at the victim, because sessions live in the database that both servers share. An unforeseen error is not repeated.
 */
export async function askStubbornly<Output>(
  server: VictimServer,
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
    const response = await caller.fetch(target, init, server.url).catch(() => null);
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
