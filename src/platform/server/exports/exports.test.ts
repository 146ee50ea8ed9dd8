import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { listExports } from '#app/server/features.ts';
import { receiveApplication, stockBlanks, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { codeOf } from '#dev/testing/status-of.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { formatMoment } from '#shared/format.ts';
import { readPages } from './read-pages.ts';

const { portal, office } = await fileOffice();
const people = {
  admin: await portal.as('admin'),
  receiver: await portal.as('receiver'),
  caseWorker: await portal.as('case_worker'),
  printer: await portal.as('printer'),
  auditor: await portal.as('auditor'),
};
await receiveApplication(people.receiver, office, { candidateName: '=HYPERLINK("https://evil.example")' });
const inTwoLines = await receiveApplication(people.receiver, office);
// As the counter once took them.
await runWithoutTriggers(
  portal,
  `update applications set candidate_name = E'Asha, the "first"\\r\\nof two lines' where id = '${inTwoLines}'`,
);
await receiveApplication(people.receiver, office, {
  candidateName: 'Somebody of the other college',
  collegeId: office.otherCollegeId,
});
await verifiedCertificate(people, office);
await verifiedCertificate(people, office, { collegeId: office.otherCollegeId });
await stockBlanks(portal, office.paperId, 5);
await people.printer.api.printRuns.preparePrintRun(choiceOf(office));

/** Of a reader who goes before the end: `fetch` would open another connection for requests that never come. */
const leaving = { connection: 'close' };

function ask(caller: { fetch: StaffCaller['fetch'] }, list: string, query: Record<string, string> = {}) {
  return caller.fetch(`/api/exports/${list}?${new URLSearchParams({ format: 'csv', ...query })}`);
}

/** Heading and records of a CSV file as a spreadsheet would read them. */
async function csvOf(caller: StaffCaller, list: string, query: Record<string, string> = {}) {
  const response = await ask(caller, list, query);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.toString()).toBe(200);
  const [header, ...rows] = parse(bytes, { bom: true, record_delimiter: '\r\n' }) as string[][];
  return { response, bytes, header: header!, rows };
}

/** The newest event of this name; one of a record is waited for, because a file ends before it is noted. */
async function newestExport(event: string, recordId?: string) {
  return vi.waitFor(
    async () => {
      const { rows } = await people.auditor.api.audit.listAuditEvents({ recordType: 'export', recordId });
      const found = rows.find((row) => row.event === event);
      if (!found) throw new Error(`${event} is not there yet.`);
      return found;
    },
    { timeout: 30_000 },
  );
}

/** Transactions that wait for something to do: those of exports, whose readers have not taken the next page. */
async function openSnapshots(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`.execute(portal.services.db);
  return rows.length;
}

describe('a CSV file', () => {
  test('has a byte order mark, CRLF, a name, and is kept by nobody', async () => {
    const { response, bytes } = await csvOf(people.auditor, 'total-applications');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="total-applications-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString().endsWith('\r\n')).toBe(true);
  });

  test('disarms formulas, and keeps commas, quotes and line breaks inside their cell', async () => {
    const { header, rows } = await csvOf(people.auditor, 'total-applications');
    const names = rows.map((row) => row[header.indexOf('Candidate')]);
    expect(names).toContain('\'=HYPERLINK("https://evil.example")');
    expect(names).toContain('Asha, the "first"\nof two lines');
  });

  test('writes amounts as digits, and moments and days as the screen does', async () => {
    const { header, rows } = await csvOf(people.auditor, 'total-applications');
    const { rows: listed } = await people.auditor.api.applications.listApplications({});
    const [first] = listed;
    expect(rows[0]![header.indexOf('Total amount')]).toBe('700');
    expect(rows[0]![header.indexOf('Date/Time')]).toBe(formatMoment(first!.receivedAt));
    expect(rows[0]![header.indexOf('DD date')]).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  });

  test('holds the columns that are asked for, in that order, under the list’s own headings', async () => {
    const columns = 'candidateName,registrationNumber';
    const { header } = await csvOf(people.receiver, 'manage-application', { columns });
    expect(header).toEqual(['Candidate name', 'College Registration number']);
  });
});

describe('a workbook', () => {
  test('has numbers as numbers, moments as dates on the Indian clock, and a frozen heading', async () => {
    const response = await ask(people.auditor, 'total-applications', { format: 'xlsx' });
    expect(response.headers.get('content-disposition')).toContain('.xlsx"');
    const workbook = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const [sheet] = workbook.sheets;
    const [header, ...rows] = sheet!.rows as unknown[][];
    expect(sheet!.freezePane).toMatchObject({ rows: 1 });
    expect(rows).toHaveLength(5);
    const { rows: listed } = await people.auditor.api.applications.listApplications({});
    const cell = (heading: string) => rows.map((row) => row[header!.indexOf(heading)]);
    expect(cell('Registration number')).toEqual(listed.map((row) => row.registrationNumber));
    expect(cell('Total amount')).toEqual(listed.map(() => 700));
    expect(cell('Candidate')).toContain('=HYPERLINK("https://evil.example")');
    const received = cell('Date/Time')[0] as Date;
    expect(received).toBeInstanceOf(Date);
    expect(received.toISOString().slice(0, 16)).toBe(indianClock(listed[0]!.receivedAt));
  });
});

/** `2026-03-07T14:05` as the office's clock showed it. */
function indianClock(moment: string): string {
  return new Date(moment)
    .toLocaleString('sv-SE', { timeZone: 'Asia/Kolkata' })
    .slice(0, 16)
    .replace(' ', 'T');
}

type ListQuery = {
  search?: string;
  status?: 'verified' | 'pending';
  sort?: '-candidateName' | 'registrationNumber';
};

describe('what is in the file is what is in the list', () => {
  test('in its order, by search, filter and sort', async () => {
    const queries: ListQuery[] = [
      { search: 'candidate', sort: '-candidateName' },
      { status: 'verified', sort: 'registrationNumber' },
      { status: 'pending', search: 'other college' },
      { search: 'nobody of this name' },
    ];
    for (const query of queries) {
      const { header, rows } = await csvOf(people.auditor, 'total-applications', { ...query });
      const listed = await people.auditor.api.applications.listApplications(query);
      const { count } = await people.auditor.api.applications.countApplications(query);
      expect(rows).toHaveLength(count);
      expect(rows.map((row) => row[header.indexOf('Registration number')])).toEqual(
        listed.rows.map((row) => row.registrationNumber),
      );
    }
  });

  test('for certificates, print queue, print runs and audit log', async () => {
    const waiting = await people.printer.api.certificates.countCertificates({ stage: 'waiting' });
    expect((await csvOf(people.printer, 'print-queue', { stage: 'waiting' })).rows).toHaveLength(
      waiting.count,
    );
    const pending = await csvOf(people.admin, 'pending-certificates', { stage: 'waiting_for_print' });
    expect(pending.rows).toHaveLength(2);
    expect((await csvOf(people.admin, 'printed-certificates', { stage: 'printed' })).rows).toEqual([]);
    const runs = await csvOf(people.printer, 'print-runs');
    expect(runs.rows.map((row) => row.slice(0, 2))).toEqual([['R-000001', 'Prepared']]);
    const { count } = await people.auditor.api.audit.countAuditEvents({ recordType: 'application' });
    const events = await csvOf(people.auditor, 'audit-log', { recordType: 'application' });
    expect(events.rows).toHaveLength(count);
    expect(events.rows.map((row) => row[4])).toContain('Application verified');
  });

  test('within the scope of the person', async () => {
    const receiver = await portal.as('receiver', { collegeId: office.collegeId });
    const { header, rows } = await csvOf(receiver, 'manage-application');
    const { count } = await receiver.api.applications.countApplications({});
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map((row) => row[header.indexOf('College name')]))).toEqual(
      new Set(['College COL001']),
    );
    const auditor = await portal.as('auditor', { collegeId: office.collegeId });
    const log = await csvOf(auditor, 'audit-log');
    expect(new Set(log.rows.map((row) => row[log.header.indexOf('College')]))).toEqual(
      new Set(['College COL001']),
    );
  });
});

describe('an export', () => {
  test('refuses what the list does not know, instead of leaving it out', async () => {
    for (const query of [
      { format: 'pdf' },
      { statuz: 'verified' },
      { status: 'gone' },
      { columns: 'candidateName,salary' },
      { offset: '10' },
    ] as Record<string, string>[]) {
      const response = await ask(people.auditor, 'total-applications', query);
      expect(response.status).toBe(422);
      const problem = (await response.json()) as { code: string; data: { issues: { path: string }[] } };
      expect(problem.code).toBe('request.invalid');
      expect(problem.data.issues.map(({ path }) => path)).toEqual([Object.keys(query)[0]]);
    }
    expect(await codeOf(await ask(people.auditor, 'salaries'))).toBe('request.not_found');
    expect(await codeOf(await ask(portal.anonymous, 'salaries'))).toBe('request.not_found');
  });

  test('is in the audit log before its first byte, each time that it is asked for', async () => {
    const search = 'exports.started';
    const before = await people.auditor.api.audit.countAuditEvents({ recordType: 'export', search });
    const address = '/api/exports/total-applications?format=xlsx&search=asha&columns=candidateName';
    for (let times = 0; times < 2; times += 1) {
      const response = await people.receiver.fetch(address, {
        headers: { ...leaving, 'idempotency-key': 'the-same' },
      });
      const { rows } = await people.auditor.api.audit.listAuditEvents({ recordType: 'export', search });
      expect(rows).toHaveLength(before.count + times + 1);
      expect(rows[0]).toMatchObject({
        event: 'exports.started',
        actorName: people.receiver.actor.name,
        recordLabel: 'total-applications.xlsx',
        after: {
          list: 'total-applications',
          format: 'xlsx',
          columns: ['candidateName'],
          filters: { search: 'asha', status: 'all', stage: 'any' },
        },
      });
      await response.body!.cancel();
    }
  });

  test('is in the audit log again at its end, with the rows that it took', async () => {
    const { rows } = await csvOf(people.receiver, 'manage-application', { search: 'candidate' });
    const started = await newestExport('exports.started');
    const ended = await newestExport('exports.ended', started.recordId);
    expect(ended).toMatchObject({
      actorName: people.receiver.actor.name,
      after: { ...(started.after as object), rows: rows.length, isWhole: true },
    });
  });

  test('that is refused leaves no trace and no connection', async () => {
    const auditor = await portal.as('auditor', { collegeId: office.collegeId });
    const before = await people.auditor.api.audit.countAuditEvents({ recordType: 'export' });
    // More often than the pool has connections, and than may run at once.
    for (let times = 0; times < 25; times += 1)
      expect(await codeOf(await ask(auditor, 'access-log'))).toBe('audit.university_only');
    expect(await people.auditor.api.audit.countAuditEvents({ recordType: 'export' })).toEqual(before);
    expect(await openSnapshots()).toBe(0);
  });
});

/** Events of some size, so that their file does not fit into the buffers on its way. */
async function fill(count: number): Promise<void> {
  for (let first = 0; first < count; first += 1_000)
    await recordAsPortal(portal.services, async (_db, audit) => {
      for (let ordinal = first; ordinal < Math.min(count, first + 1_000); ordinal += 1)
        audit({
          event: 'demo.filled',
          record: { type: 'demo', id: String(ordinal), label: `${ordinal} `.repeat(150) },
        });
    });
}

describe('a long export', () => {
  const length = 10_000;
  beforeAll(() => fill(length));

  test('is all of its pages, and none of the rows that are written while it is read', async () => {
    const list = listExports.find(({ layout }) => layout.name === 'audit-log')!;
    const pages = readPages(portal.services.db, list, {
      input: { search: '', recordType: 'demo' },
      settings: portal.services.settings,
      onStall: () => {},
    });
    const sequences: number[] = [];
    for await (const page of pages) {
      if (sequences.length === 0) await fill(1);
      sequences.push(...(page as { sequence: number }[]).map((row) => row.sequence));
    }
    const newest = sequences[0]!;
    expect(sequences).toEqual(Array.from({ length }, (_, index) => newest - index));
    const { count } = await people.auditor.api.audit.countAuditEvents({ recordType: 'demo' });
    expect(count).toBe(length + 1);
    expect(await openSnapshots()).toBe(0);
  });

  test.each(['csv', 'xlsx'])(
    'stops reading and gives its connection back when the reader of %s leaves',
    async (format) => {
      const leave = new AbortController();
      const address = `/api/exports/audit-log?format=${format}&recordType=demo`;
      const response = await people.auditor.fetch(address, { signal: leave.signal, headers: leaving });
      const reader = response.body!.getReader();
      await reader.read();
      await vi.waitFor(async () => expect(await openSnapshots()).toBe(1), { timeout: 30_000 });
      leave.abort();
      await vi.waitFor(async () => expect(await openSnapshots()).toBe(0), { timeout: 30_000 });
      const { recordId } = await newestExport('exports.started');
      const { after } = await newestExport('exports.ended', recordId);
      expect(after).toMatchObject({ format, isWhole: false });
      expect((after as { rows: number }).rows).toBeGreaterThan(0);
    },
  );

  test('waits for its reader, and only some run at once', async () => {
    const leave = new AbortController();
    const open = () =>
      people.auditor.fetch('/api/exports/audit-log?format=csv&recordType=demo', {
        signal: leave.signal,
        headers: leaving,
      });
    // Kept: a response that nothing refers to is cancelled when garbage is collected.
    const running = await Promise.all([open(), open(), open(), open()]);
    expect(running.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const fifth = await open();
    expect(fifth.status).toBe(429);
    expect(await codeOf(fifth)).toBe('exports.too_many');
    leave.abort();
    await vi.waitFor(async () => expect(await openSnapshots()).toBe(0), { timeout: 30_000 });
    const response = await ask(people.auditor, 'audit-log', { recordType: 'export' });
    expect(response.status).toBe(200);
    await response.text();
  });
});
