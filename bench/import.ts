/**
 * The commit of an upload of 100,000 students with their award records, by turns with a plain COPY of the same rows into a table with the same
 * indexes and references: psql's `\copy` where there is a psql, the driver's COPY where there is none.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createQueues } from '#app/server/jobs.ts';
import { openPortal, type Portal, type StaffCaller } from '#dev/testing/open-portal.ts';
import { columnsOfFields } from '#features/imports/declared-columns.ts';
import { checkImportJob } from '#features/imports/server/jobs/check-import.ts';
import { commitImportJob } from '#features/imports/server/jobs/commit-import.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { columnsOf } from '#platform/server/db/declared-columns.ts';
import { ensureLoginRole, prepareDatabase, withJobQueue } from '#platform/server/db/prepare-database.ts';
import { startOwnDatabase } from '#platform/server/open-database.ts';
import { studentAward } from '#shared/award-record.ts';
import { percentile, printFigure, rounded } from './figures.ts';

const rows = 100_000;
const turns = 3;
const login = { name: 'dikshant_bench', password: 'only-for-the-benchmark' };
const columns = [
  'id, college_id, registration_number, exam_roll_number, name, name_native, address, created_at, version',
  ...Object.values(columnsOf(studentAward)),
].join();
const award = columnsOfFields(studentAward);
const hasPsql = spawnSync('psql', ['--version']).status === 0;

const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-bench-'));
const server = await startOwnDatabase({
  dataDirectory: directory,
  backupDirectory: path.join(directory, 'backups'),
});
try {
  await prepareDatabase(server.superuserUrl);
  await withJobQueue(server.superuserUrl, createQueues);
  await ensureLoginRole(server.superuserUrl, login);
  const url = new URL(server.superuserUrl);
  url.username = login.name;
  url.password = login.password;
  const portal = await openPortal({ url: url.href, ownerUrl: server.superuserUrl, drop: async () => {} }, {});
  try {
    await withClient(server.superuserUrl, 'migration', (owner) => measure(portal, owner));
  } finally {
    await portal.close();
  }
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function measure(portal: Portal, owner: pg.Client): Promise<void> {
  const admin = await portal.as('admin');
  for (const code of ['COL001', 'COL002', 'COL003']) {
    const names = { name: `College ${code}`, contactNumber: '0821 2345678', address: 'Mysuru' };
    await admin.api.colleges.addCollege({ code, convocationFee: 700, ...names });
  }
  const commits: number[] = [];
  const copies: number[] = [];
  const file = path.join(directory, 'students.tsv');
  for (let turn = 0; turn < turns; turn += 1) {
    await owner.query('truncate students cascade');
    commits.push(await timeCommit(portal, admin));
    if (turn === 0) await writeRows(owner, file);
    await owner.query('drop table if exists plain_students');
    await owner.query('create table plain_students (like students including all)');
    await owner.query('alter table plain_students add foreign key (college_id) references colleges');
    copies.push(await timeCopy(owner, file));
  }
  const commit = percentile(commits, 0.5);
  const copy = percentile(copies, 0.5);
  printFigure({
    benchmark: 'import',
    figure: `Commit of ${rows.toLocaleString('en-IN')} uploaded students with award record against ${hasPsql ? 'psql’s \\copy' : 'COPY by the driver'}`,
    measures: [
      { name: 'commit', value: Math.round((rows * 1000) / commit), unit: 'rows/s' },
      { name: 'plain copy', value: Math.round((rows * 1000) / copy), unit: 'rows/s' },
      { name: 'ratio', value: rounded(copy / commit), unit: '×', least: 0.3 },
    ],
  });
}

/** Uploads and checks, then times what the press of the button sets going, its second check included. */
async function timeCommit({ services }: Portal, admin: StaffCaller): Promise<number> {
  const response = await admin.fetch('/api/imports?of=students&name=students.csv', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: sheet(),
  });
  const { id } = (await response.json()) as { id: string };
  await checkImportJob.handle(services, { importId: id }, { isLast: true });
  await admin.api.imports.commitImport({ id });
  const start = performance.now();
  await commitImportJob.handle(services, { importId: id }, { isLast: true });
  const duration = performance.now() - start;
  const { state, newCount, failure } = await admin.api.imports.getImport({ id });
  if (state !== 'committed' || newCount !== rows) throw new Error(`the upload is ${state}: ${failure}`);
  return duration;
}

function sheet(): string {
  const inQuotes = (cells: string[]) => cells.map((cell) => `"${cell}"`).join();
  const known = inQuotes(award.map(({ example }) => example));
  const lines = [
    `College code,Registration number,Exam roll number,Student name,Name in Kannada or Devanagari,Address,${inQuotes(award.map(({ header }) => header))}`,
  ];
  for (let index = 0; index < rows; index += 1) {
    const code = `COL00${1 + (index % 3)}`;
    lines.push(
      `${code},REG${index},24${index},Ananya Krishnamurthy,ಅನನ್ಯಾ ಕೃಷ್ಣಮೂರ್ತಿ,"${index}, Temple Road, Mysuru",${known}`,
    );
  }
  return lines.join('\n');
}

async function writeRows(owner: pg.Client, file: string): Promise<void> {
  await pipeline(
    owner.query(copyTo(`copy (select ${columns} from students order by id) to stdout`)),
    createWriteStream(file),
  );
}

async function timeCopy(owner: pg.Client, file: string): Promise<number> {
  const start = performance.now();
  if (hasPsql) {
    const command = `\\copy plain_students (${columns}) from '${file}'`;
    const { status, stderr } = spawnSync('psql', ['-q', '-c', command, server.superuserUrl]);
    if (status !== 0) throw new Error(stderr.toString());
  } else {
    await pipeline(
      createReadStream(file),
      owner.query(copyFrom(`copy plain_students (${columns}) from stdin`)),
    );
  }
  return performance.now() - start;
}
