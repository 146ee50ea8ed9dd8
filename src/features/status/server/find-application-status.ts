import type { ApplicationStatus } from '#features/applications/contract.ts';
import { readAcknowledgement } from '#features/applications/rules.ts';
import { lacksSignature } from '#features/certificates/server/missing-signatures.ts';
import type { Db } from '#platform/server/db/database.ts';
import { identityKey } from '#platform/server/db/identity.ts';
import type { CertificateState } from '#shared/certificate-states.ts';
import { dayInIndia } from '#shared/format.ts';
import { bareNumber } from '#shared/typed-number.ts';
import type { CandidateStatus, StatusQuestion } from '../contract.ts';

/**
 * The status for both numbers of the acknowledgement slip. A wrong pair and unknown numbers give the same answer, so
 * that nobody can list who applied.
 */
export async function findApplicationStatus(
  db: Db,
  { acknowledgement, roll }: StatusQuestion,
): Promise<CandidateStatus> {
  const row = await findApplication(db, readAcknowledgement(acknowledgement)!, roll);
  if (!row?.has_roll) return { state: 'unknown' };
  if (row.certificate_state === 'revoked') return { state: 'ask_university' };
  // A withheld certificate: the application's own status counts.
  switch (row.status as ApplicationStatus) {
    case 'received':
      return { state: 'received', promisedOn: row.promised_on };
    case 'returned':
      return { state: 'returned', reasons: row.return_reasons };
    case 'rejected':
      return { state: 'fee_short', pendingAmount: row.pending_amount };
    case 'verified':
      return statusOfCertificate(row);
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof findApplication>>>;

function statusOfCertificate(row: Row): CandidateStatus {
  switch (row.certificate_state as CertificateState) {
    case 'to_print':
      return { state: 'verified', promisedOn: row.promised_on };
    case 'in_run':
      return { state: 'printing', promisedOn: row.promised_on };
    case 'printed':
      return row.lacks_signature ? { state: 'signing', promisedOn: row.promised_on } : { state: 'ready' };
    case 'handed_over':
      return handedOver(row);
    case 'revoked':
      return { state: 'ask_university' };
  }
}

function handedOver({ way, posted_on, carrier, tracking_number, left_at }: Row): CandidateStatus {
  if (way === 'post')
    return { state: 'sent', sentOn: posted_on!, carrier: carrier!, trackingNumber: tracking_number! };
  return { state: 'handed_over', handedOverOn: dayInIndia(left_at!), toCollege: way === 'bundle' };
}

async function findApplication(db: Db, acknowledgementNumber: number, roll: string) {
  return db
    .selectFrom('applications')
    .leftJoin('certificates', 'certificates.application_id', 'applications.id')
    .leftJoin('sheets', (join) =>
      join.onRef('sheets.certificate_id', '=', 'certificates.id').on('sheets.is_valid', '=', true),
    )
    .leftJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
    .leftJoin('hand_overs', 'hand_overs.sheet_id', 'sheets.id')
    .where('applications.acknowledgement_number', '=', acknowledgementNumber)
    .select((eb) =>
      eb('applications.roll_key', 'in', [roll, bareNumber(roll)].map(identityKey)).as('has_roll'),
    )
    .select(['applications.promised_on', 'applications.pending_amount'])
    .select(['applications.return_reasons', 'applications.status'])
    .select('certificates.state as certificate_state')
    .select(['hand_overs.way', 'hand_overs.posted_on', 'hand_overs.carrier', 'hand_overs.tracking_number'])
    .select(['hand_overs.handed_over_at as left_at', lacksSignature.as('lacks_signature')])
    .executeTakeFirst();
}
