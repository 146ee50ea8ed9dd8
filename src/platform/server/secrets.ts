import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from './files/write-durably.ts';

/** One secret of the deployment. Its id is derived from it, so none has to be stored. */
export type Pepper = { id: string; key: Buffer };

/** The newest one creates hashes; those of listed earlier ones are still accepted. */
export type Peppers = readonly [current: Pepper, ...previous: Pepper[]];

export function peppersOf(current: string, previous: string | null): Peppers {
  return previous === null ? [pepperOf(current)] : [pepperOf(current), pepperOf(previous)];
}

function pepperOf(secret: string): Pepper {
  const id = createHash('sha256').update(`key id|${secret}`).digest('hex').slice(0, 8);
  return { id, key: Buffer.from(secret) };
}

/** HMAC-SHA-256 in hex; short codes could be brute-forced from a plain hash. */
export function keyedHash({ key }: Pepper, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** The hashes of a text under each secret, for looking up a stored one. */
export function keyedHashes(peppers: Peppers, text: string): string[] {
  return peppers.map((pepper) => keyedHash(pepper, text));
}

/** Whether any of the secrets produced this hash of the text, in constant time. */
export function isKeyedHash(peppers: Peppers, text: string, stored: string): boolean {
  return keyedHashes(peppers, text).some((hash) => timingSafeEqual(Buffer.from(hash), Buffer.from(stored)));
}

/** A random secret of this deployment, created once and stored in the data directory, readable by its owner only. */
export async function loadOrCreateSecret(dataDirectory: string, name: string): Promise<string> {
  const file = path.join(dataDirectory, name);
  if (!existsSync(file)) await writeDurably(file, randomBytes(32).toString('base64url'));
  return (await readFile(file, 'utf8')).trim();
}
