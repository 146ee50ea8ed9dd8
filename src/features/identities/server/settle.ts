import { sql } from 'kysely';
import { ownTokenHash } from '#features/auth/server/sessions.ts';
import { changeCollege } from '#features/colleges/server/change-college.ts';
import { lockCollege } from '#features/colleges/server/queries.ts';
import { changeStaff } from '#features/staff/server/commands/edit-staff.ts';
import { lockStaff } from '#features/staff/server/queries.ts';
import { changeStudent } from '#features/students/server/commands/edit-student.ts';
import { lockStudent } from '#features/students/server/queries.ts';
import { studentEntryOf } from '#features/students/server/student-columns.ts';
import type { InputOf } from '#platform/contract/operation.ts';
import { assertVersion, type CommandTransaction, command, updateRow } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Changes, identitiesContract } from '../contract.ts';
import { fieldsOf, type IdentityTable, identityRecords } from '../identities.ts';
import { readRecords } from './queries.ts';

type Input = InputOf<typeof identitiesContract.settleIdentityCollision>;
type Correction = { id: string; changes: Changes; ownSession: string | null };

/** Each is the edit of its own form, with its audit event. */
const corrections: Partial<
  Record<IdentityTable, (transaction: CommandTransaction, correction: Correction) => Promise<unknown>>
> = {
  students: async (transaction, { id, changes }) => {
    const row = await lockStudent(transaction.db, id);
    return changeStudent(transaction, { ...studentEntryOf(row), ...changes, id, version: row.version });
  },
  staff: async (transaction, { id, changes, ownSession }) => {
    const { row, person } = await lockStaff(transaction, id);
    const { name, email, code } = person;
    const mobile = row.mobile ?? undefined;
    const printerCode = row.printer_code ?? undefined;
    const entry = { name, email, code, mobile, printerCode, ...changes };
    return changeStaff(transaction, { ...entry, id, version: row.version, ownSession });
  },
  colleges: async (transaction, { id, changes }) => {
    const { id: _id, version, usedBy: _usedBy, ...college } = await lockCollege(transaction.db, id);
    return changeCollege(transaction, { id, version }, { ...college, ...changes });
  },
};

export function settleIdentityCollision(context: RequestContext, input: Input) {
  return settle(context, { ...input, ownSession: ownTokenHash(context.cookies) });
}

/**
 * Corrects one of two records, after which the database gives the other one the key alone. What was issued can stay:
 * then both keep the keys that they have.
 */
const settle = command(
  'settleIdentityCollision',
  async (transaction, { ownSession, ...input }: Input & { ownSession: string | null }) => {
    const { db, actor, audit } = transaction;
    const { id, version, recordId, reason } = input;
    const row = await db
      .selectFrom('identity_collisions')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => domainError('identities.not_found'));
    if (row.settled_at !== null) throw domainError('identities.settled');
    const table = row.record as IdentityTable;
    const { type, isCorrected } = identityRecords[table];
    await assertVersion(db, { type, row }, version);
    if (recordId !== row.first_id && recordId !== row.later_id) throw domainError('identities.other_record');
    const fields = fieldsOf({ table, identity: row.identity });
    const changes = Object.fromEntries(
      Object.entries(input.changes).filter(([field]) => fields.includes(field)),
    );

    let parted: { id: string; version: number } = row;
    if (isCorrected) {
      await corrections[table]!(transaction, { id: recordId, changes, ownSession });
      // Of three, the one corrected may have parted from another one than is shown beside it.
      parted = await db
        .selectFrom('identity_collisions')
        .select(['id', 'version'])
        .where('record', '=', table)
        .where('identity', '=', row.identity)
        .where((eb) => eb.or([eb('first_id', '=', recordId), eb('later_id', '=', recordId)]))
        .where('parted_at', '=', sql<Date>`now()`)
        .executeTakeFirstOrThrow(() => domainError('identities.still_equal'));
    }
    const settled = await updateRow(db, 'identity_collisions', parted, {
      settled_by: actor.id,
      reason,
    });

    const [record] = await readRecords(db, { table, fields, ids: [recordId] });
    audit({
      event: 'identities.settled',
      record: { type, id: recordId, label: record!.entered[fields[0]!]! },
      collegeId: record!.collegeId,
      after: { reason, otherRecord: recordId === row.first_id ? row.later_id : row.first_id },
    });
    return settled;
  },
);
