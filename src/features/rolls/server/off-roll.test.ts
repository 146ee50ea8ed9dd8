import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice, verifiedCertificate } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { choiceOf, createPrintRoom, officeWithPaper } from '#dev/testing/print-room.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { addConvocations, closedRoll, resolution } from '#dev/testing/rolls.ts';

const portal = await filePortal();
const office = { ...(await createOffice(portal)), certificateType: 'Honours' };
await portal.services.db
  .insertInto('certificate_types')
  .values({ name: 'Honours', number_series: 'Certificates', needs_roll: 'yes' })
  .execute();
const convocationId = (await addConvocations(portal, ['2024-25']))[0]!.id;
const room = await createPrintRoom(portal);
const [admin, second] = await portal.asEach('admin', 'admin');

const resolve = (id: string) => second.api.rolls.resolveRoll({ id, version: 2, ...resolution });

/** An office of its own paper where these wait, in the order of their verification. */
async function waitingFor(...overrides: object[]) {
  const here = await officeWithPaper(portal, office, overrides.length + 2);
  const waiting = [];
  for (const each of overrides) waiting.push(await verifiedCertificate(room, here, each));
  const batchOf = async () => {
    const { batches } = await room.printer.api.printRuns.listPrintBatches();
    return batches.find(({ paperId }) => paperId === here.paperId);
  };
  const prepare = (sheets: number) => room.printer.api.printRuns.preparePrintRun(choiceOf(here, sheets));
  const queued = async (stage: 'waiting' | 'waits_for_roll') =>
    (await room.printer.api.certificates.countCertificates({ stage, paperId: here.paperId })).count;
  return { here, waiting, batchOf, prepare, queued };
}

describe('a certificate whose type asks for a roll', () => {
  test('waits until a resolved roll has it', async () => {
    const { waiting, batchOf, prepare, queued } = await waitingFor({});
    const refused = { ready: 0, waiting: 1, numbers: [waiting[0]!.convocationNumber] };
    expect((await expectDomainError(prepare(1), 'print_runs.waits_for_roll')).data).toEqual(refused);
    const id = await closedRoll(admin, convocationId);
    await expectDomainError(prepare(1), 'print_runs.waits_for_roll');
    expect(await batchOf()).toMatchObject({ waiting: 0, waitingForRoll: 1, colleges: [] });
    expect(await queued('waits_for_roll')).toBe(1);
    await resolve(id);
    expect(await batchOf()).toMatchObject({ waiting: 1, waitingForRoll: 0 });
    expect([await queued('waiting'), await queued('waits_for_roll')]).toEqual([1, 0]);
    await prepare(1);
  });

  test('lets those behind it be printed that a roll has', async () => {
    const { here, prepare, batchOf } = await waitingFor({}, {});
    await resolve(await closedRoll(admin, convocationId));
    await verifiedCertificate(room, here);
    expect(await batchOf()).toMatchObject({ waiting: 2, waitingForRoll: 1 });
    await expectDomainError(prepare(3), 'print_runs.waits_for_roll');
    await prepare(2);
    expect(await batchOf()).toMatchObject({ waiting: 0, waitingForRoll: 1 });
  });

  test('waits anew once it was struck', async () => {
    const { waiting, prepare } = await waitingFor({});
    await resolve(await closedRoll(admin, convocationId));
    await reopen(await portal.as('case_worker'), waiting[0]!.applicationId);
    await correct(room.receiver, waiting[0]!.applicationId);
    await verify(room.caseWorker, waiting[0]!.applicationId);
    await expectDomainError(prepare(1), 'print_runs.waits_for_roll');
    await resolve(await closedRoll(admin, convocationId));
    await prepare(1);
  });

  test('of a year without a convocation waits, too', async () => {
    const { prepare } = await waitingFor({ academicYear: '2031-32' });
    await expectDomainError(prepare(1), 'print_runs.waits_for_roll');
  });

  test('is not bound by direct SQL either', async () => {
    const { here, waiting, prepare } = await waitingFor({}, { certificateType: 'Degree' });
    const bind = (certificateId: string) =>
      portal.services.db
        .transaction()
        .execute(async (transaction) => {
          const run = uuid();
          const sheet = uuid();
          const execute = (statement: ReturnType<typeof sql>) => statement.execute(transaction);
          await execute(sql`insert into print_runs (id, run_number, paper_id, certificate_type, operator_id, prepared_at)
            select ${run}, 900000 + (select count(*) from print_runs), ${here.paperId}, p.certificate_type, ${room.printer.actor.id}, now()
              from certificates c join applications p on p.id = c.application_id where c.id = ${certificateId}`);
          const template = 'a'.repeat(64);
          await execute(sql`insert into printed_templates (sha256, content) values (${template}, '{}')`);
          await execute(sql`insert into sheet_facts (sheet_id, template_sha256, facts, photo_file_id)
            select ${sheet}, ${template}, jsonb_build_object('convocationNumber', c.convocation_number, 'copyNumber', 0,
                     'registrationNumber', p.registration_number, 'examRollNumber', p.exam_roll_number,
                     'candidateName', p.candidate_name, 'candidateNameNative', p.candidate_name_native, 'course', 'ECE',
                     'college', 'College', 'collegeCode', 'COL001', 'academicYear', p.academic_year, 'modeOfStudy', p.mode_of_study,
                     'certificateType', p.certificate_type, 'colour', 'Maroon', 'issuedOn', '2026-03-14', 'photoSha256', repeat('a', 64)), p.photo_file_id
              from certificates c join applications p on p.id = c.application_id where c.id = ${certificateId}`);
          await execute(sql`insert into sheets (id, print_run_id, position, certificate_id, blank_id, copy_number, verification_code)
            select ${sheet}, ${run}, 1, ${certificateId}, id, 0, upper(substring(md5(random()::text) from 1 for 10))
              from blanks where paper_id = ${here.paperId} limit 1`);
          throw new Error('bound');
        })
        .catch((error: { constraint?: string; message: string }) => error.constraint ?? error.message);
    expect(await bind(waiting[0]!.certificateId)).toBe('sheets__on_resolved_roll');
    expect(await bind(waiting[1]!.certificateId)).toBe('bound');
    await resolve(await closedRoll(admin, convocationId));
    expect(await bind(waiting[0]!.certificateId)).toBe('bound');
    await prepare(1);
  });
});
