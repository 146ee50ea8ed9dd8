import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addBundle, withReceipt } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { fileOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { createPrintRoom } from '#dev/testing/print-room.ts';
import { printedCertificate } from '#dev/testing/reprinting.ts';
import { statusAddress } from '#features/applications/rules.ts';
import { linkTo, type RecordKind, searchedKinds } from '#shared/record-kinds.ts';
import { type Role, roles } from '#shared/roles.ts';

/** A record with a number, as it stands in the database. */
type Known = { kind: RecordKind; id: string; number: string; collegeId: string | null };

type Reader = { role: Role; collegeId: string | null; caller: StaffCaller };

const known: Known[] = [];
const readers: Reader[] = [];

const { portal, office } = await fileOffice();
const room = await createPrintRoom(portal);
const admin = await portal.as('admin');
for (const [collegeId, name] of [
  [office.collegeId, 'Asha Rao'],
  [office.otherCollegeId, 'Zubin Pais'],
] as const)
  await fillCollege(collegeId, name);
// An admin is of the whole university.
for (const role of roles)
  for (const collegeId of role === 'admin' ? [null] : [null, office.collegeId, office.otherCollegeId])
    readers.push({
      role,
      collegeId,
      caller: await portal.as(role, { ...(collegeId && { collegeId }), name: `Reader ${role}` }),
    });
await listKnown();

/** A printed certificate, a slip with a draft, and a bundle. */
async function fillCollege(collegeId: string, candidateName: string): Promise<void> {
  const [initial] = candidateName;
  const draft = await withReceipt(room.receiver, {
    number: initial === 'A' ? '310001' : '410001',
    drawnOn: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10),
    bank: 'Canara Bank',
    branch: 'Mysuru',
    amount: 700,
  });
  await printedCertificate(portal, room, office, {
    collegeId,
    candidateName,
    registrationNumber: `${initial}19/CS-041`,
    examRollNumber: `${initial}24001`,
    drafts: [draft],
  });
  const { rows } = await room.receiver.api.demandDrafts.listDrafts({ search: draft.number, limit: 10 });
  await room.receiver.api.depositSlips.prepareDepositSlip({
    draftIds: rows.map(({ id }) => id),
    account: '12340056789',
    bankBranch: 'SBI Mysuru',
  });
  await addBundle(portal, { collegeId, handedOverBy: room.receiver.actor.id });
}

async function listKnown(): Promise<void> {
  const db = portal.services.db;
  const rows = <Row>(query: { execute(): Promise<Row[]> }) => query.execute();
  const add = (kind: RecordKind, id: string, number: string, collegeId: string | null) =>
    known.push({ kind, id, number, collegeId });
  for (const row of await rows(db.selectFrom('applications').selectAll())) {
    add('application', row.id, `ACK${String(row.acknowledgement_number).padStart(6, '0')}`, row.college_id);
    add('application', row.id, row.registration_number, row.college_id);
    add('application', row.id, row.exam_roll_number, row.college_id);
  }
  for (const row of await rows(db.selectFrom('certificates').selectAll()))
    add('certificate', row.id, row.convocation_number, row.college_id);
  for (const row of await rows(db.selectFrom('demand_drafts').selectAll()))
    add('draft', row.id, row.number, row.college_id);
  for (const row of await rows(db.selectFrom('deposit_slips').selectAll()))
    add('slip', row.id, `DS-${String(row.slip_number).padStart(6, '0')}`, row.college_id);
  for (const row of await rows(db.selectFrom('print_runs').selectAll()))
    add('run', row.id, `R-${String(row.run_number).padStart(6, '0')}`, row.college_id);
  for (const row of await rows(db.selectFrom('bundles').selectAll()))
    add('bundle', row.id, `B-${String(row.bundle_number).padStart(6, '0')}`, row.college_id);
  for (const row of await rows(
    db.selectFrom('sheets').innerJoin('blanks', 'blanks.id', 'blank_id').select(['blanks.id', 'serial']),
  ))
    add('sheet', row.id, row.serial, null);
  for (const row of await rows(db.selectFrom('staff').selectAll()))
    add('person', row.id, row.email, row.college_id);
}

async function find(caller: StaffCaller, q: string) {
  return (await caller.api.search.findRecords({ q })).hits;
}

/** Ways to write a number that mean the same. */
const ways: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => ` ${number.toLowerCase()} `,
  (number) => number.toUpperCase(),
];

/** What a reader finds, each of it checked to be theirs to read. */
async function findOwn({ role, collegeId, caller }: Reader, term: string) {
  const hits = await find(caller, term);
  for (const { kind, id } of hits) {
    expect(searchedKinds(role), `${term} as ${role}`).toContain(kind);
    if (collegeId !== null && kind !== 'sheet')
      expect(known.find((record) => record.id === id)?.collegeId, `${term} as ${role}`).toBe(collegeId);
  }
  return hits;
}

/** Two of each kind and college. */
function fewOfEachKind(records: typeof known): typeof known {
  const places = new Map<string, number>();
  return records.filter(({ kind, collegeId }) => {
    const place = `${kind} ${collegeId}`;
    places.set(place, (places.get(place) ?? 0) + 1);
    return places.get(place)! <= 2;
  });
}

test('everybody finds each record by its number if it is theirs to read, and else does not', async () => {
  let turn = 0;
  for (const reader of readers)
    for (const { kind, id, number, collegeId } of process.env.LONG_FORMS ? known : fewOfEachKind(known)) {
      const term = ways[turn++ % ways.length]!(number);
      const exact = (await findOwn(reader, term)).filter(({ match }) => match === 'exact');
      const isTheirs =
        searchedKinds(reader.role).includes(kind) &&
        (reader.collegeId === null || collegeId === reader.collegeId || kind === 'sheet');
      expect(
        exact.some((hit) => hit.id === id),
        `${kind} ${term} as ${reader.role}`,
      ).toBe(isTheirs);
    }
});

test('no way to write a number, part of one or name finds what is not theirs to read', async () => {
  const terms = fc.oneof(
    fc.record({ record: fc.constantFrom(...known), way: fc.constantFrom(...ways) }),
    fc.record({
      record: fc.constantFrom(...known),
      way: fc.nat(6).map((length) => (number: string) => number.slice(0, length + 1)),
    }),
    fc
      .constantFrom('rao', 'Zubin', 'Reader', 'canara', '%', '_', 'A_9', "'", '\\')
      .map((text) => ({ record: known[0]!, way: () => text })),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...readers), terms, async (reader, { record, way }) => {
      await findOwn(reader, way(record.number));
    }),
    { numRuns: process.env.LONG_FORMS ? 2_000 : 60, endOnFailure: true },
  );
});

test('a convocation number is found with other separators, without zeros, and from the code of the sheet', async () => {
  const certificate = known.find(({ kind }) => kind === 'certificate')!;
  const [year, counter] = certificate.number.split('/') as [string, string];
  const bare = `${year}${counter}`;
  const code = `https://dikshant.example/verify?n=${encodeURIComponent(certificate.number)}&code=7Q`;
  for (const written of [
    `${year}-${counter}`,
    bare,
    `${year}/${Number(counter)}`,
    `${year} ${counter}`,
    code,
    code.replace('verify?', 'verify/?lang=kn&'),
  ])
    expect((await find(admin, written))[0], written).toMatchObject({ id: certificate.id, match: 'exact' });
});

test('the code of a slip leads to its application, or for who reads none to its certificate', async () => {
  const { id, number } = known.find(
    ({ kind, collegeId }) => kind === 'application' && collegeId === office.collegeId,
  )!;
  const certificate = known.find(
    ({ kind, collegeId }) => kind === 'certificate' && collegeId === office.collegeId,
  )!;
  const code = statusAddress('https://dikshant.example', {
    acknowledgementNumber: Number(number.replace('ACK', '')),
    examRollNumber: 'A24001',
  });
  for (const written of [code, ` ${code} `, code.replace('status?', 'status/?lang=kn&')]) {
    expect(await find(admin, written), written).toMatchObject([{ kind: 'application', id, match: 'exact' }]);
    expect(await find(room.printer, written), written).toMatchObject([
      { kind: 'certificate', id: certificate.id, match: 'exact' },
    ]);
  }
  const elsewhere = readers.find(
    ({ role, collegeId }) => role === 'receiver' && collegeId === office.otherCollegeId,
  )!;
  expect(await find(elsewhere.caller, code)).toEqual([]);
});

test('a number that several records have leads to each of them', async () => {
  const [first] = await find(admin, 'ds 1');
  expect(first).toMatchObject({ kind: 'slip', number: 'DS-000001', match: 'exact' });
  const kinds = (await find(admin, '1')).map(({ kind, match }) => `${kind} ${match}`);
  expect(kinds).toEqual(expect.arrayContaining(['application exact', 'slip begins', 'run begins']));
});

test('names are found from three letters on, of candidates and of colleagues', async () => {
  expect((await find(admin, 'asha')).map(({ kind, title }) => [kind, title])).toEqual([
    ['application', 'Asha Rao'],
  ]);
  expect((await find(room.printer, 'asha')).map(({ kind, title }) => [kind, title])).toEqual([
    ['certificate', 'Asha Rao'],
  ]);
  expect((await find(admin, 'Reader')).map(({ kind }) => kind)).toContain('person');
  expect(await find(room.receiver, 'Reader')).toEqual([]);
  expect(await find(admin, 'as')).toEqual([]);
  expect(await find(admin, '')).toEqual([]);
});

longTest('every hit has a page at the desk of who finds it', async () => {
  for (const { role, caller } of readers)
    for (const { number } of known)
      for (const hit of await find(caller, number)) expect(linkTo(hit, role)).not.toBeNull();
});

test('what was opened before is recalled in its order, without what may not be read', async () => {
  const of = (kind: RecordKind, collegeId: string | null) =>
    known.find((record) => record.kind === kind && record.collegeId === collegeId)!;
  const own = [of('draft', office.collegeId), of('application', office.collegeId)];
  const others = [of('application', office.otherCollegeId), of('person', null)];
  const records = [own[0]!, others[0]!, own[1]!, others[1]!].map(({ kind, id }) => `${kind}:${id}`).join(' ');
  const receiver = readers.find(
    ({ role, collegeId }) => role === 'receiver' && collegeId === office.collegeId,
  )!;
  const recalled = await receiver.caller.api.search.recallRecords({ records: `${records} nothing:1` });
  expect(recalled.records.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
});
