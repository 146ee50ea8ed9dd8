import { execFile } from 'node:child_process';
import { access, constants, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { screensFault } from '#platform/server/http/web.ts';
import { type Check, type Finding, type Installation, ok, problem, reasonOf, rowsOf } from './check.ts';

const run = promisify(execFile);

/** With less than this share free, a disk counts as full. */
const minimumFree = 0.05;
const maximumSecondsOff = 5;
/** The limit for the offset that the time service itself reports. */
const maximumCorrectedSeconds = 1;

/** Whether all settings are present and consistent. */
export const settingsCheck: Check = {
  name: 'settings',
  isOutside: true,
  async *run({ faults, settings }) {
    for (const fault of faults) yield problem(`The setting ${fault}.`);
    for (const name of settings.ignored) yield ok(`The setting ${name} is ignored. It can be removed.`);
    if (faults.length === 0) yield ok('The settings are complete.');
  },
};

/** Whether every file of the web build is present. */
export const screensCheck: Check = {
  name: 'screens',
  isOutside: true,
  async *run() {
    const fault = screensFault();
    yield fault ? problem(fault) : ok('The screens are built.');
  },
};

/** Whether there is disk space and write permission. */
export const diskCheck: Check = {
  name: 'disk',
  isOutside: true,
  async *run({ settings, measure }) {
    const { dataDirectory, backupDirectory, databaseUrl } = settings;
    const folders = [['data', dataDirectory], ...(databaseUrl ? [] : [['backups', backupDirectory]])];
    for (const [name, folder] of folders as [string, string][]) {
      try {
        const { bavail, bfree, blocks, bsize } = await statfs(folder);
        measure('dikshant_disk_free_bytes', bavail * bsize, { folder: name });
        measure('dikshant_disk_size_bytes', blocks * bsize, { folder: name });
        // As df computes it, without the space reserved for root.
        const isFull = bavail / (blocks - bfree + bavail) <= minimumFree;
        const left = `${Math.round((bavail * bsize) / 1e6).toLocaleString('en')} MB are free`;
        yield isFull
          ? problem(`The disk of ${folder} is nearly full: ${left}. Make room, or nothing can be saved soon.`)
          : ok(`The disk of ${folder} has room: ${left}.`);
        await access(folder, constants.R_OK | constants.W_OK);
      } catch (error) {
        // The folder is created with the first archive.
        const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
        if (name === 'backups' && isMissing) continue;
        yield problem(`The folder ${folder} cannot be used on its disk: ${reasonOf(error)}.`);
      }
    }
  },
};

/** Whether the clock matches the database's and is synchronised by a time service. */
export const clockCheck: Check = {
  name: 'clock',
  every: 60,
  async *run(installation) {
    const began = Date.now();
    const [row] = await rowsOf<{ now: number }>(
      installation,
      'select extract(epoch from clock_timestamp())::float8 as now',
    );
    const ended = Date.now();
    const offset = (began + ended) / 2_000 - row!.now;
    installation.measure('dikshant_clock_offset_seconds', offset);
    const isOff = Math.abs(offset) > maximumSecondsOff + (ended - began) / 2_000;
    if (isOff)
      yield problem(
        `The clock of this machine is ${Math.round(Math.abs(offset))} seconds ${offset > 0 ? 'ahead of' : 'behind'} that of the database. One-time codes and receipts go wrong.`,
      );
    const fault = await faultOfTimeService();
    if (fault) yield problem(`The clock is not synchronized: ${fault}. Turn the time service on.`);
    if (!isOff && !fault) yield ok('The clock is right, as far as database and time service say.');
  },
};

/** Null if there is no fault, or no time service to ask. */
async function faultOfTimeService(): Promise<string | null> {
  const said = await output('chronyc', 'tracking');
  const [, status] = /^Leap status\s*:\s*(.+)$/m.exec(said ?? '') ?? [];
  if (said && status) {
    if (status.trim() === 'Not synchronised') return "chronyc says 'Not synchronised'";
    const seconds = Number(/^System time\s*:\s*([\d.]+) seconds/m.exec(said)?.[1] ?? 0);
    return seconds > maximumCorrectedSeconds ? `chronyc says that it is ${seconds} seconds off` : null;
  }
  const isSynchronized = await output('timedatectl', 'show', '--property=NTPSynchronized', '--value');
  return isSynchronized?.trim() === 'no' ? "timedatectl says 'NTPSynchronized=no'" : null;
}

async function output(program: string, ...words: string[]): Promise<string | null> {
  try {
    return (await run(program, words, { timeout: 3_000 })).stdout;
  } catch {
    // Not installed, or without a running service, as in most containers.
    return null;
  }
}

/** Whether the URL in the QR codes leads to this portal. */
export const publicUrlCheck: Check = {
  name: 'public_url',
  isOutside: true,
  every: 60,
  async *run(installation) {
    const { publicUrl } = installation.settings;
    if (installation.faults.some((fault) => fault.startsWith('PUBLIC_URL'))) return;
    if ((await installation.portal()) === null)
      yield ok('The portal is stopped here: whether PUBLIC_URL leads to it was left out.');
    else yield await fetchPublicUrl(installation, publicUrl);
  },
};

async function fetchPublicUrl({ id }: Installation, publicUrl: string): Promise<Finding> {
  const wrong = (why: string) =>
    problem(`PUBLIC_URL ${publicUrl} does not lead to this portal: ${why}. The QR codes carry it.`);
  try {
    const answer = await fetch(`${publicUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
    });
    const text = await answer.text();
    const said = jsonOf(text);
    if (said?.status !== 'alive') return wrong(`something else answers there, with ${answer.status}`);
    if (id && said.installation !== id) return wrong('another portal answers there');
    return ok(`PUBLIC_URL ${publicUrl} leads to this portal.`);
  } catch (error) {
    return wrong(reasonOf(error));
  }
}

function jsonOf(text: string): { status?: string; installation?: string } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
