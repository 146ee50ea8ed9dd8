import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { hire, type Json, type Person, setRole } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { between, digits, letters, personName, shuffled } from '../harness/random.ts';
import { dayBefore, receive, versionOf } from '../harness/records.ts';

// FAULTS.md B6: "Four eyes remember only the last corrector (applications; stock deliveries): A receives, B changes all,
// A touches once more, B approves" must become "everybody who ever received or changed this record's data, whatever was
// decided in between, is barred for good, in the database as well (a table of contributors filled by trigger)".

let portal: Portal;
let desks: Desks;
let other: Person;

beforeAll(async () => {
  ({ portal, desks } = await startWithDesks());
  other = await hire(portal, desks.admin, 'receiver');
});
afterAll(() => portal?.remove());

describe('B6 applications', () => {
  let id: string;

  beforeAll(async () => {
    // A receives, B corrects everything, A touches it once more.
    const application = await receive(desks.receiver);
    id = application.id;
    await sendBack(id);
    await correct(other, id, { ...application, candidateName: personName(), examRollNumber: digits(9) });
    await sendBack(id);
    await correct(desks.receiver, id, { ...application, guideName: `Dr. ${personName()}` });
  });

  test('B6: B, who corrected all before A touched it again, must not verify, by whatever desk', async () => {
    const now = await setRole(portal, other, 'case_worker');
    const answer = await now.ask('POST', `/api/applications/${id}/verify`, {
      body: { version: await versionOf(now, `/api/applications/${id}`) },
    });
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body.code).toMatch(/own|contribut|eyes/);
    expect(await statusOf(id)).toBe('received');
  });

  test('B6: nor by SQL: the database refuses B, and A, and takes a third person', async () => {
    const third = desks.caseWorker.staffId;
    for (const barred of [other.staffId, desks.receiver.staffId]) {
      await expect(verifyBySql(id, barred)).rejects.toThrow(/own|contribut|eyes|decide/i);
    }
    // A third person meets another rule of the database at most, never this one.
    await verifyBySql(id, third).catch((error) =>
      expect(String(error)).not.toMatch(/contribut|eyes|own_work/i),
    );
  });

  test('B6: B must not reject or return it either', async () => {
    const now = await setRole(portal, other, 'case_worker');
    for (const [verb, rest] of [
      ['return', { reasons: ['name'] }],
      ['reject', {}],
    ] as const) {
      const answer = await now.ask('POST', `/api/applications/${id}/${verb}`, {
        body: { version: await versionOf(now, `/api/applications/${id}`), ...rest },
      });
      expect(answer.status, `${verb}: ${answer.text}`).toBe(409);
      expect(answer.body.code, verb).toMatch(/own|contribut|eyes/);
    }
    await setRole(portal, other, 'receiver');
  });
});

describe('B6 stock', () => {
  for (const kind of ['blank', 'ink'] as const) {
    test(`B6: a delivery of ${kind} is not approved by who changed it before its receiver touched it again`, async () => {
      const [first, second] = shuffled([desks.admin, desks.otherAdmin]) as [Person, Person];
      const delivery = await newDelivery(kind);
      const path = `/api/${kind}-receipts`;
      const { id } = await first.act('POST', path, delivery);
      // A remark is no data that an approval vouches for: it may follow later, by anybody.
      await second.act('PUT', `${path}/${id}`, {
        ...delivery,
        receivedOn: dayBefore(3),
        version: await versionOf(second, `${path}/${id}`),
      });
      await first.act('PUT', `${path}/${id}`, {
        ...delivery,
        receivedOn: dayBefore(4),
        version: await versionOf(first, `${path}/${id}`),
      });
      const answer = await second.ask('POST', `${path}/${id}/approve`, {
        body: { version: await versionOf(second, `${path}/${id}`) },
      });
      expect(answer.status, answer.text).toBe(409);
      const approve = `update ${kind}_receipts set approved_by = $2, approved_at = now() where id = $1`;
      await expect(portal.sql(approve, [id, second.staffId]), 'approved by SQL').rejects.toThrow();
      // A third one may.
      const [third] = await portal.sql(
        'insert into staff (id, role, name, email, password_hash, password_is_initial, password_set_at, second_factor) select gen_random_uuid(), role, $1, $2, password_hash, false, now(), second_factor from staff where id = $3 returning id',
        [personName(), `${letters(9)}@dikshant.example`, first.staffId],
      );
      await portal.sql(approve, [id, third!.id]);
    });
  }
});

async function newDelivery(kind: 'blank' | 'ink'): Promise<Json> {
  const base = { totalQuantity: 10, receivedOn: dayBefore(2), remarks: '' };
  if (kind === 'blank') {
    const { papers } = (await desks.receiver.get('/api/application-choices')).body;
    const firstSerial = between(1, 900_000);
    const serials = { serialPrefix: letters(4).toUpperCase(), firstSerial, lastSerial: firstSerial + 9 };
    return { ...base, ...serials, paperId: papers[0].id };
  }
  const [ink] = await portal.sql('select id from inks limit 1');
  return { ...base, inkId: ink!.id, receivedQuantity: 10, rejectedQuantity: 0 };
}

async function sendBack(id: string): Promise<void> {
  const version = await versionOf(desks.caseWorker, `/api/applications/${id}`);
  await desks.caseWorker.act('POST', `/api/applications/${id}/return`, { version, reasons: ['name'] });
}

async function correct(person: Person, id: string, application: Json): Promise<void> {
  const version = await versionOf(person, `/api/applications/${id}`);
  const { id: _, ...fields } = application;
  await person.act('POST', `/api/applications/${id}/correct`, { ...fields, drafts: [], version });
}

async function statusOf(id: string): Promise<string> {
  return (await portal.sql('select status from applications where id = $1', [id]))[0]!.status;
}

/** The bare act in a transaction that is rolled back. */
async function verifyBySql(id: string, by: string): Promise<void> {
  const client = await portal.connect();
  try {
    await client.query('begin');
    await client.query(
      "update applications set status = 'verified', verified_by = $2, verified_at = now() where id = $1",
      [id, by],
    );
    await client.query('set constraints all immediate');
  } finally {
    await client.query('rollback').catch(() => {});
    await client.end();
  }
}
