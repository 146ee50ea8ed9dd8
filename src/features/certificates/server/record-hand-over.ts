import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { CertificateState } from '#shared/certificate-states.ts';
import { idsOf } from '#shared/ids-of.ts';
import { numberOrder } from './number-order.ts';

/**
 * Locks certificates until the transaction ends, in number order as print runs do, so that two people handing over the
 * same ones wait for each other.
 */
export async function lockCertificates(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('certificates')
    .selectAll('certificates')
    .where('certificates.id', 'in', ids)
    .orderBy(numberOrder)
    .forUpdate()
    .execute();
  if (rows.length !== ids.length) throw domainError('certificates.not_found');
  return rows;
}

export type LockedCertificate = Awaited<ReturnType<typeof lockCertificates>>[number];

export async function lockCertificate(db: Db, id: string): Promise<LockedCertificate> {
  const [row] = await lockCertificates(db, [id]);
  return row!;
}

/**
 * Locks the certificate's application, which also records whether the certificate is queued for printing. Comes before
 * locking the certificate and its reprint requests, in the same order as reopening.
 */
export async function lockApplicationOf(db: Db, certificateId: string): Promise<void> {
  await db
    .selectFrom('applications')
    .innerJoin('certificates', 'certificates.application_id', 'applications.id')
    .where('certificates.id', '=', certificateId)
    .select('applications.id')
    .forNoKeyUpdate('applications')
    .execute();
}

export function factsOf(row: LockedCertificate) {
  return { state: row.state as CertificateState, withheldAt: row.withheld_at };
}

/** How certificates leave; with the fields of one way only. */
export type Way =
  | { way: 'in_person'; collected_by: string; identity_seen: string }
  | { way: 'post'; carrier: string; tracking_number: string; posted_on: string }
  | { way: 'bundle'; bundle_id: string };

/** Of each certificate, the copies that left. */
type Left = ReadonlyMap<string, { copy: number; serial: string }[]>;

/** Records that the valid copies of locked certificates leave the office, in one statement for all of them. */
export async function recordHandOver(
  { db, actor, now }: CommandTransaction,
  certificates: readonly Pick<LockedCertificate, 'id'>[],
  way: Way,
): Promise<Left> {
  const ids = idsOf(certificates);
  const copies = await db
    .selectFrom('sheets')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .where('sheets.certificate_id', 'in', ids)
    .where('sheets.is_valid', '=', true)
    .select(['sheets.id', 'sheets.certificate_id', 'sheets.copy_number as copy', 'blanks.serial'])
    .execute();
  if (copies.length !== ids.length) throw domainError('certificates.not_printed');
  const handedOver = { handed_over_by: actor.id, handed_over_at: now };
  await db
    .insertInto('hand_overs')
    .values(copies.map((copy) => ({ sheet_id: copy.id, ...way, ...handedOver })))
    .execute();
  await db
    .updateTable('certificates')
    .set((eb) => ({ state: 'handed_over', ...handedOver, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  return new Map(copies.map(({ certificate_id: id, copy, serial }) => [id, [{ copy, serial }]] as const));
}

/** How every audit event names a certificate. */
export function recordOf(row: Pick<LockedCertificate, 'id' | 'convocation_number' | 'college_id'>) {
  return {
    record: { type: 'certificate' as const, id: row.id, label: row.convocation_number },
    collegeId: row.college_id,
  };
}
