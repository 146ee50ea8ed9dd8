import { createHash } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { type ChainedEvent, hashEvent } from '#platform/server/db/audit-chain.ts';
import { canonicalEvent } from '#shared/chained-event.ts';
import type { Anchor, StoredEvent } from '../verify-chain.ts';
import { readChain, verifyChain } from './read-chain.ts';

const { portal, office } = await fileOffice();
const receiver = await portal.as('receiver', { name: 'Ravi' });
for (let count = 0; count < 3; count += 1) await receiveApplication(receiver, office);
const owner = await fileClient(portal.ownerUrl);

async function storedEvents(): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of readChain(owner)) events.push(event);
  return events;
}

/** The newest event as somebody noted it elsewhere. */
function noted(events: readonly StoredEvent[]): { anchors: Anchor[] } {
  const { sequence, hash } = events.at(-1)!;
  return { anchors: [{ sequence, hash, source: 'a note' }] };
}

describe('the audit chain', () => {
  test('holds over everything that was done', async () => {
    const events = await storedEvents();
    expect(events.length).toBeGreaterThan(10);
    expect(await verifyChain(events, noted(events))).toMatchObject({
      checked: events.length,
      provenUpTo: events.length,
      fault: null,
    });
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
    const anchors = noted(events);
    tamper(events);
    const report = await verifyChain(events, anchors);
    expect(report.fault).toContain(fault);
    expect(report.checked).toBe(4);
  });

  test('is not proven when its end was cut off and its head row set back with it', async () => {
    const events = await storedEvents();
    const cut = events.slice(0, -1);
    const { sequence, hash } = cut.at(-1)!;
    const report = await verifyChain(cut, { head: { sequence, hash }, ...noted(events) });
    expect(report.fault).toContain(`but a note has event ${events.length}: the end is missing`);
  });

  test('is not proven when everything was written anew', async () => {
    const events = await storedEvents();
    const anew: StoredEvent[] = [];
    for (const { hash: _hash, previousHash: _previous, values, ...event } of events) {
      const previousHash = anew.at(-1)?.hash ?? '0'.repeat(64);
      const changed = event.sequence === 3 ? { ...event, recordLabel: 'another' } : event;
      anew.push({ ...changed, previousHash, hash: hashEvent(previousHash, changed), values: values ?? {} });
    }
    const head = { sequence: anew.length, hash: anew.at(-1)!.hash };
    expect((await verifyChain(anew, { head, anchors: [] })).fault).toContain('no checkpoint and no head');
    const report = await verifyChain(anew, { head, ...noted(events) });
    expect(report.fault).toContain(`event ${events.length} is not the one of a note`);
  });

  test.each([
    ['empty', [], [{ sequence: 1, hash: 'a'.repeat(64), source: 'a note' }]],
    [
      'empty, against the note of an empty one',
      [],
      [{ sequence: 0, hash: '0'.repeat(64), source: 'a note' }],
    ],
  ])('is not proven when it is %s', async (_what, events, anchors) => {
    expect((await verifyChain(events, { anchors })).fault).toBe('there are no events');
  });

  test('counts microseconds, and altering one is found out', async () => {
    const events = await storedEvents();
    const place = events.findIndex(({ at }) => !at.endsWith('000Z'));
    const at = events[place]!.at.replace(/.Z$/, (end) => (end === '0Z' ? '1Z' : '0Z'));
    const altered = events.with(place, { ...events[place]!, at });
    expect((await verifyChain(altered, noted(events))).fault).toBe(`event ${place + 1} was altered`);
  });

  test('goes on verifying events of version 1 as they are', async () => {
    const first = {
      ...{ hashVersion: 1, personal: [], sequence: 1, at: '2025-02-01T10:00:00.123Z' },
      ...{
        actorId: null,
        actorName: 'Dikshant',
        desk: 'portal',
        event: 'staff.added',
        requestId: 'x',
        ip: null,
      },
      ...{
        recordType: 'staff',
        recordId: '1',
        recordLabel: 'Asha Rao',
        before: null,
        after: { name: 'Asha Rao' },
      },
    } satisfies ChainedEvent;
    // SHA-256 over the zeros and this text, as the portal wrote it before there were versions.
    const text =
      '{"actorId":null,"actorName":"Dikshant","after":{"name":"Asha Rao"},"at":"2025-02-01T10:00:00.123Z","before":null,"desk":"portal","event":"staff.added","ip":null,"recordId":"1","recordLabel":"Asha Rao","recordType":"staff","requestId":"x","sequence":1}';
    expect(canonicalEvent(first)).toBe(text);
    const previousHash = '0'.repeat(64);
    const hash = createHash('sha256').update(previousHash).update(text).digest('hex');
    const events = [{ ...first, previousHash, hash }];
    expect(await verifyChain(events, noted(events))).toMatchObject({ fault: null, removedValues: 0 });
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
