import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { readChain, verifyChain } from './read-chain.ts';

const { portal, office } = await fileOffice();
const receiver = await portal.as('receiver');
const owner = await fileClient(portal.ownerUrl);

/** RFC 8785 for what events have: an auditor's own reader, which shares no code with the portal. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`;
}

const link = (previous: string, event: object) =>
  createHash('sha256').update(previous).update(canonical(event)).digest('hex');

type Row = Record<string, unknown> & { hash_version: number; sequence: number; hash: string };

/** What is hashed of a row, by its version. */
function hashed(row: Row): object {
  const event = {
    ...{ sequence: row.sequence, actorId: row.actor_id, actorName: row.actor_name, desk: row.desk },
    ...{ event: row.event, recordType: row.record_type, recordId: row.record_id },
    ...{ recordLabel: row.record_label, before: row.before, after: row.after },
    ...{ requestId: row.request_id, ip: row.ip },
  };
  if (row.hash_version === 1) return { ...event, at: row.milliseconds };
  const sealed = { ...event, at: row.microseconds, hashVersion: row.hash_version, personal: row.personal };
  return row.hash_version === 2 ? sealed : { ...sealed, collegeId: row.college_id };
}

async function readRows(): Promise<Row[]> {
  const moment = (digits: string) => `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"')`;
  const { rows } = await owner.query(
    `select *, sequence::int, ${moment('MS')} as milliseconds, ${moment('US')} as microseconds
       from audit_events order by audit_events.sequence`,
  );
  return rows;
}

/** The numbers of events whose hash is not that of their content and of the event before. */
async function faults(): Promise<number[]> {
  const rows = await readRows();
  return rows.flatMap((row, place) =>
    link(rows[place - 1]?.hash ?? '0'.repeat(64), hashed(row)) === row.hash ? [] : [row.sequence],
  );
}

/** Appends an event as an earlier release wrote it. */
async function appendOld(version: 1 | 2): Promise<void> {
  const { rows } = await owner.query('select sequence::int + 1 as sequence, hash from audit_head');
  const [{ sequence, hash: previous }] = rows;
  const at = version === 1 ? '2025-02-01T10:00:00.123Z' : '2025-02-01T10:00:00.123456Z';
  const row = {
    ...{ hash_version: version, sequence, at, actor_id: null, actor_name: 'Dikshant', desk: 'portal' },
    ...{ event: 'demo.filled', record_type: 'demo', record_id: '1', record_label: 'ಹಳೆಯ', before: null },
    ...{ after: { z: 1, a: ['x', { b: null }] }, personal: [], request_id: 'x', ip: null },
  };
  const hash = link(previous, hashed({ ...row, hash: '', milliseconds: at, microseconds: at }));
  const whole: Record<string, unknown> = { ...row, previous_hash: previous, hash };
  const names = Object.keys(whole);
  await owner.query(
    `insert into audit_events (${names.join()}) values (${names.map((_, place) => `$${place + 1}`).join()})`,
    Object.values(whole),
  );
}

async function report() {
  const { rows } = await owner.query('select sequence::int, hash from audit_head');
  return verifyChain(readChain(owner), { anchors: [{ ...rows[0], source: 'a note' }] });
}

test('events of three versions stand in one chain, which verifies by the portal and by another reader', async () => {
  await appendOld(1);
  await receiveApplication(receiver, office);
  await appendOld(2);
  await receiveApplication(receiver, office);
  const rows = await readRows();
  expect(new Set(rows.map((row) => row.hash_version))).toEqual(new Set([1, 2, 3]));
  expect(rows.filter(({ event }) => event === 'applications.received')).toMatchObject(
    Array(2).fill({ hash_version: 3, college_id: office.collegeId }),
  );
  expect(rows.filter(({ hash_version }) => hash_version < 3)).toMatchObject(
    Array(2).fill({ college_id: null }),
  );
  expect(await faults()).toEqual([]);
  expect(await report()).toMatchObject({ fault: null, checked: rows.length, provenUpTo: rows.length });
});

test('the college of an event is proven: another one, or none, is found', async () => {
  const event = (await readRows()).findLast(({ college_id }) => college_id !== null)!;
  const put = (college: string) =>
    runWithoutTriggers(
      portal,
      `update audit_events set college_id = ${college} where sequence = ${event.sequence}`,
    );
  for (const college of [`'${office.otherCollegeId}'`, 'null']) {
    await put(college);
    expect(await faults()).toEqual([event.sequence]);
    expect((await report()).fault).toBe(`event ${event.sequence} was altered`);
  }
  await put(`'${event.college_id}'`);
  expect(await report()).toMatchObject({ fault: null });
});

test('an event of an earlier version has no college, which nothing would prove', async () => {
  const put = runWithoutTriggers(
    portal,
    `update audit_events set college_id = '${office.collegeId}' where hash_version = 2`,
  );
  await expect(put).rejects.toMatchObject({ constraint: 'audit_events__college_since_version_3' });
});
