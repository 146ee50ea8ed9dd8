import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { cleanEnvironment, eventually, root } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import type { University } from '../set-up/a-university.ts';
import { temporaryFolder } from './a-folders.ts';
import { listed, metricsSettings, type Sample, samplesOf } from './a-metrics.ts';
import { documented } from './a-settings.ts';

// Done when 4: "Metrics and doctor name each of fourteen injected faults". Both are looked at before a fault and with it:
// what they say in both cases names nothing.

export type Spoken = { code: number | null; text: string; lines: string[] };
type At = Pick<University, 'portal' | 'directory' | 'env'>;

/** One of the portal's commands, as a monitor runs it. Not `spawnSync`: mail servers of the tests have to answer meanwhile. */
export function command(
  { portal, directory, env }: At,
  name: string,
  { words = [] as string[], more = {} as Record<string, string | undefined>, timeout = 120_000 } = {},
): Promise<Spoken> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', name, ...(words.length ? ['--', ...words] : [])], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
      env: { ...cleanEnvironment(), PORT: String(portal.port), DATA_DIRECTORY: directory, ...env, ...more },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk;
      });
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, text, lines: text.split('\n').filter((line) => line.trim()) }),
    );
  });
}

export const doctor = (at: At, more: Record<string, string | undefined> = {}) =>
  command(at, 'doctor', { more });

// ---------------------------------------------------------------- a sound installation

/** Where backups go and what seals them, as far as the document names settings for it. */
export function backupSettings(): Record<string, string> {
  const folder = temporaryFolder('backups');
  const passphrase = path.join(temporaryFolder('passphrase'), 'passphrase');
  writeFileSync(passphrase, `${letters(32)}\n`, { mode: 0o600 });
  return documented([
    [[/BACKUP/, /DIR|PATH|FOLDER|TARGET|DESTINATION/], folder],
    // By a file: a passphrase in the environment is seen by whoever lists processes.
    [[/BACKUP/, /PASSPHRASE|PASSWORD|KEY|SECRET/, /FILE/], passphrase],
  ]);
}

/**
 * A machine whose clock is synchronized, as far as its tools say so: `timedatectl` and `chronyc` of the test stand first in
 * the PATH. A portal that asks something else is not deceived by them.
 */
export function clockTools(isSynchronized: boolean): string {
  const folder = temporaryFolder('clock');
  const yes = isSynchronized ? 'yes' : 'no';
  writeFileSync(
    path.join(folder, 'timedatectl'),
    `#!/bin/sh\ncase "$*" in *--value*) echo ${yes};; *show*) echo NTP=${yes}; echo NTPSynchronized=${yes};; *) echo "System clock synchronized: ${yes}"; echo "NTP service: active";; esac\n`,
    { mode: 0o755 },
  );
  const offset = isSynchronized ? '0.000012' : '7200.000000';
  writeFileSync(
    path.join(folder, 'chronyc'),
    `#!/bin/sh\necho "Reference ID    : 7F7F0101 ()"\necho "Stratum         : 3"\necho "System time     : ${offset} seconds slow of NTP time"\necho "Leap status     : ${isSynchronized ? 'Normal' : 'Not synchronised'}"\n`,
    { mode: 0o755 },
  );
  return `${folder}:${process.env.PATH}`;
}

/** Node's clock moved by so many seconds, in a process and in all that it starts: a setting of NODE_OPTIONS. */
export function shiftedClock(seconds: number): string {
  const folder = temporaryFolder('shift');
  const file = path.join(folder, 'shift.mjs');
  writeFileSync(
    file,
    `const Real = Date, by = ${seconds * 1_000};
globalThis.Date = class Date extends Real {
  constructor(...words) { words.length ? super(...words) : super(Real.now() + by); }
  static now() { return Real.now() + by; }
};
`,
  );
  return `--import=${file}`;
}

/** What every portal of these files is given beside its own settings. */
export function soundSettings(): Record<string, string> {
  return { ...backupSettings(), ...metricsSettings, PATH: clockTools(true) };
}

/** A backup of today, so that its age is no fault. */
export async function backUp(at: At, more: Record<string, string> = {}): Promise<void> {
  const made = await command(at, 'backup', { more, timeout: 300_000 });
  expect(made.code, `npm run backup: ${made.text}`).toBe(0);
}

// ---------------------------------------------------------------- before and after

export type Look = { doctor: Spoken; samples: Sample[]; failure?: string };

export async function look(at: At): Promise<Look> {
  const spoken = await doctor(at);
  try {
    return { doctor: spoken, samples: await samplesOf(at.portal) };
  } catch (error) {
    return { doctor: spoken, samples: [], failure: String(error) };
  }
}

export type Fault = {
  what: string;
  /** In a line that doctor did not say before. */
  doctor: RegExp;
  /** In a sample's name or labels. */
  metric: RegExp;
  /** Whether this sample tells of the fault. */
  shows(sample: Sample, before: number | undefined, all: Sample[]): boolean;
  within?: number;
};

/** Both name it, doctor in words and by its exit code, the metrics by a sample whose value tells of it. */
export async function expectNamed(at: At, before: Look, fault: Fault): Promise<void> {
  const complaints: string[] = [];
  for (const judge of [byDoctor, byMetrics])
    await judge(at, before, fault).catch((error: Error) =>
      complaints.push(`${error.message}${error.cause ? `\n${error.cause}` : ''}`),
    );
  expect(complaints.join('\n\n'), fault.what).toBe('');
}

async function byDoctor(
  at: At,
  before: Look,
  { what, doctor: words, within = 60_000 }: Fault,
): Promise<void> {
  // Without a sound state before it an exit code tells nothing; nothing is waited for then.
  if (before.doctor.code !== 0)
    throw new Error(
      `doctor ended with ${before.doctor.code} before the fault '${what}':\n${before.doctor.text}`,
    );
  await eventually(
    async () => {
      const now = await doctor(at);
      const fresh = now.lines.filter((line) => !before.doctor.lines.includes(line));
      if (!fresh.some((line) => words.test(line)))
        throw new Error(`no new line of doctor is like ${words}; it says (${now.code}):\n${now.text}`);
      if (now.code === 0) throw new Error(`doctor names it and ends with 0:\n${now.text}`);
      return true;
    },
    { within, every: 2_000, what: `doctor names: ${what}` },
  );
}

async function byMetrics(at: At, before: Look, fault: Fault): Promise<void> {
  if (before.failure) throw new Error(before.failure);
  const old = new Map(before.samples.map(({ key, value }) => [key, value]));
  await eventually(
    async () => {
      const samples = await samplesOf(at.portal);
      const candidates = samples.filter(({ key }) => fault.metric.test(key));
      // Either a measure of its own, or a list of faults with a label for each: `…_fault{name="clock"} 1`.
      const isListed = ({ key, value }: Sample) =>
        /problem|fault|alarm|alert|finding|doctor|diagnos/i.test(key) &&
        value >= 1 &&
        value > (old.get(key) ?? 0);
      if (candidates.some((sample) => isListed(sample) || fault.shows(sample, old.get(sample.key), samples)))
        return true;
      throw new Error(
        `no sample like ${fault.metric} tells of it.\nNow: ${listed(candidates)}\nBefore: ${listed(before.samples.filter(({ key }) => fault.metric.test(key)))}`,
      );
    },
    { within: fault.within ?? 90_000, every: 1_000, what: `metrics name: ${fault.what}` },
  );
}

/** A count or age that grew, or a sign of health (up, ok, healthy, ready) that went from 1 to 0. */
export function grewOrFell({ key, value }: Sample, before: number | undefined): boolean {
  if (
    /\b(up|ok|healthy|ready|holds|intact|reachable|valid|success|connected)\b/i.test(
      key.replaceAll('_', ' '),
    ) &&
    !/fail|error/i.test(key)
  )
    return value === 0 && before !== 0;
  return value > (before ?? 0);
}
