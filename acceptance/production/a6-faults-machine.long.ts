import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startMailServer } from '../harness/mail-server.ts';
import { ask } from '../harness/people.ts';
import { freePort, startPortal } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { emptyUniversity, once, type University } from '../set-up/a-university.ts';
import {
  backUp,
  clockTools,
  expectNamed,
  grewOrFell,
  type Look,
  look,
  shiftedClock,
  soundSettings,
} from './a-faults.ts';
import { metricsSettings, samplesOf } from './a-metrics.ts';

// Done when 4: "Metrics and doctor name each of fourteen injected faults (disk 95 %, mail down, stuck job, clock off, missing
// file, broken chain, old backup, archive failing, pool exhausted, demo database, wrong PUBLIC_URL, replica behind, standby
// missing, migrations missing)." Here those of the machine and its settings: disk, mail, clock, demo, PUBLIC_URL.
// The data lie on a disk of their own of 1.5 GB, which needs root and mount.

let mount: string;
let university: University;
let sound: Look;

beforeEach(
  once(async () => {
    mount = mkdtempSync(path.join(tmpdir(), 'dikshant-volume-'));
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1500m', 'tmpfs', mount], {
      encoding: 'utf8',
    });
    if (status !== 0)
      throw new Error(`This file needs root: a disk of 1.5 GB could not be mounted: ${stderr}`);
    // Where `newDirectory` makes the data directory.
    const temporary = process.env.TMPDIR;
    process.env.TMPDIR = mount;
    try {
      university = await emptyUniversity(soundSettings());
    } finally {
      process.env.TMPDIR = temporary ?? '/tmp';
    }
    await backUp(university).catch(() => {});
    sound = await look(university);
  }),
  300_000,
);
afterAll(async () => {
  await university?.remove();
  await university?.mails.close().catch(() => {});
  spawnSync('umount', ['-l', mount]);
  rmSync(mount, { recursive: true, force: true });
});

/** The same data served with other settings, and back again. */
async function withSettings(settings: Record<string, string>, work: () => Promise<void>): Promise<void> {
  const before = { ...university.env };
  await university.portal.stop();
  Object.assign(university.env, settings);
  try {
    await university.restart();
    await work();
  } finally {
    await university.portal.stop();
    for (const name of Object.keys(settings)) delete university.env[name];
    Object.assign(university.env, before);
    await university.restart();
  }
}

describe('4 faults of the machine and its settings', () => {
  test('4: disk 95 % is named', async () => {
    const file = path.join(mount, 'full');
    const { bavail, blocks, bsize } = statfsSync(mount);
    writeFileSync(file, Buffer.alloc(bavail * bsize - Math.floor(blocks * bsize * 0.04)));
    const { bavail: left } = statfsSync(mount);
    expect(left / blocks, 'the test filled the disk').toBeLessThan(0.05);
    try {
      await expectNamed(university, sound, {
        what: 'disk 95 %',
        doctor: /disk/i,
        metric: /disk|filesystem|storage/i,
        // A share or percentage of use, or free bytes beside the size.
        shows: ({ key, value }, _, all) => {
          if (/free|avail/i.test(key)) {
            const sizes = all.filter(
              (one) => /disk|filesystem|storage/i.test(one.key) && /size|total|capacity/i.test(one.key),
            );
            return (
              sizes.some((size) => size.value > 0 && value / size.value <= 0.05) ||
              (/ratio|share/i.test(key) && value <= 0.05)
            );
          }
          return (
            (/ratio|share|used|full/i.test(key) && value >= 0.95 && value <= 1) ||
            (/percent/i.test(key) && value >= 95)
          );
        },
      });
    } finally {
      rmSync(file);
    }
  }, 400_000);

  test('4: mail down is named', async () => {
    const port = university.mails.port;
    const before = await look(university);
    await university.mails.close();
    try {
      // A mail that waits: a code that somebody asked for.
      await ask(university.portal, 'POST', '/api/sign-in', {
        body: { role: 'admin', email: university.admin.email, password: university.admin.secret },
      });
      await expectNamed(university, before, {
        what: 'mail down',
        doctor: /mail|smtp/i,
        metric: /mail|smtp|outbox/i,
        // That mails are made tells nothing; that they wait, fail or find nobody does.
        shows: (sample, was) =>
          /fail|error|unsent|wait|pending|oldest|age|retr|up|reach|down|refus|queue|delay/i.test(
            sample.key,
          ) && grewOrFell(sample, was),
      });
    } finally {
      university.mails = await startMailServer(port);
    }
  }, 400_000);

  test('4: clock off is named', async () => {
    const off = between(3_600, 5 * 3_600) * (between(0, 1) ? 1 : -1);
    // The portal's clock differs from the database's and from what the tools of the machine say. A portal that knows its clock
    // from somewhere else still has two of three wrong.
    await withSettings({ NODE_OPTIONS: shiftedClock(off), PATH: clockTools(false) }, async () => {
      await expectNamed(university, sound, {
        what: `clock off by ${off} s`,
        doctor: /clock|time of this machine|seconds (ahead|behind|fast|slow)/i,
        metric: /clock|skew|time_?(offset|drift)|ntp/i,
        shows: ({ key, value }) =>
          /synchroni[sz]ed|ok\b/i.test(key) ? value === 0 : Math.abs(value) >= 60 && Math.abs(value) < 1e9,
      });
    });
  }, 500_000);

  test('4: wrong PUBLIC_URL is named', async () => {
    // Somebody else's server answers there, with 200 and a page.
    const port = await freePort();
    const stranger = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${letters(9)}</title>`);
    }).listen(port, '127.0.0.1');
    try {
      await withSettings({ PUBLIC_URL: `http://localhost:${port}` }, async () => {
        for (let made = 0; made < 5; made += 1) await ask(university.portal, 'GET', '/api/session');
        await expectNamed(university, sound, {
          what: 'wrong PUBLIC_URL',
          doctor: /PUBLIC_URL/,
          metric: /public_?url|public_?address/i,
          shows: grewOrFell,
        });
      });
    } finally {
      stranger.close();
      stranger.closeAllConnections();
    }
  }, 500_000);

  test('4: a PUBLIC_URL at which nobody answers is named as well', async () => {
    await withSettings({ PUBLIC_URL: `http://localhost:${await freePort()}` }, async () => {
      await expectNamed(university, sound, {
        what: 'PUBLIC_URL without a server',
        doctor: /PUBLIC_URL/,
        metric: /public_?url|public_?address/i,
        shows: grewOrFell,
      });
    });
  }, 500_000);

  test('4: demo database is named', async () => {
    const demo = await startPortal({ env: metricsSettings });
    try {
      // Production refuses to start on it, so its metrics are those of the demo that serves it.
      const at = { portal: demo, directory: demo.directory, env: university.env };
      const before = { doctor: sound.doctor, samples: sound.samples, failure: sound.failure };
      await expectNamed(at, before, {
        what: 'demo database',
        doctor: /demo/i,
        metric: /demo/i,
        shows: ({ value }) => value === 1,
      });
      const honest = (await samplesOf(university.portal)).filter(
        ({ key, value }) => /demo/i.test(key) && !/demo="(false|0)"/.test(key) && value !== 0,
      );
      expect(honest, 'production calls itself a demo').toEqual([]);
    } finally {
      await demo.remove();
    }
  }, 400_000);

  test('4: what is repaired is named no longer', async () => {
    mkdirSync(mount, { recursive: true });
    const { doctor } = await look(university);
    expect(doctor.code, doctor.text).toBe(0);
  });
});
