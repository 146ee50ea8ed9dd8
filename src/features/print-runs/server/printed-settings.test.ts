import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { confirmAsSecondPerson } from '#dev/testing/change-master.ts';
import { exampleEntry } from '#dev/testing/example-entry.ts';
import { uploadFile, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { createPrintRoom, officeWithPaper, startedRun } from '#dev/testing/print-room.ts';

const { portal, office } = await fileOffice();
const room = await createPrintRoom(portal);
const admin = await portal.as('admin');

async function signature(): Promise<string> {
  const strokes = {
    width: 1_200,
    height: 400,
    channels: 4 as const,
    background: { r: 0, g: 0, b: 90, alpha: 0.4 },
  };
  const sent = await uploadFile(admin, 'signature', await sharp({ create: strokes }).png().toBuffer());
  return ((await sent.json()) as { id: string }).id;
}

async function holderOf(change: Record<string, string>) {
  const { id } = await admin.api.offices.addEntry({
    ...exampleEntry('offices'),
    heldUntil: '',
    signatureFileId: await signature(),
    ...change,
  });
  return id;
}

async function printFile(id: string): Promise<Buffer> {
  return Buffer.from(await (await room.printer.fetch(`/api/print-runs/${id}/document`)).arrayBuffer());
}

test('the sheet says titles, the date of the convocation, and who held office then; a later holder changes no sheet', async () => {
  await holderOf({ office: 'Registrar', holder: 'Dr. Sumathi Rao', heldFrom: '2020-01-01', signs: 'left' });
  await holderOf({
    office: 'Vice-Chancellor',
    holder: 'Prof. Ramesh Patil',
    heldFrom: '2015-01-01',
    heldUntil: '2019-12-31',
    signs: 'right',
  });
  const former = await holderOf({
    office: 'Vice-Chancellor',
    holder: 'Prof. Nagaraj Kulkarni',
    heldFrom: '2020-01-01',
    heldUntil: '2026-03-14',
    signs: 'right',
  });
  await holderOf({
    office: 'Vice-Chancellor',
    holder: 'Prof. Vasudha Hegde',
    heldFrom: '2026-03-15',
    signs: 'right',
  });
  await admin.api.convocations.addEntry({
    ...exampleEntry('convocations'),
    academicYears: '2024-25',
    heldOn: '2026-03-14',
  });
  const {
    version,
    isUsed: _,
    id,
    ...type
  } = (await admin.api.certificate_types.listEntries({ search: 'Degree' })).rows[0]!;
  const entry = { ...type, title: 'Certificate of the Degree' } as typeof type & Record<string, string>;
  await admin.api.certificate_types.editEntry({ id, version, entry });
  const course = await admin.api.courses.getEntry({ id: office.courseId });
  const { id: courseId, version: courseVersion, isUsed, ...words } = course;
  await admin.api.courses.editEntry({
    id: courseId,
    version: courseVersion,
    entry: {
      ...(words as Record<string, string>),
      degreeTitle: 'Bachelor of Engineering',
      subject: 'Electronics',
    },
  });
  expect(isUsed).toBe(false);

  const here = await officeWithPaper(portal, office, 2);
  const { applicationId } = await verifiedCertificate(room, here, { candidateName: 'Asha Rao' });
  const run = await startedRun(portal, room.printer, here, 1);
  const [text] = await pageTexts(await printFile(run.id));
  for (const said of [
    'Bachelor of Engineering in Electronics',
    '14 March 2026',
    'Dr. Sumathi Rao',
    'Prof. Nagaraj Kulkarni',
  ])
    expect(text).toContain(said);
  for (const unsaid of ['Vasudha', 'Ramesh']) expect(text).not.toContain(unsaid);
  expect(await admin.api.applications.getApplication({ id: applicationId })).toMatchObject({
    courseDegree: 'ECE',
  });

  const { copies } = await admin.api.copies.listCopies({ id: run.sheets[0]!.certificateId });
  expect(copies[0]!.facts).toMatchObject({ title: 'Certificate of the Degree', issuedOn: '2026-03-14' });
  await expectPrintedStay({ former });
  const held = await admin.api.offices.getEntry({ id: former });
  const { version: heldVersion, isUsed: __, id: ___, ...holder } = held;
  const { proposalId } = await admin.api.offices.editEntry({
    id: former,
    version: heldVersion,
    entry: {
      ...(holder as Record<string, string>),
      holder: 'Somebody Else',
      signatureFileId: await signature(),
    },
  });
  await confirmAsSecondPerson(portal, proposalId);
  expect(await admin.api.offices.getEntry({ id: former })).toMatchObject({ holder: 'Somebody Else' });
  const { copies: again } = await admin.api.copies.listCopies({ id: run.sheets[0]!.certificateId });
  expect(again[0]!.facts).toEqual(copies[0]!.facts);

  await verifiedCertificate(room, here);
  const next = await startedRun(portal, room.printer, here, 1);
  const [since] = await pageTexts(await printFile(next.id));
  expect(since).toContain('Somebody Else');
  expect(since).not.toContain('Kulkarni');
});

/** Who signed and the convocation are used by the sheet; who came later is not. */
async function expectPrintedStay({ former }: { former: string }) {
  const { offices, convocations } = admin.api;
  const holders = (await offices.listEntries({})).rows;
  const isUsed = (name: string) =>
    holders.find(({ holder, heldUntil }) => holder === name && heldUntil !== '2000-12-31')!.isUsed;
  expect(['Dr. Sumathi Rao', 'Prof. Nagaraj Kulkarni', 'Prof. Vasudha Hegde'].map(isUsed)).toEqual([
    true,
    true,
    false,
  ]);
  const convocation = (await convocations.listEntries({})).rows.find(({ heldOn }) => heldOn === '2026-03-14');
  const refused = { code: 'masters.in_use' };
  await expect(offices.deleteEntry({ id: former, version: 1 })).rejects.toMatchObject(refused);
  await expect(convocations.deleteEntry({ id: convocation!.id, version: 1 })).rejects.toMatchObject(refused);
  const db = portal.services.db;
  for (const [statement, table] of [
    [sql`delete from offices where id = ${former}`, 'offices'],
    [sql`update offices set is_used = false where id = ${former}`, 'offices'],
    [sql`delete from convocations`, 'convocations'],
  ] as const)
    await expect(statement.execute(db)).rejects.toMatchObject({ constraint: `${table}__stay_once_printed` });
}
