import type { Db } from '#platform/server/db/database.ts';
import { maximumPosted, type PostingFilters } from '../../posting-contract.ts';
import { numberOrder } from '../number-order.ts';

export async function countPosting(db: Db, filters: PostingFilters) {
  const { labels } = await addressed(db, filters)
    .select((eb) => eb.fn.countAll<number>().as('labels'))
    .executeTakeFirstOrThrow();
  if (filters.postedOn === undefined) return { labels, carriers: [] };
  const carriers = await posted(db, { postedOn: filters.postedOn })
    .groupBy('hand_overs.carrier')
    .orderBy('hand_overs.carrier')
    .select((eb) => [
      eb.ref('hand_overs.carrier').$notNull().as('carrier'),
      eb.fn.countAll<number>().as('posted'),
    ])
    .execute();
  return { labels, carriers };
}

/** Reads one more than can be printed, to detect that there are too many. */
export function listAddressed(db: Db, filters: PostingFilters) {
  return addressed(db, filters)
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .select([
      'applications.candidate_name as name',
      'certificates.convocation_number as convocationNumber',
      'award_records.postal_address as address',
      'award_records.postal_state as state',
      'award_records.postal_pin as pin',
    ])
    .orderBy(numberOrder)
    .limit(maximumPosted + 1)
    .execute();
}

/** In the order in which the carrier takes them. */
export function listPosted(db: Db, on: { postedOn: string; carrier?: string | undefined }) {
  return posted(db, on)
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .leftJoin('award_records', 'award_records.application_id', 'certificates.application_id')
    .select([
      'hand_overs.carrier',
      'hand_overs.tracking_number as trackingNumber',
      'blanks.serial as blankSerial',
      'applications.candidate_name as name',
      'certificates.convocation_number as convocationNumber',
      'award_records.postal_address as address',
      'award_records.postal_state as state',
      'award_records.postal_pin as pin',
    ])
    .orderBy('hand_overs.carrier')
    .orderBy('hand_overs.tracking_number')
    .limit(maximumPosted + 1)
    .execute();
}

/** Certificates of candidates with an address, which is stored only with their consent. */
function addressed(db: Db, { postedOn, carrier, attendance, certificateId }: PostingFilters) {
  let query = db
    .selectFrom('certificates')
    .innerJoin('award_records', 'award_records.application_id', 'certificates.application_id')
    .where('award_records.postal_address', 'is not', null);
  if (postedOn !== undefined)
    query = query.where('certificates.id', 'in', posted(db, { postedOn, carrier }).select('certificates.id'));
  else if (certificateId === undefined)
    query = query.where('certificates.state', '=', 'printed').where('certificates.withheld_at', 'is', null);
  if (attendance) query = query.where('award_records.attendance', '=', attendance);
  if (certificateId)
    query = query
      .where('certificates.id', '=', certificateId)
      .where('certificates.state', 'in', ['printed', 'handed_over']);
  return query;
}

function posted(db: Db, { postedOn, carrier }: { postedOn: string; carrier?: string | undefined }) {
  const query = db
    .selectFrom('certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .innerJoin('hand_overs', 'hand_overs.sheet_id', 'sheets.id')
    .where('hand_overs.posted_on', '=', postedOn);
  return carrier === undefined ? query : query.where('hand_overs.carrier', '=', carrier);
}
