import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findRunningProcess } from './process-table.ts';

export class DatabaseDirectoryInUseError extends Error {
  override name = 'DatabaseDirectoryHeldError';
  /** Undefined if the process is not visible from here. */
  readonly pid: number | undefined;

  constructor(directory: string, pid: number | undefined) {
    const holder =
      pid === undefined ? 'a process out of sight, such as one of another container' : `process ${pid}`;
    super(
      `The database in ${directory} is in use by ${holder}. Stop that process first, or use another directory.`,
    );
    this.pid = pid;
  }
}

/** Files created by a command of root could not be opened again by the portal of another user. */
export function assertNotTakenByRoot(directory: string): void {
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.getuid?.() !== 0 || owner === 0) return;
  throw new Error(
    `${directory} belongs to the user with number ${owner}. Run this as that user and not as root (deploy/as-service).`,
  );
}

export type DirectoryClaim = { release(): void };

/**
 * Makes this process the only one that may start a server on the directory, for as long as it lives. PostgreSQL's own
 * lock file does not cover `initdb`, does not name who started the server, and is confused by a reused pid. The claim
 * names the directory, because a copy of the directory includes the claim.
 */
export function claimDirectory(directory: string): DirectoryClaim {
  const file = path.join(directory, 'owner.json');
  const self = findRunningProcess(process.pid);
  const claim = JSON.stringify({
    pid: process.pid,
    startedAt: self?.startedAt,
    directory: identityOf(directory),
    claim: randomUUID(),
  });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, claim, { mode: 0o600 });
  try {
    while (!place(draft, file)) {
      const held = readIfThere(file);
      if (held === undefined) continue;
      const holder = findHolder(held, directory);
      if (holder !== undefined) throw new DatabaseDirectoryInUseError(directory, holder);
      removeDeadClaim(file, held);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release() {
      if (readIfThere(file) === claim) rmSync(file, { force: true });
    },
  };
}

export const isClaim = (name: string) => name.startsWith('owner.json');

/** Stays the same after a rename; differs for a copy. */
function identityOf(directory: string): string {
  const { dev, ino } = statSync(directory);
  return `${dev}:${ino}`;
}

/** A hard link appears at once with its whole content, and fails if the name exists. */
function place(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function findHolder(claim: string, directory: string): number | undefined {
  try {
    const held = JSON.parse(claim) as { pid: number; startedAt?: string; directory?: string };
    const { pid, startedAt } = held;
    if (held.directory !== undefined && held.directory !== identityOf(directory)) return undefined;
    const running = findRunningProcess(pid);
    return running?.startedAt === startedAt ? running?.pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Of two starters that saw the same dead claim, the slower must not delete the new claim of the faster: so the claim is
 * moved aside, checked, and put back if it is another one.
 */
function removeDeadClaim(file: string, dead: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== dead) place(aside, file);
  rmSync(aside, { force: true });
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
