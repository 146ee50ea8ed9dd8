import type { Updateable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { updateRow, type Writing } from '#platform/server/command.ts';
import type { Applications } from '#platform/server/db/tables.ts';
import { endReprintRequest, lockReprintRequests } from './end-reprint-request.ts';
import type { LockedApplication } from './queries.ts';

/**
 * Takes back the verification of a locked application: its certificate keeps its number and is withheld until it is
 * verified again. `by` is null where the portal does it. Returns the application's columns, still to be written.
 */
export async function reopen(
  transaction: Writing,
  row: LockedApplication,
  { by, reason, remark }: { by: string | null; reason: string; remark: string },
): Promise<{ columns: Updateable<Applications> & { status: string }; convocationNumber: string }> {
  const { db, now } = transaction;
  const { verified_by, verified_at, certificate_id } = row;
  await lockReprintRequests(db, certificate_id!);

  // A trigger on this table locks the certificate and rejects one that a run took after the rule was checked.
  await db
    .insertInto('reopenings')
    .values({
      id: uuid(),
      application_id: row.id,
      reason,
      remark: remark || null,
      reopened_by: by,
      reopened_at: now,
      verified_by,
      verified_at,
    })
    .execute();
  const convocationNumber = await withhold(transaction, certificate_id!, reason);
  const columns = {
    status: 'returned',
    verified_by: null,
    verified_at: null,
    returned_by: by,
    returned_at: now,
    return_reasons: [reason],
    return_remark: remark || null,
  };
  return { columns, convocationNumber };
}

/** Also removes it from the print queue if a reprint put it there: the next verification requests a new copy. */
async function withhold(transaction: Writing, id: string, reason: string): Promise<string> {
  const { db, now, audit } = transaction;
  const certificate = await db
    .selectFrom('certificates')
    .where('id', '=', id)
    .select(['id', 'version', 'college_id', 'convocation_number', 'state', 'withheld_at'])
    .executeTakeFirstOrThrow();
  const { convocation_number: label } = certificate;
  const { state } = await endReprintRequest(transaction, certificate, { with: 'reopened', reason });
  await updateRow(db, 'certificates', certificate, { state, withheld_at: certificate.withheld_at ?? now });
  audit({
    event: 'certificates.withheld',
    record: { type: 'certificate', id, label },
    collegeId: certificate.college_id,
    before: { state: certificate.state },
    after: { state, reason },
  });
  return label;
}
