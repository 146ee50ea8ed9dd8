import { expect, test } from 'vitest';
import { draftEntry, receiveApplication, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { copyRow } from '#dev/testing/writings.ts';

const { portal, office } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);
const [admin, receiver] = await portal.asEach('admin', 'receiver');

/** As the migration left them: the later one is a twin. */
async function collide(table: string, identity: string, { ids, set }: { ids: string[]; set: string }) {
  const [first, ...others] = ids;
  for (const [index, id] of others.entries())
    await runWithoutTriggers(
      portal,
      `update ${table} set ${set}, ${identity}_twin = ${index + 2} where id = '${id}';
       insert into identity_collisions (record, identity, first_id, later_id) values ('${table}', '${identity}', '${first}', '${id}')`,
    );
}
const open = async () => (await admin.api.identities.listIdentityCollisions()).rows;
const keys = async (table: string, column: string, ids: string[]) =>
  (await owner.query(`select ${column} as key from ${table} where id = any($1) order by id`, [ids])).rows.map(
    ({ key }) => key,
  );

test('of three the others wait with the one that is left, and an edit or deletion by its own form ends it', async () => {
  const entries = [studentEntry(office), studentEntry(office), studentEntry(office)];
  const ids: string[] = [];
  for (const entry of entries) ids.push((await admin.api.students.addStudent(entry)).id);
  const number = entries[0]!.registrationNumber;
  await collide('students', 'registration', { ids, set: `registration_number = '${number.toLowerCase()}'` });
  const key = number.toLowerCase();
  expect(await keys('students', 'registration_key', ids)).toEqual([key, `${key}~2`, `${key}~3`]);
  expect((await receiver.api.students.findStudents({ number })).map(({ id }) => id).sort()).toEqual(ids);
  // What is not corrected can be edited.
  const kept = { ...entries[1]!, registrationNumber: number.toLowerCase(), address: '4, Lake View, Mysuru' };
  await admin.api.students.editStudent({ ...kept, id: ids[1]!, version: 1 });

  await admin.api.students.editStudent({ ...studentEntry(office), id: ids[0]!, version: 1 });
  expect((await open()).map(({ first, later }) => [first.id, later.id])).toEqual([[ids[1], ids[2]]]);
  await admin.api.students.deleteStudent({ id: ids[1]!, version: 2 });
  expect(await open()).toEqual([]);
  expect(await keys('students', 'registration_key', [ids[2]!])).toEqual([key]);
});

test('drafts stay as they were received, both of them, with a reason', async () => {
  const drafts = [draftEntry({ bank: 'Canara Bank' }), draftEntry({ bank: 'Canara Bank' })];
  const ids: string[] = [];
  for (const draft of drafts) {
    await receiveApplication(receiver, office, { drafts: [draft] });
    ids.push((await receiver.api.demandDrafts.lookUpDraft(draft)).draft!.id);
  }
  const { number, branch } = drafts[0]!;
  const set = `number = '${number}', bank = 'CANARA  BANK', branch = '${branch}'`;
  await collide('demand_drafts', 'instrument', { ids, set });
  const found = await receiver.api.demandDrafts.lookUpDraft({ number, bank: 'CANARA  BANK', branch });
  expect(found.draft?.id).toBe(ids[1]);
  const [row] = await open();
  await admin.api.identities.settleIdentityCollision({
    ...{
      id: row!.id,
      version: row!.version,
      recordId: ids[1]!,
      changes: {},
      reason: 'Two drafts of one day',
    },
  });
  expect(await open()).toEqual([]);
  expect((await keys('demand_drafts', 'instrument_key', ids))[1]).toMatch(/~2$/);
});

test('of three, the first one is corrected beside any of the others', async () => {
  const ids: string[] = [];
  const entries = [studentEntry(office), studentEntry(office), studentEntry(office)];
  for (const entry of entries) ids.push((await admin.api.students.addStudent(entry)).id);
  const set = `registration_number = '${entries[0]!.registrationNumber.toLowerCase()}'`;
  await collide('students', 'registration', { ids, set });
  const beside = (await open()).find(({ later }) => later.id === ids[2])!;
  const { registrationNumber } = studentEntry(office);
  await admin.api.identities.settleIdentityCollision({
    ...{ id: beside.id, version: beside.version, recordId: ids[0]!, reason: 'By the marks card' },
    changes: { registrationNumber },
  });
  expect((await open()).map(({ first, later }) => [first.id, later.id])).toEqual([[ids[1], ids[2]]]);
});

test('of two that were kept, one has the key alone once the other is corrected', async () => {
  const first = await copyRow(owner, 'papers', {
    id: office.paperId,
    changes: { code: 'KEPT-1', name: 'Kept' },
  });
  const later = await copyRow(owner, 'papers', { id: first, changes: { code: 'KEPT-2', name: 'Kept, too' } });
  await collide('papers', 'code', { ids: [first, later], set: "code = 'kept-1'" });
  const row = (await open()).find((one) => one.later.id === later);
  await admin.api.identities.settleIdentityCollision({
    ...{ id: row!.id, version: row!.version, recordId: later, changes: {}, reason: 'Both were delivered' },
  });
  expect(await keys('papers', 'code_key', [later])).toEqual(['kept-1~2']);
  await owner.query("update papers set code = 'KEPT-3' where id = $1", [first]);
  expect(await keys('papers', 'code_key', [first, later])).toEqual(['kept-3', 'kept-1']);
});
