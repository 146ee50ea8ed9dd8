import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from './files/write-durably.ts';

/** A random secret of this deployment, made once and kept in the data directory for its owner's eyes only. */
export async function keptSecret(dataDirectory: string, name: string): Promise<string> {
  const file = path.join(dataDirectory, name);
  if (!existsSync(file)) await writeDurably(file, randomBytes(32).toString('base64url'));
  return (await readFile(file, 'utf8')).trim();
}
