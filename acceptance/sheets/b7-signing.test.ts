import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import { between, letters, pick } from '../harness/random.ts';
import { once } from '../set-up/a-university.ts';
import { refusedAsApplication } from '../set-up/b-database.ts';
import { factsOf, lastEvent, openOffice, print, tryHandOver } from '../set-up/c-office.ts';
import { applyVerified, type Convened, convene } from './b-convene.ts';
import { isDomainNo } from './b-find.ts';
import { textOf } from './b-pdf.ts';
import {
  type Batch,
  batchDocument,
  batchRows,
  byWhoMay,
  signingAct,
  tryBring,
  trySendOut,
  waysOut,
} from './b-signing.ts';

// The issue, bullet: "signing by hand in batches, out and back". UNIVERSITY.md 1: "a type may be signed by hand: printed → out
// for signature (batch, with whom, since when) → back → hand over, never handed over while out". DOMAIN.md: "signature batch is
// a real stage and a real bottleneck".

let free: Convened;
let convened: Convened;

beforeEach(
  once(async () => {
    free = await convene({ office: await openOffice() });
  }),
  240_000,
);
afterAll(() => free?.office.portal.remove());

async function printed(own: Convened, count: number): Promise<Json[]> {
  const made: Json[] = [];
  for (let index = 0; index < count; index += 1) made.push(await applyVerified(own));
  await print(own.office, own.paperId, { sheets: count });
  return made;
}

const people = () => {
  const { admin, printer, caseWorker } = free.office.desks;
  return [printer, caseWorker, admin];
};

const idsOf = (made: Json[]) => made.map(({ certificateId }) => certificateId as string);

async function sendOut(made: Json[], withWhom?: string): Promise<Batch> {
  const answer = await byWhoMay(people(), (person) => trySendOut(convened, person, idsOf(made), withWhom));
  expect(answer.status, `sending out for signature: ${answer.text}`).toBe(200);
  return (answer as unknown as { batch: Batch }).batch;
}

async function bring(batch: Batch, made: Json[]): Promise<void> {
  const answer = await byWhoMay(people(), (person) => tryBring(convened, person, batch, idsOf(made)));
  expect(answer.status, `bringing back: ${answer.text}`).toBe(200);
}

async function expectKept(one: Json, when: string): Promise<void> {
  for (const { way, answer } of await waysOut(convened, one.certificateId)) {
    expect(isDomainNo(answer), `${way} ${when}: ${answer.status} ${answer.text}`).toBe(true);
    expect(answer.text, `${way} ${when} says why`).toMatch(/sign/i);
  }
  expect((await factsOf(convened.office, one.id)).state, when).toBe('printed');
}

describe('a type that is not signed by hand', { timeout: 120_000 }, () => {
  test('7 signing: it is handed over as soon as it is printed, and is not sent out for signature', async () => {
    const [one, other] = (await printed(free, 2)) as [Json, Json];
    const { receiver } = free.office.desks;
    expect((await tryHandOver(receiver, free.office, one.id)).status).toBe(200);
    await signingAct(free, 'out');
    const answer = await byWhoMay(people(), (person) => trySendOut(free, person, [other.certificateId]));
    expect(isDomainNo(answer), `${answer.status} ${answer.text}`).toBe(true);
  });
});

describe('a type that is signed by hand', { timeout: 180_000 }, () => {
  beforeEach(
    once(async () => {
      convened = await convene({ office: free.office, asksFor: ['byHand'] });
    }),
    120_000,
  );

  test('7 signing: printed and unsigned it leaves by no way; out it leaves by no way; back it is handed over', async () => {
    const [one] = (await printed(convened, 1)) as [Json];
    await expectKept(one, 'before it was out');
    const batch = await sendOut([one]);
    await expectKept(one, 'while it is out');
    await bring(batch, [one]);
    const answer = await tryHandOver(convened.office.desks.receiver, convened.office, one.id);
    expect(answer.status, answer.text).toBe(200);
  });

  test('7 signing: a batch names with whom it is and since when, on the API, in its list, and in the log', async () => {
    const made = await printed(convened, 3);
    const last = await lastEvent(convened.office);
    const withWhom = `Prof. ${letters(9)}`;
    const began = Date.now();
    const batch = await sendOut(made, withWhom);
    const row = (await batchRows(convened)).find(({ id }) => id === batch.id);
    expect(row, 'the batch in the database').toBeDefined();
    const moments = Object.values<Json>(row)
      .filter((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
      .map((value) => Date.parse(value));
    expect(
      moments.some((moment) => Math.abs(moment - began) < 86_400_000),
      `since when: ${JSON.stringify(row)}`,
    ).toBe(true);
    const said = JSON.stringify(
      await convened.office.portal.sql('select after from audit_events where sequence > $1', [last]),
    );
    expect(JSON.stringify(row) + said, 'with whom').toContain(withWhom);
    expect(said, 'the log names the batch').toContain(withWhom);
    const text = textOf(await batchDocument(convened, convened.office.desks.admin, batch));
    expect(text, 'the list says with whom').toContain(withWhom);
    for (const { number, candidateName } of made) {
      expect(text, 'the list that goes along').toContain(number);
      expect(text).toContain(candidateName);
    }
    const { desks } = convened.office;
    const list = await desks.auditor.get((await signingAct(convened, 'out')).path);
    expect(list.status, 'the auditor reads the batches').toBe(200);
    expect(list.text).toContain(withWhom);
    await bring(batch, made);
  });

  test('7 signing: a part of a batch comes back; the rest is still out, and nothing is in two batches', async () => {
    const made = await printed(convened, 4);
    const batch = await sendOut(made);
    const back = made.slice(0, between(1, 3));
    const out = made.slice(back.length);
    const twice = await byWhoMay(people(), (person) => trySendOut(convened, person, idsOf(out)));
    expect(isDomainNo(twice), `out in a second batch: ${twice.status} ${twice.text}`).toBe(true);
    await bring(batch, back);
    await expectKept(pick(out), 'while the rest is out');
    for (const one of back) {
      const answer = await tryHandOver(convened.office.desks.receiver, convened.office, one.id);
      expect(answer.status, `what is back: ${answer.text}`).toBe(200);
    }
    const again = await byWhoMay(people(), (person) => tryBring(convened, person, batch, idsOf(back)));
    expect(again.status, 'what is back does not come back again').not.toBe(500);
    await bring(batch, out);
    const late = await tryHandOver(convened.office.desks.receiver, convened.office, out[0]!.id);
    expect(late.status, late.text).toBe(200);
  });

  test('7 signing: what is not printed, what was handed over and what nobody knows is not sent out; nothing of the batch is then', async () => {
    const [good, gone] = (await printed(convened, 2)) as [Json, Json];
    const waiting = await applyVerified(convened);
    const batch = await sendOut([gone]);
    await bring(batch, [gone]);
    expect((await tryHandOver(convened.office.desks.receiver, convened.office, gone.id)).status).toBe(200);
    const before = (await batchRows(convened)).length;
    for (const bad of [waiting, gone, { certificateId: crypto.randomUUID() }]) {
      const answer = await byWhoMay(people(), (person) => trySendOut(convened, person, idsOf([good, bad])));
      expect(
        isDomainNo(answer) || answer.status === 404,
        `with ${JSON.stringify(bad).slice(0, 80)}: ${answer.status} ${answer.text}`,
      ).toBe(true);
    }
    expect((await batchRows(convened)).length, 'batches').toBe(before);
    await sendOut([good]);
    // So that the runs of other tests, which print the longest waiting first, print their own.
    await print(convened.office, convened.paperId, { sheets: 1 });
  });

  test("7 signing: by direct SQL as the application's role a sheet that is out is not handed over either", async () => {
    const [one] = (await printed(convened, 1)) as [Json];
    await sendOut([one]);
    const { portal, desks } = convened.office;
    const [sheet] = await portal.sql(
      "select id from sheets where certificate_id = $1 and outcome = 'good' and superseded_at is null",
      [one.certificateId],
    );
    const statement = `with gone as (update certificates set state = 'handed_over', handed_over_at = now(), handed_over_by = $2, version = version + 1 where id = $1 returning id)
      insert into hand_overs (sheet_id, way, handed_over_by, handed_over_at, collected_by, identity_seen) select $3::uuid, 'in_person', $2, now(), 'Somebody', 'Passport' from gone`;
    const of = (certificate: string, sheetId: string) =>
      refusedAsApplication(portal, statement, [certificate, desks.receiver.staffId, sheetId]);
    // The control: the statement hands over what is not signed by hand.
    const [other] = (await printed(free, 1)) as [Json];
    const [free1] = await portal.sql('select id from sheets where certificate_id = $1', [
      other.certificateId,
    ]);
    expect(await of(other.certificateId, free1!.id), 'the control').toBeUndefined();
    expect(await of(one.certificateId, sheet!.id), 'what is out').toMatch(/sign/i);
  });

  test('7 signing: an auditor sends nothing out: that desk changes nothing', async () => {
    const [one] = (await printed(convened, 1)) as [Json];
    const { auditor } = convened.office.desks;
    expect((await trySendOut(convened, auditor, [one.certificateId])).status).toBe(403);
    await expectKept(one, 'unsigned');
  });
});
