import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A random secret of this deployment, made once and kept in the data directory for its owner's eyes only. */
export function keptSecret(dataDirectory: string, name: string): string {
  const file = path.join(dataDirectory, name);
  if (!existsSync(file)) {
    mkdirSync(dataDirectory, { recursive: true });
    // Written beside and renamed, so that a crash leaves no half of a secret.
    writeFileSync(`${file}.new`, randomBytes(32).toString('base64url'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}
