import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { Day } from '#shared/fields.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

type Counts = number | { [name: string]: Counts };
const Counts: z.ZodType<Counts> = z.lazy(() => z.union([z.number(), z.record(z.string(), Counts)]));

const FirstCheckpoint = z.object({
  version: z.literal(1),
  day: Day,
  /** The newest event and its hash; sequence 0 and a hash of zeros stand for an empty log. */
  sequence: z.number().int().min(0),
  hash: Sha256,
  /** The number of events since the previous checkpoint. */
  events: z.number().int().min(0),
  /** The access log of the day. */
  accessLog: z.object({ entries: z.number().int().min(0), hash: Sha256 }),
  /** SHA-256 of the previous checkpoint's file; null for the first one. */
  previous: Sha256.nullable(),
  writtenAt: z.iso.datetime(),
  publicKey: z.string(),
  signature: z.string(),
});

const CheckpointWithBalances = FirstCheckpoint.extend({
  version: z.literal(2),
  /**
   * The features' books, and the event up to which they hold: tables cannot be read as of midnight, so that is a later
   * one than the day's last if anything happened since. Null for a day that was made up for.
   */
  balances: z
    .object({ sequence: z.number().int().min(0) })
    .catchall(Counts)
    .nullable(),
});

/** The end of the audit log at the end of a day in India, signed with Ed25519 over its canonical JSON. */
const Checkpoint = z.discriminatedUnion('version', [FirstCheckpoint, CheckpointWithBalances]);
type Checkpoint = z.infer<typeof Checkpoint>;
export type Balances = NonNullable<z.infer<typeof CheckpointWithBalances>['balances']>;
export type CheckpointFile = Checkpoint & { sha256: string };

export type SigningKey = { privateKey: KeyObject; publicKey: string };

// Prefix of a PKCS #8 Ed25519 key, before its 32 secret bytes (RFC 8410).
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key pair of a secret of 32 bytes in base64url; the public key is in base64url too. */
export function signingKeyOf(secret: string): SigningKey {
  const seed = Buffer.from(secret, 'base64url');
  if (seed.length !== 32) throw new Error('CHECKPOINT_KEY has to be 32 bytes in base64url.');
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return { privateKey, publicKey: createPublicKey(privateKey).export({ format: 'jwk' }).x! };
}

/** The content of a checkpoint's file. */
export function signCheckpoint(
  unsigned: Omit<z.infer<typeof CheckpointWithBalances>, 'publicKey' | 'signature'>,
  { privateKey, publicKey }: SigningKey,
): string {
  const content = { ...unsigned, publicKey };
  const signature = signBytes(null, bytesOf(content), privateKey).toString('base64url');
  return `${JSON.stringify({ ...content, signature }, null, 2)}\n`;
}

/**
 * The checkpoints of a directory, ordered by day. Throws, naming the file, when a signature is wrong, a key is not
 * among `publicKeys` (or, if none are given, differs from the others), or a checkpoint does not follow the one before.
 */
export async function readCheckpoints(
  directory: string,
  publicKeys: readonly string[] = [],
): Promise<CheckpointFile[]> {
  const names = await namesIn(directory);
  const files: CheckpointFile[] = [];
  for (const name of names) {
    const file = await readCheckpoint(path.join(directory, name));
    const before = files.at(-1);
    const known = publicKeys.length > 0 ? publicKeys : [before?.publicKey ?? file.publicKey];
    if (!known.includes(file.publicKey)) throw new Error(`checkpoint ${name} is signed by another key`);
    if (before && (file.previous !== before.sha256 || file.sequence < before.sequence))
      throw new Error(
        `checkpoint ${name} does not follow that of ${before.day}: one is missing or was exchanged`,
      );
    files.push(file);
  }
  return files;
}

/** The files of a directory as they are, ordered by day: who reads them checks them. */
export async function checkpointTexts(directory: string): Promise<{ name: string; text: string }[]> {
  const names = await namesIn(directory);
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(path.join(directory, name), 'utf8') })),
  );
}

/** Reads one file and checks its signature. */
export async function readCheckpoint(file: string): Promise<CheckpointFile> {
  const bytes = await readFile(file);
  const name = path.basename(file);
  const parsed = Checkpoint.safeParse(parseJson(bytes));
  if (!parsed.success || `${parsed.data.day}.json` !== name) throw new Error(`${name} is no checkpoint`);
  const { signature, ...content } = parsed.data;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: content.publicKey }, format: 'jwk' });
  if (!verifyBytes(null, bytesOf(content), key, Buffer.from(signature, 'base64url')))
    throw new Error(`the signature of checkpoint ${name} is wrong`);
  return { ...parsed.data, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => /^\d{4}-\d\d-\d\d\.json$/.test(name)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function bytesOf(content: object): Buffer {
  return Buffer.from(canonicalize(content)!);
}
