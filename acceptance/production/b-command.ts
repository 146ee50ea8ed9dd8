import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cleanEnvironment, root } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { documented, type Filling, fillIn, settingsLike } from './b-document.ts';

export type Said = { code: number | null; text: string; milliseconds: number };

/**
 * A line as an operator types it in the folder of the release; the test goes on while it runs. There is no service on this
 * machine whose user and settings it could take over (`deploy/as-service`): the tests give the settings themselves.
 */
export function runLine(
  line: string,
  env: Record<string, string | undefined> = {},
  { cwd = root, minutes = 8, input = '' } = {},
): Promise<Said> {
  const began = performance.now();
  const command = line.replaceAll(/\S*\bas-service /g, '');
  const child = spawn('bash', ['-c', command], {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    detached: true,
  });
  let text = '';
  const collect = (chunk: Buffer) => {
    text += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const patience = setTimeout(() => {
    text += `\n(it was ended after ${minutes} minutes)`;
    process.kill(-child.pid!, 'SIGKILL');
  }, minutes * 60_000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(patience);
      resolve({ code, text, milliseconds: performance.now() - began });
    });
  });
}

/**
 * What stands outside the machine: the disk of the backups, the disk of the archive, the passphrase on paper. The settings that
 * name them are looked for in the documents: …BACKUP…, …ARCHIVE…, …WAL… with DIRECTORY, FOLDER or PATH, and …PASSPHRASE….
 */
export type Outside = {
  folder: string;
  backup: string;
  /** The backup that was made last, where the command says its path; what restores begin from. */
  latest?: string;
  passphrase: string;
  passphraseFile: string;
  env: Record<string, string>;
};

export function newOutside(): Outside {
  const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-outside-'));
  const backup = path.join(folder, 'backup');
  const archive = path.join(folder, 'archive');
  mkdirSync(backup);
  mkdirSync(archive);
  const passphrase = `${letters(6)} ${letters(7)} ${letters(6)} ${letters(8)}`;
  const passphraseFile = path.join(folder, 'passphrase');
  writeFileSync(passphraseFile, `${passphrase}\n`, { mode: 0o600 });
  const env: Record<string, string> = {};
  for (const name of settingsLike(/(BACKUP|ARCHIVE|WAL).*(DIRECTORY|FOLDER|PATH|TARGET)$/))
    env[name] = /ARCHIVE|WAL/.test(name) ? archive : backup;
  for (const name of settingsLike(/PASSPHRASE/))
    env[name] = /FILE|PATH/.test(name) ? passphraseFile : passphrase;
  return { folder, backup, passphrase, passphraseFile, env };
}

type Place = { directory: string; env: Record<string, string>; outside: Outside };

function filling({ directory, outside }: Place, moment?: string): Filling {
  const { backup, passphraseFile } = outside;
  return { dataDirectory: directory, backup, passphraseFile, ...(moment ? { moment } : {}) };
}

function environment({ directory, env, outside }: Place): Record<string, string> {
  return { ...env, ...outside.env, DATA_DIRECTORY: directory };
}

/** "`npm run backup` makes a base backup with files". */
export function backup(place: Place): Promise<Said> {
  return runLine(fillIn(documented(/npm run (--silent |-s )?backup\b/), filling(place)), environment(place));
}

const isToMoment = (command: string) =>
  /TIME|MOMENT|SECOND|WHEN|UNTIL|--(to|at|until|time|moment)\b|\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(command);

/** "`npm run restore` onto an empty machine, also to a chosen second": the form of the document, with or without a moment. */
export function restore(place: Place, moment?: Date): Promise<Said> {
  const command = moment
    ? documented(
        /npm run (--silent |-s )?restore\b.*(TIME|MOMENT|SECOND|WHEN|UNTIL|--(to|at|until|time|moment)\b|\d{4}-\d\d-\d\d[T ]\d\d:\d\d)/,
      )
    : documentedWithout(/npm run (--silent |-s )?restore\b/);
  // Whole seconds, as a person chooses them.
  const text = moment?.toISOString().replace(/\.\d+Z$/, 'Z');
  const { outside } = place;
  const from = { ...filling(place, text), backup: outside.latest ?? outside.backup };
  return runLine(fillIn(command, from), environment(place));
}

/** The plain form; where only the form with a moment is documented, it is that one without its option. */
function documentedWithout(like: RegExp): string {
  const line = new RegExp(
    `^(?!.*(TIME|MOMENT|SECOND|--to\\b|--at\\b|--until\\b|\\d{4}-\\d\\d-\\d\\d)).*${like.source}`,
  );
  try {
    return documented(line, undefined, { isInlineToo: false });
  } catch {
    const command = documented(like);
    if (!isToMoment(command)) return command;
    return command
      .replace(/\s--(to|at|until|time|moment)(=|\s+)('[^']*'|"[^"]*"|\S+)/, '')
      .replace(/\s\[|\]/g, ' ');
  }
}

/** Where a command says that it has put a backup: a path outside the machine that is there and is not the archive's. */
export function pathOfBackup({ outside }: Place, { text }: Said): string | undefined {
  const paths = [...text.matchAll(/\/[\w./:+-]+/g)].map(([one]) => one.replace(/[.:]+$/, ''));
  return paths.findLast(
    (one) =>
      one.startsWith(`${outside.folder}/`) &&
      one !== outside.backup &&
      !/archive/.test(one) &&
      existsSync(one),
  );
}

export function doctor(place: Place): Promise<Said> {
  return runLine('npm run doctor', environment(place));
}

export function auditVerify(place: Place, ...words: string[]): Promise<Said> {
  return runLine(`npm run audit:verify -- ${words.join(' ')}`, environment(place));
}
