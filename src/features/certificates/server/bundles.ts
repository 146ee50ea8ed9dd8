import { sql } from 'kysely';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { commandOf } from '#platform/server/command.ts';
import { type Db, fromRow, hasTerm, isAmong } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { numberTextOf } from '#platform/server/db/numbers.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { Bundle, type BundleDetail, type BundleFilters, type bundlesContract } from '../bundle-contract.ts';
import { formatBundleNumber } from '../rules.ts';
import type { SheetFacts } from '../sheet-facts.ts';
import { certificateLacksSignature } from './missing-signatures.ts';
import { numberOrder } from './number-order.ts';

const bundleNumber = numberTextOf('bundle', 'bundles.bundle_number');

export const bundleCommand = commandOf<typeof bundlesContract>();

export const bundles = listQueries({
  order: newestFirst('bundles.handed_over_at', 'bundles.id'),
  rows: filtered,
  record: toBundle,
});

export async function getBundle(db: Db, id: string): Promise<BundleDetail> {
  const row = await bundleRows(db)
    .where('bundles.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('bundles.not_found'));
  const certificates = await bundledCopies(db, id)
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
    .select([
      'certificates.id as certificateId',
      'certificates.convocation_number as convocationNumber',
      'blanks.serial as blankSerial',
      'hand_overs.signed_on as signedOn',
      'sheet_facts.facts',
    ])
    .execute();
  return { ...toBundle(row), certificates: certificates.map(toBundled) };
}

/** Uses the printed facts, because the college signed for what the sheets say. */
function toBundled<Copy extends object>({ facts, ...copy }: Copy & { facts: unknown }) {
  const { candidateName, registrationNumber, examRollNumber, course, certificateType } = facts as SheetFacts;
  return {
    ...copy,
    studentName: candidateName,
    registrationNumber,
    examRollNumber,
    courseDegree: course,
    certificateType,
  };
}

/** Locks the hand-overs of some certificates of a bundle until the transaction ends. */
export async function lockBundledCopies(
  db: Db,
  { id, certificateIds }: { id: string; certificateIds: readonly string[] },
) {
  const wanted = [...new Set(certificateIds)];
  const copies = await bundledCopies(db, id)
    .where('certificates.id', 'in', wanted)
    .select(['certificates.id', 'certificates.convocation_number', 'certificates.college_id'])
    .select(['hand_overs.sheet_id', 'hand_overs.signed_on'])
    .forUpdate('hand_overs')
    .execute();
  if (copies.length !== wanted.length) throw domainError('bundles.not_in_bundle');
  return copies;
}

/** The colleges with printed certificates in the office, and how many are ready to hand over. */
export async function listBundleColleges(db: Db) {
  const colleges = await db
    .selectFrom('certificates')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
    .where('certificates.state', '=', 'printed')
    .where('certificates.withheld_at', 'is', null)
    .where((eb) => eb.not(certificateLacksSignature))
    .groupBy('colleges.id')
    .orderBy('colleges.code')
    .select(['colleges.id as collegeId', 'colleges.code as collegeCode', 'colleges.name as collegeName'])
    .select((eb) => eb.fn.countAll<number>().as('toHandOver'))
    .execute();
  return { colleges };
}

/** The copies in the bundle, in the order of its signed list; superseded ones stay on it. */
function bundledCopies(db: Db, bundleId: string) {
  return db
    .selectFrom('certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .innerJoin('hand_overs', 'hand_overs.sheet_id', 'sheets.id')
    .where('hand_overs.bundle_id', '=', bundleId)
    .orderBy(numberOrder);
}

function bundleRows(db: Db) {
  return db
    .selectFrom('bundles')
    .innerJoin('colleges', 'colleges.id', 'bundles.college_id')
    .innerJoin('staff', 'staff.id', 'bundles.handed_over_by')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('hand_overs')
          .whereRef('hand_overs.bundle_id', '=', 'bundles.id')
          .select((of) => [
            of.fn.countAll<number>().as('certificate_count'),
            of.fn.count<number>('signed_on').as('signed_count'),
          ])
          .as('tally'),
      (join) => join.onTrue(),
    )
    .selectAll('bundles')
    .select([
      'colleges.code as college_code',
      'colleges.name as college_name',
      'staff.name as staff_name',
      'tally.certificate_count',
      'tally.signed_count',
    ]);
}

async function filtered(db: Db, filters: BundleFilters) {
  let result = bundleRows(db);
  if (filters.show === 'unsigned')
    result = result.whereRef('tally.signed_count', '<', 'tally.certificate_count');
  if (filters.search) {
    const texts = sql`${bundleNumber}, colleges.name, colleges.code, bundles.delivered_to`;
    const { sheets } = await findNumbered(db, filters.search);
    const carrying = db
      .selectFrom('hand_overs')
      .where(isAmong('hand_overs.sheet_id', sheets))
      .select('hand_overs.bundle_id');
    result = result.where((eb) => eb.or([hasTerm(texts, filters.search), eb('bundles.id', 'in', carrying)]));
  }
  return result;
}

function toBundle(row: RowOf<typeof bundleRows>): Bundle {
  return fromRow(Bundle, row, {
    bundleNumber: formatBundleNumber(row.bundle_number),
    handedOverBy: row.staff_name,
  });
}
