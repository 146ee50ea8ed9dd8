import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOffice, type Office, receiveApplication } from '#testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#testing/portal.ts';
import { expectRefusal } from '#testing/refusals.ts';
import { readChain } from './read-chain.ts';
import { type StoredEvent, verifyChain } from './verify-chain.ts';

let portal: Portal;
let office: Office;
let auditor: StaffCaller;
let receiver: StaffCaller;
let owner: pg.Client;

beforeAll(async () => {
  portal = await startPortal();
  office = await createOffice(portal);
  auditor = await portal.as('auditor');
  receiver = await portal.as('receiver', { name: 'Ravi' });
  for (let count = 0; count < 3; count += 1) await receiveApplication(receiver, office);
  owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await portal.close();
});

async function storedEvents(): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of readChain(owner)) events.push(event);
  return events;
}

describe('the audit chain', () => {
  test('holds over everything that was done', async () => {
    const events = await storedEvents();
    expect(events.length).toBeGreaterThan(10);
    expect(await verifyChain(events)).toMatchObject({ checked: events.length, fault: null });
  });

  test.each([
    [
      'altered',
      (events: StoredEvent[]) => events.splice(4, 1, { ...events[4]!, actorName: 'Nobody' }),
      'event 5 was altered',
    ],
    ['removed', (events: StoredEvent[]) => events.splice(4, 1), 'event 6 stands where event 5 should'],
    [
      'reordered',
      (events: StoredEvent[]) => events.splice(4, 2, events[5]!, events[4]!),
      'event 6 stands where event 5 should',
    ],
  ])('names the first event that was %s', async (_what, tamper, fault) => {
    const events = await storedEvents();
    tamper(events);
    const report = await verifyChain(events);
    expect(report.fault).toContain(fault);
    expect(report.checked).toBe(4);
  });

  test('notices that its end was cut off', async () => {
    const events = await storedEvents();
    const last = events.at(-1)!;
    const report = await verifyChain(events.slice(0, -1), { sequence: last.sequence, hash: last.hash });
    expect(report.fault).toContain(`its head says event ${last.sequence}`);
  });

  test('cannot be changed by the application role, nor by the owner without dropping the trigger', async () => {
    const app = new pg.Client({ connectionString: portal.services.databaseUrl });
    await app.connect();
    for (const statement of [
      "update audit_events set actor_name = 'x'",
      'delete from audit_events',
      'truncate audit_events',
      'alter table audit_events disable trigger all',
      "update audit_head set hash = repeat('1', 64)",
      'drop table applications',
    ]) {
      await expect(app.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    await app.end();
    await expect(owner.query('delete from audit_events')).rejects.toThrow('append-only');
  });

  test('a link that does not continue it is refused by the database', async () => {
    const app = new pg.Client({ connectionString: portal.services.databaseUrl });
    await app.connect();
    const forged = app.query(
      `insert into audit_events (sequence, at, actor_name, desk, event, record_type, record_id, record_label, request_id, previous_hash, hash)
       values (1000000, now(), 'x', 'x', 'x', 'x', 'x', 'x', 'x', repeat('2', 64), repeat('3', 64))`,
    );
    await expect(forged).rejects.toMatchObject({ constraint: 'audit_events__continues_chain' });
    await app.end();
  });
});

describe('the audit log', () => {
  test('shows the auditor who did what to which record, newest first', async () => {
    const { rows } = await auditor.api.audit.listAuditEvents({ search: 'applications.received', limit: 2 });
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ actorName: 'Ravi', desk: 'receiver', event: 'applications.received' });
    expect(rows[0]!.sequence).toBeGreaterThan(rows[1]!.sequence);
    const ofRecord = await auditor.api.audit.listAuditEvents({
      recordType: 'application',
      recordId: rows[0]!.recordId,
    });
    expect(ofRecord.rows.map((row) => row.event)).toEqual(['applications.received']);
  });

  test('is of the whole university: an auditor of one college is told so, in the list and in the count', async () => {
    const ofCollege = await portal.as('auditor', { collegeId: office.collegeId });
    await expectRefusal(ofCollege.api.audit.listAuditEvents({}), 'audit.university_only');
    await expectRefusal(ofCollege.api.audit.countAuditEvents({}), 'audit.university_only');
  });

  test('is not for the desks', async () => {
    await expectRefusal(receiver.api.audit.listAuditEvents({}), 'auth.not_permitted');
  });
});
