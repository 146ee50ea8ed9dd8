import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { type Db, hasTerm, isAmong, rowsFound, searchForm } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { contains, containsByIndex, type Term } from '#platform/server/db/search-page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { CertificateState } from '#shared/certificate-states.ts';
import { idsOf } from '#shared/ids-of.ts';
import type { Certificate, CertificateFilters } from '../contract.ts';
import { certificateRows, toCertificate } from './certificate-rows.ts';
import { certificateLacksSignature } from './missing-signatures.ts';
import { offRoll } from './off-roll.ts';

const stages: Record<Exclude<CertificateFilters['stage'], 'all'>, CertificateState[]> = {
  waiting: ['to_print'],
  waits_for_roll: ['to_print'],
  in_run: ['in_run'],
  pending: ['to_print', 'in_run'],
  to_hand_over: ['printed'],
  printed: ['printed', 'handed_over'],
  handed_over: ['handed_over'],
  flagged: ['printed', 'handed_over'],
  facts_missing: ['to_print', 'in_run', 'printed', 'handed_over'],
};

/** The stages in which certificates wait for somebody, and since when. */
const queues: Partial<Record<CertificateFilters['stage'], string>> = {
  waiting: 'certificates.waiting_since',
  waits_for_roll: 'certificates.waiting_since',
  to_hand_over: 'certificates.printed_at',
  flagged: 'certificates.withheld_at',
  facts_missing: 'certificates.created_at',
};

/** Stages that exclude withheld certificates. */
const unwithheldStages: readonly CertificateFilters['stage'][] = [
  'waiting',
  'waits_for_roll',
  'pending',
  'to_hand_over',
];

export const {
  page: listCertificates,
  count: countCertificates,
  waiting: waitingAmongCertificates,
} = listQueries({
  order: {
    columns: {
      createdAt: { column: 'certificates.created_at', type: 'timestamptz' },
      waitingSince: { column: 'certificates.waiting_since', type: 'timestamptz' },
      printedAt: { column: 'certificates.printed_at', type: 'timestamptz' },
      convocationNumber: { column: 'certificates.convocation_number', type: 'text' },
    },
    id: 'certificates.id',
    first: '-createdAt',
  },
  queue: ({ stage }: CertificateFilters) => {
    const column = queues[stage];
    return column === undefined ? undefined : { column, type: 'timestamptz' };
  },
  rows: async (db, filters: CertificateFilters) => ({
    table: 'certificates',
    rows: filterCertificates(db.selectFrom('certificates').selectAll('certificates'), filters),
    search: filters.search ? await termOf(db, filters.search) : undefined,
  }),
  show: (db, found) => certificateRows(rowsFound(db, found, 'certificates')),
  record: toCertificate,
});

export async function getCertificate(db: Db, id: string): Promise<Certificate> {
  const row = await certificateRows(db.selectFrom('certificates'))
    .where('certificates.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('certificates.not_found'));
  return toCertificate(row, db);
}

function filterCertificates<Row>(
  query: SelectQueryBuilder<DB, 'certificates', Row>,
  { stage, collegeId, paperId, certificateType }: CertificateFilters,
) {
  let filtered = query;
  if (stage !== 'all') filtered = filtered.where('certificates.state', 'in', stages[stage]);
  if (unwithheldStages.includes(stage)) filtered = filtered.where('certificates.withheld_at', 'is', null);
  if (stage === 'waits_for_roll') filtered = filtered.where((eb) => eb.exists(offRoll(eb)));
  if (stage === 'to_hand_over') filtered = filtered.where((eb) => eb.not(certificateLacksSignature));
  if (stage === 'flagged') filtered = filtered.where('certificates.withheld_at', 'is not', null);
  if (stage === 'facts_missing') filtered = filtered.where(lacksFacts);
  if (collegeId) filtered = filtered.where('certificates.college_id', '=', collegeId);
  if (paperId)
    filtered = filtered.where((eb) => ofApplication(eb, sql<boolean>`applications.paper_id = ${paperId}`));
  if (certificateType)
    filtered = filtered.where((eb) =>
      ofApplication(eb, sql<boolean>`applications.certificate_type = ${certificateType}`),
    );
  return filtered;
}

/** Verified before its type asked for what is missing. Joined, so that only types that ask for something are looked at. */
function lacksFacts(eb: ExpressionBuilder<DB, 'certificates'>) {
  return eb.exists(
    eb
      .selectFrom('applications')
      .innerJoin('certificate_types', 'certificate_types.name', 'applications.certificate_type')
      .leftJoin('award_records', 'award_records.application_id', 'applications.id')
      .select(sql`1`.as('one'))
      .whereRef('applications.id', '=', 'certificates.application_id')
      .where('applications.status', '=', 'verified')
      .where(sql<boolean>`certificate_types.requires <> '{}'`)
      .where(
        sql<boolean>`missing_facts(certificate_types.requires, applications.guide_name, award_records) <> '{}'`,
      ),
  );
}

/** Student, numbers and convocation number by text, the college by id, other numbers as a whole. */
async function termOf(db: Db, search: string): Promise<Term<'certificates'>> {
  const term = await searchForm(db, search);
  const found = await findNumbered(db, search);
  const colleges = db.selectFrom('colleges').select('id').where(hasTerm(sql`name`, search));
  const among = [
    ['certificates.id', found.certificates],
    ['certificates.college_id', idsOf(await colleges.execute())],
  ] as const;
  const alternatives = among.filter(([, ids]) => ids.length > 0).map(([column, ids]) => isAmong(column, ids));
  const matchesWith = (hasText: RawBuilder<boolean>) => (eb: ExpressionBuilder<DB, 'certificates'>) =>
    eb.or([hasText, ...alternatives]);
  return {
    term,
    matches: matchesWith(contains('certificates.search_text', term)),
    matchesByIndex: matchesWith(containsByIndex('certificates.search_text', term)),
  };
}

function ofApplication(eb: ExpressionBuilder<DB, 'certificates'>, holds: Expression<SqlBool>) {
  return eb.exists(
    eb
      .selectFrom('applications')
      .select(sql`1`.as('one'))
      .whereRef('applications.id', '=', 'certificates.application_id')
      .where(holds),
  );
}
