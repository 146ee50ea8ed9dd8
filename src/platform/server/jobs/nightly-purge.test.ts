import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { purges } from '#app/server/features.ts';
import { nightlyPurgeJob } from '#app/server/jobs.ts';
import { applicationEntry, uploadFile } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import {
  closeRun,
  composedRun,
  createPrintRoom,
  startedRun,
  waitingOffice,
} from '#dev/testing/print-room.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { addPerson, Browser } from '#features/auth/server/browser.testing.ts';
import type { Services } from '#platform/server/context.ts';
import { fileDirectory } from '#platform/server/files/disk-driver.ts';

const { portal, office } = await fileOffice({ worker: true });
const people = await createPrintRoom(portal);

const purge = () => nightlyPurgeJob.handle(portal.services, {}, { isLast: true });
const pathOf = (key: string) => path.join(fileDirectory(portal.services.settings), key);

async function documentOf(id: string): Promise<string | null> {
  const { document_key } = await portal.services.db
    .selectFrom('print_runs')
    .select('document_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return document_key;
}

async function copiesOf(id: string): Promise<string[]> {
  const row = await portal.services.db
    .selectFrom('files')
    .select(['storage_key', 'original_key', 'thumbnail_key'])
    .where('id', '=', id)
    .executeTakeFirst();
  return Object.values(row ?? {}).map((key) => pathOf(key!));
}

/** As the owner, because the portal may not change when something was written. */
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: portal.ownerUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

describe('the print file', () => {
  test('of a run that is withdrawn goes at once, its digest stays', async () => {
    const here = await waitingOffice(portal, people, { office, certificates: 1 });
    const run = await composedRun(portal, people.printer, here);
    const file = pathOf((await documentOf(run.id))!);
    await people.printer.api.printRuns.withdrawPrintRun({ id: run.id, version: run.version });
    expect(await documentOf(run.id)).toBeNull();
    await expect.poll(() => existsSync(file)).toBe(false);
  });

  test('of a run that is closed goes at once', async () => {
    const here = await waitingOffice(portal, people, { office, certificates: 1 });
    const run = await startedRun(portal, people.printer, here);
    const file = pathOf((await documentOf(run.id))!);
    await people.printer.api.printRuns.recordSheets({
      id: run.id,
      outcomes: [{ sheetId: run.sheets[0]!.id, outcome: 'good' }],
    });
    expect(existsSync(file)).toBe(true);
    expect((await closeRun(people.printer, run.id)).document).toBe('removed');
    await expect.poll(() => existsSync(file)).toBe(false);
  });
});

describe('the nightly purge', () => {
  test('removes uploads that nothing refers to after 31 days, with all their copies, and tells the auditor', async () => {
    const entry = await applicationEntry(people.receiver, office);
    await people.receiver.api.applications.receiveApplication(entry);
    const { id } = (await (await uploadFile(people.receiver, 'photo')).json()) as { id: string };
    const forgotten = await copiesOf(id);
    const used = [
      ...(await copiesOf(entry.photoFileId)),
      ...(await copiesOf(entry.drafts[0]!.receiptFileId!)),
    ];
    expect(forgotten).toHaveLength(3);
    await purge();
    expect(forgotten.every((file) => existsSync(file))).toBe(true);
    await asOwner("update files set uploaded_at = uploaded_at - interval '32 days'");
    await purge();
    expect(await copiesOf(id)).toEqual([]);
    expect(forgotten.some((file) => existsSync(file))).toBe(false);
    expect(used.every((file) => existsSync(file))).toBe(true);
    const auditor = await portal.as('auditor');
    const { rows } = await auditor.api.audit.listAuditEvents({});
    const event = rows.find((row) => row.event === 'files.purged');
    expect(JSON.stringify(event?.before)).toContain(id);
  });

  test('removes files without a row after a day, and leaves younger ones alone', async () => {
    const [old, young] = [pathOf('uploads/00/.writing-old'), pathOf('uploads/00/young')];
    await mkdir(path.dirname(old), { recursive: true });
    await writeFile(old, 'half');
    await writeFile(young, 'whole');
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1_000);
    await utimes(old, yesterday, yesterday);
    await purge();
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  });

  test('removes idempotency keys after a day, and to whom mails were sent after a year', async () => {
    const db = portal.services.db;
    const add = async (key: string) =>
      db
        .insertInto('idempotent_requests')
        .values({ staff_id: people.receiver.actor.id, key, operation: 'x', input_hash: 'y' })
        .execute();
    await add('an-old-key');
    await asOwner("update idempotent_requests set created_at = created_at - interval '2 days'");
    await add('a-young-key');
    for (let mail = 0; mail < 2; mail += 1) await new Browser(portal).signIn(await addPerson(portal));
    await asOwner(
      "update outbox set sent_at = now() - case id when (select min(id::text)::uuid from outbox) then interval '367 days' else interval '360 days' end",
    );
    const before = await db.selectFrom('outbox').select('id').execute();
    await purge();
    const keys = await db.selectFrom('idempotent_requests').select('key').execute();
    expect(keys.map(({ key }) => key)).toContain('a-young-key');
    expect(keys.map(({ key }) => key)).not.toContain('an-old-key');
    expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(before.length - 1);
  });

  test('removes the file and the rows of a cancelled bulk upload after 90 days; the upload stays in its list', async () => {
    const admin = await portal.as('admin');
    const lines = csvOf('College code,Registration number,Student name,Address', 'COL001,R1,Asha,Mysuru');
    const id = await uploadSpreadsheet(admin, 'students', lines);
    await importIn(admin, id, 'checked');
    await admin.api.imports.cancelImport({ id });
    const { storage_key: key } = await portal.services.db
      .selectFrom('import_files')
      .select('storage_key')
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow();
    await purge();
    expect(existsSync(pathOf(key!))).toBe(true);
    await asOwner("update import_files set uploaded_at = uploaded_at - interval '91 days'");
    await purge();
    expect(existsSync(pathOf(key!))).toBe(false);
    expect((await admin.api.imports.getImport({ id })).state).toBe('cancelled');
    expect((await admin.api.imports.listImports({})).rows.map((row) => row.id)).toContain(id);
  });

  test('keeps each part of the log of the embedded PostgreSQL for a year', async () => {
    const dataDirectory = mkdtempSync(path.join(tmpdir(), 'dikshant-log-'));
    const folder = path.join(dataDirectory, 'postgres');
    mkdirSync(folder);
    const [log, young, old] = ['postgres.log', 'postgres.log.young', 'postgres.log.old'].map((name) =>
      path.join(folder, name),
    ) as [string, string, string];
    await writeFile(log, Buffer.alloc(20 * 1024 * 1024, 'x'));
    for (const [file, days] of [
      [young, 360],
      [old, 367],
    ] as const) {
      await writeFile(file, 'lines');
      const then = new Date(Date.now() - days * 24 * 60 * 60 * 1_000);
      await utimes(file, then, then);
    }
    const { run } = purges.find(({ what }) => what === 'log of the embedded PostgreSQL')!;
    expect(await run({ settings: { databaseUrl: null, dataDirectory } } as unknown as Services)).toBe(1);
    expect([existsSync(young), existsSync(old), statSync(log).size]).toEqual([true, false, 0]);
    const parts = readdirSync(folder).filter((name) => name.startsWith('postgres.log.20'));
    expect(parts.map((name) => statSync(path.join(folder, name)).size)).toEqual([20 * 1024 * 1024]);
    rmSync(dataDirectory, { recursive: true });
  });

  test('is what docs/operations.md says, row by row', () => {
    const operations = readFileSync('docs/operations.md', 'utf8');
    for (const { what, after, how } of purges)
      expect(operations).toContain(`| ${what} | ${after} | ${how} |`);
  });

  test('or what stays is said in docs/operations.md, of each table that has something of a person', async () => {
    const operations = readFileSync('docs/operations.md', 'utf8');
    const section = /^## What is removed, and when\n(.*?)\n## /ms.exec(operations)![1]!;
    const { rows } = await sql<{ table: string; columns: string }>`
      select table_name as table, string_agg(column_name, ', ') as columns
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE'
         and column_name ~ '(^|_)(email|mobile|ip|address|birth|mother|father|candidate|student|recipient|payee|identity|collected|actor)(_|$)|^(holder|paid_to)$'
       group by table_name`.execute(portal.services.db);
    const unsaid = rows.filter(({ table }) => !section.includes(`\`${table}\``));
    expect(unsaid).toEqual([]);
  });

  test('cannot remove what money, custody and consent rest on', async () => {
    // A hand-over of the last minutes can be taken back; a trigger keeps every other one.
    const { rows } = await sql<{ name: string }>`
      select name from unnest(array['demand_drafts', 'custody_acts', 'hand_overs', 'contact_consents']) as name
       where has_table_privilege('dikshant_app', name, case name when 'hand_overs' then '' else 'DELETE, ' end || 'TRUNCATE')`.execute(
      portal.services.db,
    );
    expect(rows).toEqual([]);
  });
});
