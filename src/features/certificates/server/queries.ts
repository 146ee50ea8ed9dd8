import type { SelectQueryBuilder } from 'kysely';
import type { Scope } from '#server/actor.ts';
import { type Db, inScope } from '#server/db/database.ts';
import { containing, orderOf, readPage } from '#server/db/page.ts';
import type { DB } from '#server/db/tables.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { Certificate, CertificateFilters, CertificateState } from '../contract.ts';

const sortColumns = {
  createdAt: { column: 'certificates.created_at', type: 'timestamptz' },
  printedAt: { column: 'certificates.printed_at', type: 'timestamptz' },
  convocationNumber: { column: 'certificates.convocation_number', type: 'text' },
} as const;
type SortName = keyof typeof sortColumns;

const stages: Record<Exclude<CertificateFilters['stage'], 'all'>, CertificateState[]> = {
  waiting: ['to_print'],
  in_run: ['in_run'],
  printed: ['printed', 'handed_over'],
  handed_over: ['handed_over'],
  flagged: ['printed', 'handed_over'],
};

export async function listCertificates(
  db: Db,
  scope: Scope,
  input: CertificateFilters & PageRequest & { sort: SortName | `-${SortName}` },
) {
  const order = orderOf(input.sort, sortColumns, { id: 'certificates.id', idType: 'uuid' });
  const page = await readPage(certificateRows(filtered(db, scope, input)), order, input);
  return { rows: page.rows.map(toCertificate), nextCursor: page.nextCursor };
}

export async function countCertificates(
  db: Db,
  scope: Scope,
  filters: CertificateFilters,
): Promise<{ count: number }> {
  return filtered(db, scope, filters)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

function filtered(db: Db, scope: Scope, filters: CertificateFilters) {
  let query = inScope(db, scope, 'certificates')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id');
  if (filters.stage !== 'all') query = query.where('certificates.state', 'in', stages[filters.stage]);
  if (filters.stage === 'waiting') query = query.where('certificates.withheld_at', 'is', null);
  if (filters.stage === 'flagged') query = query.where('certificates.withheld_at', 'is not', null);
  if (filters.paperId) query = query.where('applications.paper_id', '=', filters.paperId);
  if (filters.certificateType)
    query = query.where('applications.certificate_type', '=', filters.certificateType);
  if (filters.search) {
    const pattern = containing(filters.search);
    query = query.where((eb) =>
      eb.or([
        eb('applications.search_text', 'like', pattern),
        eb('certificates.convocation_number', 'like', pattern),
        eb(eb.fn('lower', ['colleges.name']), 'like', pattern),
      ]),
    );
  }
  return query;
}

function certificateRows(
  query: SelectQueryBuilder<DB, 'certificates' | 'applications' | 'colleges', object>,
) {
  return query
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .select([
      'certificates.id',
      'certificates.convocation_number',
      'certificates.state',
      'certificates.created_at',
      'certificates.printed_at',
      'certificates.handed_over_at',
      'certificates.collected_by',
      'certificates.withheld_at',
      'certificates.version',
      'applications.candidate_name',
      'applications.registration_number',
      'applications.exam_roll_number',
      'applications.certificate_type',
      'courses.name as course_name',
      'colleges.code as college_code',
      'colleges.name as college_name',
      'papers.id as paper_id',
      'papers.name as paper_name',
      'papers.colour',
    ])
    .select((eb) =>
      eb
        .selectFrom('sheets')
        .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
        .whereRef('sheets.certificate_id', '=', 'certificates.id')
        .where('sheets.outcome', '=', 'good')
        .where('sheets.superseded_at', 'is', null)
        .select('blanks.serial')
        .as('blank_serial'),
    );
}

type CertificateRow = Awaited<ReturnType<ReturnType<typeof certificateRows>['executeTakeFirstOrThrow']>>;

function toCertificate(row: CertificateRow): Certificate {
  return {
    id: row.id,
    convocationNumber: row.convocation_number,
    studentName: row.candidate_name,
    registrationNumber: row.registration_number,
    examRollNumber: row.exam_roll_number,
    courseDegree: row.course_name,
    collegeCode: row.college_code,
    collegeName: row.college_name,
    chosenColour: row.colour,
    certificateType: row.certificate_type,
    selectedPaper: row.paper_name,
    paperId: row.paper_id,
    state: row.state as CertificateState,
    createdAt: row.created_at.toISOString(),
    printedAt: row.printed_at?.toISOString() ?? null,
    handedOverAt: row.handed_over_at?.toISOString() ?? null,
    collectedBy: row.collected_by,
    withheldAt: row.withheld_at?.toISOString() ?? null,
    blankSerial: row.blank_serial,
    version: row.version,
  };
}
