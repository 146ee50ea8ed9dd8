import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { uploadFile, verifiedCertificate } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import {
  closeRun,
  composedRun,
  createPrintRoom,
  officeWithPaper,
  openPrintFile,
  printedCertificates,
  startedRun,
} from '#dev/testing/print-room.ts';
import { codeOf, printedCertificate, requestReprint, startRunOf } from '#dev/testing/reprinting.ts';
import { statusOf } from '#dev/testing/status-of.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { purgeUnattachedUploads } from '#platform/server/files/purge-files.ts';
import { dayInIndia } from '#shared/format.ts';
import { findLayoutSetUp, fingerprintOf } from './layouts.ts';

const { portal, office } = await sharedOffice();
const room = await createPrintRoom(portal);
const auditor = await portal.as('auditor');
const college = await auditor.api.colleges.getCollege({ id: office.collegeId });

const execute = (statement: ReturnType<typeof sql>) => statement.execute(portal.services.db);

/** A run that is printing the certificates of these candidates. */
async function runOf(...names: string[]) {
  const here = await officeWithPaper(portal, office, names.length + 1);
  const applicationIds: string[] = [];
  for (const candidateName of names)
    applicationIds.push((await verifiedCertificate(room, here, { candidateName })).applicationId);
  return { here, applicationIds, run: await startedRun(portal, room.printer, here, names.length) };
}

const factsOf = async (sheetId: string) =>
  (await execute(sql`select facts, photo_file_id from sheet_facts where sheet_id = ${sheetId}`)).rows[0] as
    | { facts: Record<string, unknown>; photo_file_id: string }
    | undefined;

/** Everything that a sheet could be read from is another, whoever changed it: nothing in the database is asked. */
async function changeBehind(applicationId: string, photoFileId: string) {
  await withClient(portal.ownerUrl, 'backup', async (owner) => {
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `update applications set candidate_name = 'Somebody Else', exam_roll_number = 'ELSE-1', registration_number = 'ELSE' || acknowledgement_number,
              academic_year = '2011-12', photo_file_id = $2 where id = $1`,
      [applicationId, photoFileId],
    );
  });
}

describe('what a sheet prints', () => {
  test('is kept when it is bound to a run, with its photo and its layout', async () => {
    const { here, applicationIds, run } = await runOf('Asha Rao');
    const application = await auditor.api.applications.getApplication({ id: applicationIds[0]! });
    const setUp = await findLayoutSetUp(portal.services.db, new Date());
    const kept = await factsOf(run.sheets[0]!.id);
    expect(kept?.photo_file_id).toBe(application.photo.id);
    const { rows } = await execute(
      sql`select stored_files.sha256 from files join stored_files on key = storage_key where files.id = ${application.photo.id}`,
    );
    expect(kept?.facts).toEqual({
      convocationNumber: application.convocationNumber,
      copyNumber: 0,
      registrationNumber: application.registrationNumber,
      examRollNumber: application.examRollNumber,
      candidateName: 'Asha Rao',
      candidateNameNative: null,
      course: 'ECE',
      degree: { title: 'ECE', titles: {}, subject: '', subjects: {}, faculty: '' },
      award: {},
      titles: {},
      college: college.name,
      collegeCode: college.code,
      academicYear: '2024-25',
      modeOfStudy: 'Regular',
      certificateType: here.certificateType,
      title: here.certificateType,
      offices: [],
      colour: 'Maroon',
      issuedOn: dayInIndia(new Date()),
      photoSha256: (rows[0] as { sha256: string }).sha256,
      university: setUp.university,
      layoutFingerprint: fingerprintOf({ certificateType: here.certificateType, colour: 'Maroon' }, setUp),
    });
  });

  test('is what desks and strangers read, whatever the application says by now', async () => {
    const { applicationIds, run } = await runOf('Asha Rao', 'Bina Rao');
    const [first, second] = run.sheets;
    const photo = (await (await uploadFile(room.receiver, 'photo')).json()) as { id: string };
    await changeBehind(applicationIds[0]!, photo.id);
    await changeBehind(applicationIds[1]!, (await factsOf(second!.id))!.photo_file_id);

    const here = await room.printer.api.printRuns.getPrintRun({ id: run.id });
    expect(here.sheets.map(({ studentName }) => studentName)).toEqual(['Asha Rao', 'Bina Rao']);
    expect(here.sheets[0]!.examRollNumber).not.toBe('ELSE-1');

    await room.printer.api.printRuns.recordSheets({
      id: run.id,
      outcomes: [{ sheetId: first!.id, outcome: 'good' }],
    });
    await room.printer.api.printRuns.resumePrintRun({ id: run.id, topSerial: second!.blankSerial });
    const remaining = await room.printer.fetch(`/api/print-runs/${run.id}/remaining-document?from=2`);
    const [text] = await pageTexts(Buffer.from(await remaining.arrayBuffer()));
    expect(text).toContain('Bina Rao');
    expect(text).not.toContain('Somebody Else');
    expect(text).not.toContain('2011-12');

    const verdict = await portal.anonymous.api.verification.verifyCertificate({
      number: first!.convocationNumber,
      code: await codeOf(portal, first!.id),
    });
    expect(verdict).toMatchObject({ verdict: 'genuine', candidateName: 'Asha Rao', academicYear: '2024-25' });

    const { copies } = await auditor.api.copies.listCopies({ id: first!.certificateId });
    const { facts, photo_file_id } = (await factsOf(first!.id))!;
    expect(copies[0]).toMatchObject({ facts, photo: { id: photo_file_id } });
    expect(photo_file_id).not.toBe(photo.id);
  });

  test('has its photo for whoever may see the certificate, and keeps it from the purge', async () => {
    const { applicationIds, run } = await runOf('Asha Rao');
    const { photo_file_id } = (await factsOf(run.sheets[0]!.id))!;
    const other = (await (await uploadFile(room.receiver, 'photo')).json()) as { id: string };
    await changeBehind(applicationIds[0]!, other.id);
    await withClient(portal.ownerUrl, 'backup', (owner) =>
      owner.query(`update files set uploaded_at = now() - interval '2 years' where id = $1`, [photo_file_id]),
    );
    await purgeUnattachedUploads(portal.services);
    const insider = await portal.as('case_worker', { collegeId: office.collegeId });
    const outsider = await portal.as('case_worker', { collegeId: office.otherCollegeId });
    expect(await statusOf(insider, `/api/files/${photo_file_id}`)).toBe(200);
    expect(await statusOf(outsider, `/api/files/${photo_file_id}`)).toBe(404);
  });

  test('stands in the list of the bundle with which the copy left', async () => {
    const [certificate] = await printedCertificates(portal, room, { office, count: 1 });
    const { id } = await room.receiver.api.bundles.handOverBundle({
      certificateIds: [certificate!.id],
      deliveredTo: 'Dr. Lakshmi Rao',
      designation: 'Principal',
      identitySeen: 'College card',
      earlierCopies: [],
    });
    const { rows } = await execute(
      sql`select application_id from certificates where id = ${certificate!.id}`,
    );
    const { photo_file_id } = (await execute(
      sql`select photo_file_id from sheet_facts join sheets on sheets.id = sheet_id where certificate_id = ${certificate!.id}`,
    ).then(({ rows: [row] }) => row)) as { photo_file_id: string };
    await changeBehind((rows[0] as { application_id: string }).application_id, photo_file_id);
    const { studentName, registrationNumber, examRollNumber } = certificate!;
    const bundle = await auditor.api.bundles.getBundle({ id });
    expect(bundle.certificates).toMatchObject([{ studentName, registrationNumber, examRollNumber }]);
  });

  test('of a reprint is that of the copy before, whatever its college is called by now', async () => {
    const admin = await portal.as('admin');
    const printed = await printedCertificate(portal, room, office);
    const before = (await factsOf(printed.sheet.id))!.facts;
    const rename = async (name: string) => {
      const college = await admin.api.colleges.getCollege({ id: office.collegeId });
      const entry = { contactNumber: '0821 241 6000', address: 'Mysuru', email: '', name };
      await admin.api.colleges.editCollege({ ...college, ...entry });
    };
    await rename('Another Name College');
    const id = await requestReprint(room.receiver, printed.sheet.certificateId);
    await admin.api.reprints.approveReprint({ id, version: 1 });
    const { sheet } = await startRunOf(portal, room.printer, printed);
    expect((await factsOf(sheet.id))!.facts).toEqual({ ...before, copyNumber: 1 });
    const first = await printedCertificate(portal, room, office);
    expect((await factsOf(first.sheet.id))!.facts.college).toBe('Another Name College');
    await rename(college.name);
  });

  test('goes with the sheet of a withdrawn run', async () => {
    const here = await officeWithPaper(portal, office, 1);
    await verifiedCertificate(room, here);
    const run = await composedRun(portal, room.printer, here);
    await room.printer.api.printRuns.withdrawPrintRun({ id: run.id, version: run.version });
    expect(await factsOf(run.sheets[0]!.id)).toBeUndefined();
  });
});

describe('the table', () => {
  test('refuses to change or lose what a sheet prints, also for its owner', async () => {
    const { run } = await runOf('Asha Rao');
    const { id } = run.sheets[0]!;
    const before = await factsOf(id);
    const change = `update sheet_facts set facts = facts || '{"candidateName": "Asha R."}' where sheet_id = '${id}'`;
    const remove = `delete from sheet_facts where sheet_id = '${id}'`;
    for (const statement of [change, remove])
      await expect(execute(sql.raw(statement))).rejects.toMatchObject({ code: '42501' });
    await withClient(portal.ownerUrl, 'backup', async (owner) => {
      await expect(owner.query(change)).rejects.toMatchObject({ constraint: 'sheet_facts__never_changed' });
      await expect(owner.query(remove)).rejects.toMatchObject({ constraint: 'sheets__facts_kept' });
    });
    await openPrintFile(room.printer, run.id);
    await room.printer.api.printRuns.recordSheets({
      id: run.id,
      outcomes: [{ sheetId: id, outcome: 'good' }],
    });
    await closeRun(room.printer, run.id);
    expect(await factsOf(id)).toEqual(before);
  });

  test('refuses a sheet that says something else than was verified', async () => {
    const here = await officeWithPaper(portal, office, 2);
    await verifiedCertificate(room, here, { candidateName: 'Asha Rao' });
    const run = await composedRun(portal, room.printer, here);
    const { certificateId } = await verifiedCertificate(room, here, { candidateName: 'Bina Rao' });
    /** Binds the one that waits, with its own facts changed so; nothing of it stays. */
    const forge = (changed: string) =>
      portal.services.db.transaction().execute(async (transaction) => {
        const id = crypto.randomUUID();
        await sql`
            insert into sheet_facts
            select ${id}, own.facts ${sql.raw(changed)}, own.photo_file_id, own.template_sha256
              from (select kept.facts || jsonb_build_object(
                             'convocationNumber', certificates.convocation_number, 'registrationNumber', registration_number,
                             'examRollNumber', exam_roll_number, 'candidateName', candidate_name) as facts,
                           applications.photo_file_id, kept.template_sha256
                      from certificates join applications on applications.id = application_id, sheet_facts kept
                     where certificates.id = ${certificateId} and kept.sheet_id = ${run.sheets[0]!.id}) own
          `.execute(transaction);
        await sql`
            insert into sheets (id, print_run_id, position, certificate_id, blank_id, copy_number, verification_code)
            values (${id}, ${run.id}, 2, ${certificateId},
                    (select id from blanks where paper_id = ${here.paperId} and state = 'in_store'), 0, 'FORGED0000')
          `.execute(transaction);
        throw new Error('not refused');
      });
    await expect(forge('')).rejects.toThrow('not refused');
    await expect(forge(`- 'candidateName'`)).rejects.toMatchObject({ constraint: 'sheet_facts__complete' });
    for (const [key, value] of Object.entries({
      candidateName: '"Asha Rao"',
      candidateNameNative: '"ಅನನ್ಯಾ"',
      convocationNumber: '"2025/999999"',
      examRollNumber: '"1"',
      modeOfStudy: '"Distance"',
      copyNumber: '7',
    }))
      await expect(forge(`|| '{"${key}": ${value}}'`), key).rejects.toMatchObject({
        constraint: 'sheets__print_what_is_verified',
      });
    const bare = sql`
      insert into sheets (id, print_run_id, position, certificate_id, blank_id, copy_number, verification_code)
      values (${crypto.randomUUID()}, ${run.id}, 2, ${certificateId},
              (select id from blanks where paper_id = ${here.paperId} and state = 'in_store'), 0, 'FORGED0000')`;
    await expect(execute(bare)).rejects.toMatchObject({ constraint: 'sheets__facts_kept' });
  });

  test('starts no run in another layout than its sheets keep', async () => {
    const here = await officeWithPaper(portal, office, 1);
    await verifiedCertificate(room, here);
    const run = await composedRun(portal, room.printer, here);
    await withClient(portal.ownerUrl, 'backup', async (owner) => {
      await owner.query('begin');
      await owner.query('alter table print_runs disable trigger print_runs__starts_proven');
      await expect(
        owner.query(
          `update print_runs set state = 'printing', started_at = now(), document_fingerprint = 'another' where id = $1`,
          [run.id],
        ),
      ).rejects.toMatchObject({ constraint: 'print_runs__starts_as_bound' });
      await owner.query('rollback');
    });
  });
});
