import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedDemo } from '#dev/seed/demo.ts';
import { demoStaff } from '#dev/seed/demo-staff.ts';
import { type Portal, startPortal } from '#dev/testing/portal.ts';
import { canonicalEvent } from '#shared/chained-event.ts';
import type { StoredEvent } from '../verify-chain.ts';
import { readChain, verifyChain } from './read-chain.ts';

let portal: Portal;
let owner: pg.Client;
let events: StoredEvent[];

beforeAll(async () => {
  portal = await startPortal();
  await seedDemo(portal.services, { data: 'samples' });
  owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  events = await storedEvents();
}, 300_000);
afterAll(async () => {
  await owner.end();
  await portal.close();
});

async function storedEvents(): Promise<StoredEvent[]> {
  const stored: StoredEvent[] = [];
  for await (const event of readChain(owner)) stored.push(event);
  return stored;
}

/** What the database knows of people, whatever table it stands in. */
async function knownValues(): Promise<string[]> {
  const { rows } = await owner.query<{ value: string }>(`
    select distinct value from (
      select unnest(array[candidate_name, candidate_name_native, guide_name]) as value from applications
      union all select unnest(array[name, name_native, address, father_name, mother_name, mobile, email, abc_id]) from students
      union all select unnest(array[name, email, mobile]) from staff
      union all select unnest(array[email, contact_number]) from colleges
      union all select paid_to from refunds
      union all select delivered_to from bundles
    ) known where length(value) > 3`);
  return rows.map(({ value }) => value);
}

test('no event of the demo has a personal value in what is hashed', async () => {
  const known = await knownValues();
  expect(known).toEqual(expect.arrayContaining([demoStaff[0]!.name, demoStaff[0]!.email]));
  const hashed = events.map(({ hash: _hash, previousHash: _previous, values: _values, ...event }) => ({
    ...event,
    text: canonicalEvent(event),
  }));
  expect(new Set(hashed.map(({ hashVersion }) => hashVersion))).toEqual(new Set([3]));
  const leaks = hashed.flatMap(({ event, text }) =>
    known
      .filter((value) => text.includes(JSON.stringify(value).slice(1, -1)))
      .map((value) => `${event}: ${value}`),
  );
  expect([...new Set(leaks)]).toEqual([]);
});

test('readers see the values all the same', async () => {
  const auditor = await portal.as('auditor');
  const { rows } = await auditor.api.audit.listAuditEvents({ search: demoStaff[0]!.name, limit: 5 });
  expect(rows.map(({ actorName }) => actorName)).toContain(demoStaff[0]!.name);
  const added = await auditor.api.audit.listAuditEvents({ search: 'Student added', limit: 1 });
  expect(added.rows[0]!.after).toMatchObject({ name: expect.stringMatching(/^[A-Z][a-z]+ /) });
});

describe('removing a value', () => {
  test('is only for the role of retention, and nobody changes one', async () => {
    const app = new pg.Client({ connectionString: portal.services.databaseUrl });
    await app.connect();
    for (const statement of [
      'delete from audit_personal_values',
      "update audit_personal_values set value = 'x'",
      'set role dikshant_retention',
    ])
      await expect(app.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    await app.end();
    for (const statement of [
      'delete from audit_personal_values',
      'truncate audit_personal_values',
      "update audit_personal_values set value = 'x'",
    ])
      await expect(owner.query(statement), statement).rejects.toThrow('by dikshant_retention alone');
  });

  test('leaves the chain as it was, is counted, and shows as removed', async () => {
    const { sequence, hash } = events.at(-1)!;
    const anchors = [{ sequence, hash, source: 'a note' }];
    expect(await verifyChain(events, { anchors })).toMatchObject({ fault: null, removedValues: 0 });
    const student = events.find(({ event }) => event === 'students.added')!;
    await owner.query('set role dikshant_retention');
    await owner.query("delete from audit_personal_values where sequence = $1 and path like '/after/%'", [
      student.sequence,
    ]);
    await owner.query('reset role');
    const after = await storedEvents();
    const removed = student.personal.filter((path) => path.startsWith('/after/')).length;
    expect(await verifyChain(after, { anchors })).toMatchObject({ fault: null, removedValues: removed });
    const auditor = await portal.as('auditor');
    const { rows } = await auditor.api.audit.listAuditEvents({ search: String(student.sequence) });
    expect(rows.find((row) => row.sequence === student.sequence)!.after).toMatchObject({
      name: '(removed)',
      address: '(removed)',
      fatherName: '(removed)',
    });
  });

  test('is not the same as putting another in its place', async () => {
    const place = events.findIndex(({ values }) => Object.keys(values ?? {}).length > 0);
    const [digest, known] = Object.entries(events[place]!.values!)[0]!;
    const forged = { ...events[place]!, values: { [digest]: { ...known, value: 'Somebody else' } } };
    const { sequence, hash } = events.at(-1)!;
    const report = await verifyChain(events.with(place, forged), {
      anchors: [{ sequence, hash, source: 'a note' }],
    });
    expect(report.fault).toBe(`a personal value of event ${place + 1} was altered`);
  });
});
