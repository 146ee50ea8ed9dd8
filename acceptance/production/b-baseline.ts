import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment, eventually, postmasterPid, root } from '../harness/portal.ts';
import { isAlive, killQuietly, killTree } from '../harness/processes.ts';
import { git, trackedFiles } from '../harness/source.ts';

/** The last commit whose only migration is the frozen baseline. BASELINE names another one. */
export function baselineCommit(): string {
  if (process.env.BASELINE) return process.env.BASELINE;
  const second = trackedFiles('migrations/*.sql').sort()[1];
  const added = git('log', '--diff-filter=A', '--format=%H', '--', second!).trim().split('\n')[0];
  if (!added)
    throw new Error(`No commit adds ${second}: the history is too short for this test. Set BASELINE.`);
  const commit = git('rev-parse', `${added}^`).trim();
  const frozen = git('show', 'HEAD:migrations/SHA256SUMS').split('\n')[0];
  const its = git('show', `${commit}:migrations/SHA256SUMS`).split('\n')[0];
  if (frozen !== its)
    throw new Error(`The baseline of ${commit} is not the frozen one: ${its} instead of ${frozen}.`);
  return commit;
}

export type Release = { folder: string; remove(): void };

/** That release as somebody had it installed: its own packages, its own screens. */
export function checkOut(commit: string): Release {
  const folder = path.join(
    mkdtempSync(path.join(process.env.TREES ?? '/var/tmp', 'dikshant-baseline-')),
    'release',
  );
  git('worktree', 'add', '--detach', '--force', folder, commit);
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(path.dirname(folder), { recursive: true, force: true });
  };
  for (const line of ['npm ci --prefer-offline --no-audit --no-fund', 'npm run build']) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 900_000,
      env: cleanEnvironment(),
      maxBuffer: 2 ** 26,
    });
    if (status === 0) continue;
    remove();
    throw new Error(`${line} of ${commit} ended with ${status}:\n${(stdout + stderr).slice(-2_000)}`);
  }
  return { folder, remove };
}

export type Old = { child: ChildProcess; url: string; log(): string; stop(): Promise<void> };

/** The old release at work on a data directory; `words` are those of its command line. */
export async function startOld(
  { folder }: Release,
  {
    directory,
    port,
    words = [],
    env = {},
  }: { directory: string; port: number; words?: string[]; env?: Record<string, string> },
): Promise<Old> {
  let text = '';
  const child = spawn(process.execPath, ['src/app/server/main.ts', ...words], {
    cwd: folder,
    env: { ...cleanEnvironment(), PORT: String(port), DATA_DIRECTORY: directory, ...env },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  const url = `http://localhost:${port}`;
  try {
    await eventually(async () => child.exitCode !== null || (await fetch(`${url}/healthz`)).ok, {
      within: 120_000,
      what: 'the baseline release',
    });
    if (child.exitCode !== null) throw new Error(`The baseline release ended with ${child.exitCode}.`);
  } catch (error) {
    killTree(child.pid!);
    throw new Error(`${String(error)}\n${text.slice(-3_000)}`);
  }
  return {
    child,
    url,
    log: () => text,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      const postmaster = () => {
        try {
          return isAlive(postmasterPid(directory));
        } catch {
          return false;
        }
      };
      await eventually(() => !postmaster(), { within: 30_000, what: 'the end of the old database' });
    },
  };
}

/** The new release's start is killed with its database so many milliseconds after it began. */
export async function killDuringStart(
  directory: string,
  port: number,
  milliseconds: number,
  entry: string,
  env: Record<string, string>,
): Promise<void> {
  const child = spawn(process.execPath, [entry], {
    cwd: root,
    stdio: 'ignore',
    env: { ...cleanEnvironment(), PORT: String(port), DATA_DIRECTORY: directory, ...env },
  });
  const ended = once(child, 'exit');
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  let postmaster: number | undefined;
  try {
    postmaster = postmasterPid(directory);
  } catch {
    // The database was not up yet.
  }
  killTree(child.pid!);
  if (postmaster && postmaster > 1) killQuietly(postmaster, 'SIGKILL');
  await ended;
}
