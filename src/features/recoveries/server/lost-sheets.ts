import { type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { normaliseVerificationCode } from '#features/certificates/verification-code.ts';
import { assertVersion, updateRow } from '#platform/server/command.ts';
import type { LostSheets } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { assertWholeUniversity } from './queries.ts';
import { recoveryCommand } from './recovery-command.ts';

/** Records a sheet that somebody holds. It verifies once a second person has seen it, too. */
export const recordLostSheet = recoveryCommand(
  'recordLostSheet',
  async ({ db, actor, now, audit }, input) => {
    assertWholeUniversity(db);
    const id = uuid();
    const code = normaliseVerificationCode(input.code);
    // Replaces unconfirmed input with the same number, serial or code, whichever of them was mistyped.
    const replaced = await db
      .deleteFrom('lost_sheets')
      .where('confirmed_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb(sql`number_key(convocation_number)`, '=', sql`number_key(${input.convocationNumber})`),
          eb('serial', '=', input.serial),
          eb('verification_code', '=', code),
        ]),
      )
      .returningAll()
      .execute();
    await db
      .insertInto('lost_sheets')
      .values({
        id,
        convocation_number: input.convocationNumber,
        candidate_name: input.candidateName,
        serial: input.serial,
        verification_code: code,
        course_id: input.courseId,
        college_id: input.collegeId,
        certificate_type: input.certificateType,
        academic_year: input.academicYear,
        printed_on: input.printedOn,
        recorded_by: actor.id,
        recorded_at: now,
      })
      .execute();

    audit({
      event: 'recoveries.sheet_recorded',
      record: { type: 'lost_sheet', id, label: input.convocationNumber },
      collegeId: input.collegeId,
      ...(replaced.length > 0 && { before: { replaced: replaced.map(entryOf) } }),
      after: { ...input, code: undefined },
    });
    return { id, version: 1 };
  },
);

function entryOf(row: Selectable<LostSheets>) {
  return {
    convocationNumber: row.convocation_number,
    candidateName: row.candidate_name,
    serial: row.serial,
    courseId: row.course_id,
    collegeId: row.college_id,
    certificateType: row.certificate_type,
    academicYear: row.academic_year,
    printedOn: row.printed_on,
  };
}

export const confirmLostSheet = recoveryCommand(
  'confirmLostSheet',
  async ({ db, actor, now, audit }, { id, version }) => {
    assertWholeUniversity(db);
    const sheet = await db
      .selectFrom('lost_sheets')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => domainError('lost_sheets.not_found'));
    if (sheet.confirmed_by !== null) throw domainError('lost_sheets.confirmed');
    if (sheet.recorded_by === actor.id) throw domainError('lost_sheets.own_record');
    await assertVersion(db, { type: 'lost_sheet', row: sheet }, version);
    const confirmed = await updateRow(db, 'lost_sheets', sheet, {
      confirmed_by: actor.id,
      confirmed_at: now,
    });

    audit({
      event: 'recoveries.sheet_confirmed',
      record: { type: 'lost_sheet', id, label: sheet.convocation_number },
      collegeId: sheet.college_id,
      after: { confirmedBy: actor.name },
    });
    return confirmed;
  },
);
