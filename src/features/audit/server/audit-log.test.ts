import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication, uploadFile } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { auditEventLabels, auditRecordLabels, currentName } from '#shared/audit-names.ts';
import { addDays, dayInIndia, formatDay } from '#shared/format.ts';
import { eventInWords, labelIn, namesLike } from '../columns.ts';
import { withCurrentNames } from './queries.ts';

const { portal, office } = await fileOffice();
const auditor = await portal.as('auditor');
const receiver = await portal.as('receiver', { name: 'Ravi' });
for (let count = 0; count < 3; count += 1) await receiveApplication(receiver, office);
const owner = await fileClient(portal.ownerUrl);

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

test('opens without counting its table: the head knows how many events there are', async () => {
  const { rows } = await auditor.api.audit.listAuditEvents({ limit: 1 });
  await owner.query('begin');
  // Whoever reads the events waits; whoever reads the head does not.
  await owner.query('lock table audit_events in access exclusive mode');
  try {
    expect(await auditor.api.audit.countAuditEvents({})).toEqual({ count: rows[0]!.sequence });
  } finally {
    await owner.query('rollback');
  }
});

describe('the search', () => {
  /** Of the newest application that was received, what its row shows. */
  async function shown() {
    const { rows } = await auditor.api.audit.listAuditEvents({ search: 'Application received', limit: 1 });
    return rows[0]!;
  }

  test('finds a row by every word that it shows', async () => {
    const row = await shown();
    const moment = formatDay(dayInIndia(new Date(row.at)));
    const words = [
      row.actorName,
      row.recordLabel,
      String(row.sequence),
      'application receiver',
      'Application received',
      'APPLICATION RECEIVED',
      'application',
      moment,
    ];
    for (const search of words) {
      const found = await auditor.api.audit.listAuditEvents({ search });
      expect(
        found.rows.map(({ sequence }) => sequence),
        search,
      ).toContain(row.sequence);
      const { count } = await auditor.api.audit.countAuditEvents({ search });
      expect(count, search).toBe(found.rows.length);
    }
    expect((await auditor.api.audit.listAuditEvents({ search: 'no such words' })).rows).toEqual([]);
  });

  test('finds the same when it asks the indexes, as a jump in the list does', async () => {
    for (const search of ['Ravi', 'ra', 'Application received', 'application receiver', 'photo', 'ಅ']) {
      const { rows } = await auditor.api.audit.listAuditEvents({ search });
      const jumped = await auditor.api.audit.listAuditEvents({ search, offset: 1 });
      expect(jumped.rows, search).toEqual(rows.slice(1));
    }
    for (let count = 0; count < 2; count += 1) await uploadFile(receiver, 'photo');
    const files = await auditor.api.audit.listAuditEvents({ search: 'photo', offset: 1 });
    expect(files.rows.map(({ event }) => event)).toContain('files.received');
  });

  test('takes the names that a screen in another language found in its own words', async () => {
    const kannada = { 'applications.received': 'ಅರ್ಜಿ: ಸ್ವೀಕರಿಸಲಾಗಿದೆ', 'staff.added': 'ಸಿಬ್ಬಂದಿ: ಸೇರಿಸಲಾಗಿದೆ' };
    const events = namesLike(kannada, 'ಸ್ವೀಕರಿಸ').join(',');
    expect(events).toBe('applications.received');
    const { rows } = await auditor.api.audit.listAuditEvents({ search: 'ಸ್ವೀಕರಿಸ', events });
    expect(rows.map(({ event }) => event)).toEqual(Array(3).fill('applications.received'));
    expect(await auditor.api.audit.countAuditEvents({ search: 'ಸ್ವೀಕರಿಸ', events })).toEqual({ count: 3 });
  });

  test('narrows to a range of days in India', async () => {
    await recordAsPortal(
      portal.services,
      async (_db, audit) =>
        audit({ event: 'demo.filled', record: { type: 'demo', id: 'late', label: 'late evening' } }),
      new Date('2024-03-07T18:29:59.999Z'),
    );
    const on = async (from: string, to: string) =>
      (await auditor.api.audit.listAuditEvents({ from, to })).rows.map(({ recordLabel }) => recordLabel);
    expect(await on('2024-03-07', '2024-03-07')).toEqual(['late evening']);
    expect(await on('2024-03-08', '2024-03-08')).toEqual([]);
    const today = dayInIndia(new Date());
    const { count } = await auditor.api.audit.countAuditEvents({ from: addDays(today, -1), to: today });
    expect(count).toBeGreaterThan(10);
    await expectDomainError(auditor.api.audit.listAuditEvents({ from: 'yesterday' }), 'request.invalid');
  });
});

describe('names', () => {
  test('every event and kind of record that is in the log has words, and the filter offers the kind', async () => {
    const { rows } = await owner.query('select distinct event, record_type from audit_events');
    for (const { event, record_type } of rows) {
      expect(Object.keys(auditEventLabels), event).toContain(event);
      expect(Object.keys(auditRecordLabels), record_type).toContain(record_type);
    }
    expect(labelIn(auditEventLabels, 'later.thing_done')).toBe('later: thing done');
  });

  test('of older events are read as those of today', async () => {
    const former = {
      events: { 'drafts.taken_in': 'demand_drafts.received' },
      recordTypes: { draft: 'demand_draft' },
      desks: { counter: 'receiver' },
      fields: { unknownDeviceLockedAt: 'unknownDeviceLockedAt' },
    } as const;
    const { rows } = await auditor.api.audit.listAuditEvents({ limit: 1 });
    const old = {
      ...rows[0]!,
      ...{
        event: 'drafts.taken_in',
        recordType: 'draft',
        desk: 'counter',
        after: { unknownDeviceLockedAt: 1 },
      },
    };
    expect(withCurrentNames(old, former)).toMatchObject({
      event: 'demand_drafts.received',
      recordType: 'demand_draft',
      desk: 'receiver',
      after: { unknownDeviceLockedAt: 1 },
    });
    expect(currentName('events', 'demand_drafts.received', former)).toBe('demand_drafts.received');
  });
});

test('says of what one administrator did alone while setting up that it was so', () => {
  const event = 'offices.added';
  expect(eventInWords({ event, after: { setUpAlone: true } })).toBe(
    `${labelIn(auditEventLabels, event)} (by one admin alone)`,
  );
  for (const after of [null, {}, { setUpAlone: false }])
    expect(eventInWords({ event, after })).toBe(labelIn(auditEventLabels, event));
});
