import type { Caller } from './open-portal.ts';

/** The status of a GET whose answer is read to its end: one that nobody reads keeps the server from closing. */
export async function statusOf(caller: Caller, path: string): Promise<number> {
  const response = await caller.fetch(path);
  await response.arrayBuffer();
  return response.status;
}

/** The code of an answer that refuses. */
export async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}
