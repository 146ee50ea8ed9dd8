import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { PostgresBinaries } from './binaries.ts';
import { type ServerIdentity, spawnAs } from './server-identity.ts';

export type Cluster = { dataDirectory: string; password: string };

type ClusterOptions = {
  directory: string;
  binaries: PostgresBinaries;
  identity: ServerIdentity;
  env: Record<string, string>;
};

/** Opens the database cluster in the directory, or creates it atomically. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { directory, identity } = options;
  const dataDirectory = path.join(directory, 'pgdata');
  const passwordFile = path.join(directory, 'password');
  removeUnfinished(directory);
  if (!existsSync(dataDirectory)) {
    // Written first: as soon as the cluster exists, so does its password.
    writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600, flush: true });
    await createCluster(options, dataDirectory, passwordFile);
  }
  changeOwner(identity, dataDirectory);
  // A copy may have lost the mode, and PostgreSQL refuses a directory that others can read.
  chmodSync(dataDirectory, 0o700);
  return { dataDirectory, password: readPassword(passwordFile) };
}

const unfinishedPrefix = 'unfinished-';

async function createCluster(
  { directory, binaries, identity, env }: ClusterOptions,
  dataDirectory: string,
  passwordFile: string,
): Promise<void> {
  const draft = path.join(directory, `${unfinishedPrefix}${randomUUID()}`);
  const readablePassword = `${draft}-password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(readablePassword, readPassword(passwordFile), { mode: 0o600 });
  if (process.getuid?.() === 0) {
    for (const file of [draft, readablePassword]) chownSync(file, identity.uid, identity.gid);
  }
  const initdb = spawnAs(
    identity,
    [
      binaries.initdb,
      `--pgdata=${draft}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${readablePassword}`,
      '--encoding=UTF8',
      // The same collation and case rules on every machine, whatever its C library.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    initdb.once('error', reject);
    initdb.once('close', resolve);
  });
  const [code, output, errors] = await Promise.all([ended, text(initdb.stdout!), text(initdb.stderr!)]);
  rmSync(readablePassword);
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`PostgreSQL could not make its data directory in ${directory}:\n${output}${errors}`);
  }
  renameSync(draft, dataDirectory);
  flushDirectory(directory);
}

/** Removes what a killed start left behind. */
function removeUnfinished(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name.startsWith(unfinishedPrefix))
      rmSync(path.join(directory, name), { recursive: true, force: true });
  }
}

/** PostgreSQL accepts only a data directory that it owns; the identity may have changed since the last start. */
function changeOwner({ uid, gid }: ServerIdentity, dataDirectory: string): void {
  const owner = statSync(dataDirectory).uid;
  if (owner === uid) return;
  if (process.getuid?.() !== 0) {
    throw new Error(
      `${dataDirectory} belongs to the user with number ${owner}, this process runs as ${uid}. Start it as that user, or use another directory.`,
    );
  }
  for (const entry of readdirSync(dataDirectory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(dataDirectory, entry), uid, gid);
  }
  // Last, so that a start that was killed here repeats the work.
  chownSync(dataDirectory, uid, gid);
}

export function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new Error(`The password of the embedded database cannot be read from ${file}.`, { cause });
  }
}

function flushDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
