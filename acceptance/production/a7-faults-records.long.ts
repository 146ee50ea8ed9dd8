import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../harness/portal.ts';
import { letters, pick } from '../harness/random.ts';
import { drawPhoto, upload } from '../harness/records.ts';
import { employ, emptyUniversity, type University } from '../set-up/a-university.ts';
import { backUp, expectNamed, grewOrFell, type Look, look, shiftedClock, soundSettings } from './a-faults.ts';

// Done when 4: "Metrics and doctor name each of fourteen injected faults (… stuck job, … missing file, broken chain, old backup,
// archive failing, pool exhausted, … migrations missing)."

let university: University;
let sound: Look;

beforeAll(async () => {
  university = await emptyUniversity(soundSettings());
  await backUp(university).catch(() => {});
  sound = await look(university);
}, 300_000);
afterAll(() => university?.remove());

const sql = (text: string, values: unknown[] = []) => university.portal.sql(text, values);

/** Past triggers and rights, as who has the superuser's password can. */
async function force(text: string, values: unknown[] = []): Promise<void> {
  const client = await university.portal.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query(text, values);
    expect(rowCount, text).toBeGreaterThan(0);
  } finally {
    await client.end();
  }
}

/** Runs every scheduled job once, so that what is looked at nightly is looked at now. */
async function runNightly(): Promise<void> {
  for (const { name } of await sql('select name from pgboss.schedule'))
    await sql('insert into pgboss.job (name, data) values ($1, $2)', [name, '{}']);
}

/** Moments of today in a file of text, as so many days earlier. */
function setBack(file: string, days: number): void {
  const text = readFileSync(file, 'utf8').replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, (moment) => {
    const at = new Date(JSON.parse(moment));
    const isYoung = Date.now() - at.getTime() < 86_400_000;
    return JSON.stringify(isYoung ? new Date(at.getTime() - days * 86_400_000) : at);
  });
  writeFileSync(file, text);
}

function foldersLike(like: RegExp, below: string): string[] {
  return readdirSync(below, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'pgdata')
    .flatMap(({ name }) => {
      const folder = path.join(below, name);
      return [...(like.test(name) ? [folder] : []), ...foldersLike(like, folder)];
    });
}

describe('4 faults of records, jobs and backups', () => {
  test('4: a stuck job is named', async () => {
    const queues = (await sql("select name from pgboss.queue where name !~ '^__'")).map(
      ({ name }) => name as string,
    );
    const name = pick(queues);
    // Somebody took it hours ago and never said how it ended; its time is not over.
    await sql(
      "insert into pgboss.job (name, data, state, created_on, started_on, expire_seconds) values ($1, '{}', 'active', now() - interval '7 hours', now() - interval '6 hours', 86000)",
      [name],
    );
    try {
      await expectNamed(university, sound, {
        what: `a job of ${name} that runs for six hours`,
        doctor: new RegExp(`job.*${name}|${name}.*job|stuck|hung`, 'i'),
        metric: /job|queue/i,
        shows: ({ key, value }, before) =>
          (/age|seconds|oldest|since/i.test(key) && value >= 3_600 && value < 1e9 && value > (before ?? 0)) ||
          (/stuck|hung|overdue|stale/i.test(key) && value >= 1 && value > (before ?? 0)),
      });
    } finally {
      await sql("delete from pgboss.job where started_on < now() - interval '5 hours'");
    }
  }, 400_000);

  test('4: a missing file is named', async () => {
    const receiver = await employ(university, 'receiver');
    const id = await upload(receiver, 'photo', await drawPhoto(), 'photo.jpg');
    const [row] = await sql('select storage_key from files where id = $1', [id]);
    const base = path.basename(row!.storage_key);
    const file = readdirSync(university.directory, { recursive: true, encoding: 'utf8' }).find((one) =>
      one.endsWith(base),
    );
    expect(file, `a file that ends with ${base}`).toBeDefined();
    const at = path.join(university.directory, file!);
    renameSync(at, `${university.directory}.away`);
    try {
      // Somebody asks for it, and the nightly looks are taken: the metrics need not read a million files at each scrape.
      expect((await receiver.get(`/api/files/${id}`)).status).toBe(410);
      await runNightly();
      await expectNamed(university, sound, {
        what: 'a missing file',
        doctor: new RegExp(base.slice(0, 16)),
        metric:
          /file.*(missing|lost|absent|gone|fault|problem)|(missing|lost|absent|gone|fault|problem).*file/i,
        shows: grewOrFell,
      });
    } finally {
      renameSync(`${university.directory}.away`, at);
    }
  }, 400_000);

  test('4: a broken chain is named', async () => {
    const [event] = await sql('select sequence, event from audit_events order by random() limit 1');
    await force('update audit_events set event = $2 where sequence = $1', [
      event!.sequence,
      `staff.${letters(6)}`,
    ]);
    try {
      await runNightly();
      await expectNamed(university, sound, {
        what: `event ${event!.sequence} altered`,
        doctor: new RegExp(`chain|event ${event!.sequence}\\b`, 'i'),
        metric: /chain|audit/i,
        shows: ({ key, value }, before) =>
          // The head's number grows by itself and tells nothing of this.
          /fail|broken|alter|invalid|fault|error|holds|intact|valid|ok|verified/i.test(key) &&
          grewOrFell({ key, value } as never, before),
      });
    } finally {
      await force('update audit_events set event = $2 where sequence = $1', [event!.sequence, event!.event]);
    }
  }, 400_000);

  test('4: an old backup is named', async () => {
    const days = 12;
    // Made by a machine that says it is twelve days ago; what the file system and the database say of it is set back as well.
    const folders = Object.entries(university.env)
      .filter(([name, value]) => /BACKUP/.test(name) && existsSync(value) && statSync(value).isDirectory())
      .map(([, value]) => value);
    for (const folder of [...folders, ...foldersLike(/backup/i, university.directory)]) {
      // Archived segments stay: they are no backup, and their folder is somebody's.
      for (const name of readdirSync(folder))
        if (!/wal|archive/i.test(name)) rmSync(path.join(folder, name), { recursive: true });
    }
    const past = new Date(Date.now() - days * 86_400_000);
    await backUp(university, { NODE_OPTIONS: shiftedClock(-days * 86_400) });
    for (const folder of [...folders, ...foldersLike(/backup/i, university.directory)])
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        // What it says of itself by the database's clock, which nobody shifted.
        if (/manifest[^/]*$/.test(name)) setBack(path.join(folder, name), days);
        utimesSync(path.join(folder, name), past, past);
      }
    const columns = await sql(
      "select table_name, column_name from information_schema.columns where table_schema = 'public' and table_name ~ 'backup' and data_type like 'timestamp%'",
    );
    for (const { table_name, column_name } of columns)
      await sql(
        `update public."${table_name}" set "${column_name}" = "${column_name}" - interval '${days} days' where "${column_name}" > now() - interval '1 day'`,
      );
    await expectNamed(university, sound, {
      what: 'a backup of twelve days ago',
      doctor: /backup/i,
      metric: /backup/i,
      shows: ({ value }) => {
        const seconds = value > 1e12 ? value / 1_000 : value;
        const age = seconds > 1e9 ? Date.now() / 1_000 - seconds : seconds;
        return age >= (days - 1) * 86_400 && age <= (days + 1) * 86_400;
      },
    });
    await backUp(university);
  }, 600_000);

  test('4: an archive that fails is named', async () => {
    const [mode] = await sql(
      "select current_setting('archive_mode') as mode, current_setting('archive_command') as command",
    );
    expect(mode!.mode, 'the embedded server archives WAL from its first start').toMatch(/on|always/);
    const inCommand = [...(mode!.command as string).matchAll(/(\/[^\s'"%;]+)/g)]
      .map(([, word]) => word!)
      .filter((one) => existsSync(one) && statSync(one).isDirectory());
    const configured = Object.entries(university.env)
      .filter(([name, value]) => /ARCHIVE|WAL/.test(name) && existsSync(value))
      .map(([, value]) => value);
    const folders = [
      ...new Set([...inCommand, ...configured, ...foldersLike(/archive|^wal/i, university.directory)]),
    ].filter((one) => !one.includes('pgdata'));
    expect(
      folders.length,
      `a folder of archived segments: neither in '${mode!.command}' nor below the data directory`,
    ).toBeGreaterThan(0);
    const [archive] = folders.sort((a, b) => a.length - b.length);
    // A file stands where the folder was: nobody can write there, root neither.
    renameSync(archive!, `${archive}.away`);
    writeFileSync(archive!, '');
    try {
      await sql('create table public.noise as select generate_series(1, 1000) as n');
      await sql('drop table public.noise');
      await sql('select pg_switch_wal()');
      await eventually(
        async () => Number((await sql('select failed_count from pg_stat_archiver'))[0]!.failed_count) > 0,
        {
          within: 60_000,
          what: 'PostgreSQL itself counts a failed archiving',
        },
      );
      await expectNamed(university, sound, {
        what: 'archive failing',
        doctor: /archiv/i,
        metric: /archiv/i,
        shows: (sample, before) =>
          /fail|error|age|wait|behind|up|ok|health/i.test(sample.key) && grewOrFell(sample, before),
      });
    } finally {
      rmSync(archive!);
      renameSync(`${archive}.away`, archive!);
    }
  }, 400_000);

  test('4: an exhausted pool is named', async () => {
    const { admin, portal } = university;
    const client = await portal.connect();
    await client.query('begin');
    await client.query('lock table printers in access exclusive mode');
    let isOver = false;
    const crowd = Array.from({ length: 80 }, async () => {
      while (!isOver) await admin.get('/api/printers').catch(() => {});
    });
    try {
      await expectNamed(university, sound, {
        what: 'pool exhausted',
        doctor: /pool|connections? (of|to) the (portal|database)|no connection/i,
        metric: /pool|connection/i,
        shows: ({ key, value }, before) =>
          /wait|exhaust|refus|timeout|pending/i.test(key) && value > (before ?? 0),
      });
    } finally {
      isOver = true;
      await client.query('rollback');
      await client.end();
      await Promise.all(crowd);
    }
  }, 400_000);

  test('4: missing migrations are named', async () => {
    const [last] = await sql('select * from migrations order by name desc limit 1');
    await sql('delete from migrations where name = $1', [last!.name]);
    try {
      await expectNamed(university, sound, {
        what: `${last!.name} was not applied`,
        doctor: /migration|npm run migrate/i,
        metric: /migration|schema/i,
        shows: grewOrFell,
      });
    } finally {
      await sql('insert into migrations (name, sha256, applied_at) values ($1, $2, $3)', [
        last!.name,
        last!.sha256,
        last!.applied_at,
      ]);
    }
  }, 400_000);

  test('4: what is repaired is named no longer', async () => {
    await eventually(
      async () => {
        const { doctor } = await look(university);
        if (doctor.code !== 0) throw new Error(doctor.text);
        return true;
      },
      { within: 90_000, every: 3_000, what: 'doctor ends with 0 again' },
    );
  });
});
