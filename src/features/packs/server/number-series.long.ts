import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { confirmAsSecondPerson } from '#dev/testing/change-master.ts';
import { draftEntry, type Office, verifiedCertificate } from '#dev/testing/factories.ts';
import { importPack, packAddresses, sendPack } from '#dev/testing/packs.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import type { PackReport } from '../pack.ts';
import { type PackFiles, readPackBytes, readPackFiles, zipPack } from './pack-files.ts';

const pack = path.resolve('packs/deccan');
let portal: Portal;
let admin: StaffCaller;

beforeEach(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
});
afterEach(() => portal.close());

const send = (files: PackFiles) => sendPack(admin, packAddresses.import, zipPack(files));
const importFiles = (files: PackFiles) => importPack(admin, zipPack(files));

async function exported(): Promise<Buffer> {
  return Buffer.from(await (await admin.fetch('/api/settings/pack?name=copy')).arrayBuffer());
}

test('a series of the portal that gives the same numbers is named at the pack’s own', async () => {
  const { json, assets } = await readPackFiles(pack);
  await admin.api.number_series.addEntry({
    name: 'Before',
    pattern: 'S{n:9}',
    scope: [],
    nextNumber: 1,
  });
  await admin.api.number_series.addEntry({
    name: 'Former',
    pattern: 'SU{yy1}{yy2}{n}',
    scope: [],
    nextNumber: 1,
  });
  const refused = await send({ json, assets });
  expect(refused.status).toBe(422);
  const { data } = (await refused.json()) as { data: PackReport };
  expect(data.faults).toEqual([
    {
      path: 'numberSeries[0].pattern',
      found: 'SU/{yy1}-{yy2}/{n:4}',
      wanted: expect.stringContaining('Former, Certificates'),
    },
  ]);
  expect((await admin.api.courses.listEntries({})).rows).toEqual([]);
});

test('a series that gave numbers counts on when its pack is imported again, and another pattern begins a new one', async () => {
  const files = await readPackFiles(pack);
  await importFiles(files);
  const office = await officeOf(portal);
  const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
  const verify = async () =>
    (
      await verifiedCertificate(people, office, {
        // Late in its last year, as the schedule of the pack has it.
        totalAmount: 1_600,
        drafts: [draftEntry({ amount: 1_600 })],
      })
    ).convocationNumber;
  expect(await verify()).toBe('SU/24-25/0001');
  expect((await importFiles(files)).changes).toEqual([]);
  expect((await importFiles(readPackBytes(await exported()))).changes).toEqual([]);
  expect(await verify()).toBe('SU/24-25/0002');

  const json = files.json.replace('SU/{yy1}-{yy2}/{n:4}', 'DU/{yy1}-{yy2}/{n:4}');
  const { changes, proposalId } = await importFiles({ ...files, json });
  await confirmAsSecondPerson(portal, proposalId);
  expect(changes).toMatchObject([{ section: 'numberSeries', name: 'Certificates', kind: 'changed' }]);
  expect(await verify()).toBe('DU/24-25/0001');
  expect((await importFiles({ ...files, json })).changes).toEqual([]);
});

/** What the pack made, as applications refer to it. */
async function officeOf({ services: { db } }: Portal): Promise<Office> {
  const college = await db
    .selectFrom('colleges')
    .where('code', '=', 'PUN01')
    .select('id')
    .executeTakeFirstOrThrow();
  const course = await db
    .selectFrom('courses')
    .where('name', '=', 'BA-MAR')
    .select('id')
    .executeTakeFirstOrThrow();
  const paper = await db.selectFrom('papers').select('id').executeTakeFirstOrThrow();
  return {
    collegeId: college.id,
    otherCollegeId: college.id,
    courseId: course.id,
    paperId: paper.id,
    certificateType: 'Degree',
  };
}
