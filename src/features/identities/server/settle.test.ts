import { expect, test } from 'vitest';
import { draftEntry, receiveApplication, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';

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
