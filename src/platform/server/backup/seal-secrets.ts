import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Secrets outside the database: files of the data directory by path, settings by name. */
export type Secrets = { files: Record<string, string>; settings: Record<string, string> };

type Sealed = { names: string[]; salt: string; iv: string; tag: string; secrets: string };

/** OWASP's parameters for scrypt (Password Storage Cheat Sheet); 128 MiB for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

const minimumPassphraseLength = 12;

/**
 * AES-256-GCM with a key derived from the passphrase by scrypt. `of` is authenticated: the secrets open only with the
 * same value.
 */
export function sealSecrets(secrets: Secrets, passphrase: string, of: Buffer): Sealed {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, cost), iv).setAAD(of);
  const bytes = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()]);
  return {
    names: [...Object.keys(secrets.settings), ...Object.keys(secrets.files)],
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    secrets: bytes.toString('base64'),
  };
}

export function openSecrets(sealed: Sealed, passphrase: string, of: Buffer): Secrets {
  const [salt, iv, tag, bytes] = [sealed.salt, sealed.iv, sealed.tag, sealed.secrets].map((text) =>
    Buffer.from(text, 'base64'),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const key = scryptSync(passphrase, salt, 32, cost);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 }).setAAD(of).setAuthTag(tag);
  try {
    return JSON.parse(Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8')) as Secrets;
  } catch {
    throw new Error(
      'The secrets do not open: this is not the passphrase of this backup, or the backup was altered.',
    );
  }
}

/** Reads the passphrase from the file that the settings name; called before anything else is done. */
export async function readPassphrase(environment: Record<string, string | undefined>): Promise<string> {
  const file = environment.BACKUP_PASSPHRASE_FILE;
  if (!file)
    throw new Error(
      'BACKUP_PASSPHRASE_FILE is missing: a file with the passphrase under which the secrets are sealed.',
    );
  const passphrase = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: Error) => {
      throw new Error(`The passphrase cannot be read (BACKUP_PASSPHRASE_FILE): ${error.message}`);
    },
  );
  if (passphrase.length < minimumPassphraseLength)
    throw new Error(
      `The passphrase in ${file} is too short: at least ${minimumPassphraseLength} characters.`,
    );
  return passphrase;
}
