import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { idsOf } from '#shared/ids-of.ts';
import type { EarlierCopy } from '../contract.ts';
import { type LockedCertificate, recordOf } from './record-hand-over.ts';

type CopyOut = { sheet_id: string; certificate_id: string; copy_number: number; serial: string };

/** Error messages for handing over one certificate, or one of many. */
type Refusals = {
  copyOut: (certificate: LockedCertificate) => Error;
  otherSerial: (certificate: LockedCertificate, found: string) => Error;
};

export const ofOneCertificate: Refusals = {
  copyOut: () => domainError('certificates.copy_out'),
  otherSerial: (_, found) => domainError('certificates.other_serial_surrendered', { found }),
};
export const ofOneInBundle: Refusals = {
  copyOut: ({ convocation_number: number }) => domainError('bundles.copy_out', { number }),
  otherSerial: ({ convocation_number: number }, found) =>
    domainError('bundles.other_serial_surrendered', { number, found }),
};

/**
 * Records what became of the earlier copies of locked certificates. A reprint may leave the office only once the sheet
 * it replaces is back, or reported lost.
 */
export async function settleEarlierCopies(
  transaction: CommandTransaction,
  certificates: readonly LockedCertificate[],
  { earlierCopies, refusals }: { earlierCopies: ReadonlyMap<string, EarlierCopy>; refusals: Refusals },
): Promise<void> {
  const copies = await copiesOut(transaction.db, idsOf(certificates));
  for (const certificate of certificates) {
    const copy = copies.get(certificate.id);
    const earlier = earlierCopies.get(certificate.id);
    if (!copy && earlier) throw domainError('certificates.no_copy_out');
    if (!copy) continue;
    if (!earlier) throw refusals.copyOut(certificate);
    if (earlier.became === 'surrendered' && earlier.serial !== copy.serial) {
      throw refusals.otherSerial(certificate, earlier.serial);
    }
    await settle(transaction, certificate, { copy, earlier });
  }
}

async function settle(
  { db, actor, now, audit }: CommandTransaction,
  certificate: LockedCertificate,
  { copy, earlier }: { copy: CopyOut; earlier: EarlierCopy },
): Promise<void> {
  const remark = earlier.became === 'lost' ? earlier.remark : null;
  await db
    .updateTable('hand_overs')
    .set({
      surrender: earlier.became,
      surrender_remark: remark,
      surrender_recorded_by: actor.id,
      surrender_recorded_at: now,
    })
    .where('sheet_id', '=', copy.sheet_id)
    .execute();
  audit({
    event: earlier.became === 'lost' ? 'certificates.copy_lost' : 'certificates.copy_surrendered',
    ...recordOf(certificate),
    after: { copy: copy.copy_number, blank: copy.serial, ...(remark !== null && { remark }) },
  });
}

/** The last copy handed over of each certificate, unless its return was recorded. */
async function copiesOut(db: Db, certificateIds: readonly string[]): Promise<Map<string, CopyOut>> {
  const rows = await db
    .selectFrom('hand_overs')
    .innerJoin('sheets', 'sheets.id', 'hand_overs.sheet_id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .where('sheets.certificate_id', 'in', certificateIds)
    .distinctOn('sheets.certificate_id')
    .orderBy('sheets.certificate_id')
    .orderBy('sheets.copy_number', 'desc')
    .select([
      'hand_overs.sheet_id',
      'sheets.certificate_id',
      'sheets.copy_number',
      'blanks.serial',
      'surrender',
    ])
    .execute();
  return new Map(rows.filter((row) => row.surrender === null).map((row) => [row.certificate_id, row]));
}
