import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '#server/actor.ts';
import { changesInScope, type Db, inScope, unscoped } from '#server/db/database.ts';
import { countList, type List, readList } from '#server/db/list-page.ts';
import { containing, orderOf } from '#server/db/page.ts';
import { containsByIndex, type Term } from '#server/db/search-page.ts';
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

const certificateId = { id: 'certificates.id', idType: 'uuid' } as const;

/** A term of these characters alone may be part of a convocation number, `2025/000123`. */
const partOfConvocationNumber = /^[\d/]+$/;

export async function listCertificates(
  db: Db,
  scope: Scope,
  input: CertificateFilters & PageRequest & { sort: SortName | `-${SortName}` },
) {
  const order = orderOf(input.sort, sortColumns, certificateId);
  const page = await readList(db, await certificateList(db, scope, input), order, input, (found) =>
    certificateRows(unscoped(db).selectFrom(found.as('certificates')) as unknown as Certificates),
  );
  return { rows: page.rows.map(toCertificate), nextCursor: page.nextCursor };
}

export async function countCertificates(db: Db, scope: Scope, filters: CertificateFilters) {
  const order = orderOf('-createdAt', sortColumns, certificateId);
  return countList(db, await certificateList(db, scope, filters), order);
}

async function certificateList(db: Db, scope: Scope, filters: CertificateFilters) {
  // What the application says changes without the certificate, so its log does not tell.
  const isOfItsOwn = !filters.search && !filters.paperId && !filters.certificateType;
  return {
    table: 'certificates',
    rows: filterCertificates(inScope(db, scope, 'certificates').selectAll('certificates'), filters),
    changes: isOfItsOwn ? filterCertificates(changesInScope(db, scope, 'certificates'), filters) : undefined,
    search: filters.search ? await termOf(db, filters.search) : undefined,
  } satisfies List<'certificates', object>;
}

function filterCertificates<Row>(
  query: SelectQueryBuilder<DB, 'certificates', Row>,
  { stage, paperId, certificateType }: CertificateFilters,
) {
  let filtered = query;
  if (stage !== 'all') filtered = filtered.where('certificates.state', 'in', stages[stage]);
  if (stage === 'waiting') filtered = filtered.where('certificates.withheld_at', 'is', null);
  if (stage === 'flagged') filtered = filtered.where('certificates.withheld_at', 'is not', null);
  if (paperId)
    filtered = filtered.where((eb) => ofApplication(eb, sql<boolean>`applications.paper_id = ${paperId}`));
  if (certificateType)
    filtered = filtered.where((eb) =>
      ofApplication(eb, sql<boolean>`applications.certificate_type = ${certificateType}`),
    );
  return filtered;
}

/** Student and numbers by the application, the college by the small list of colleges, the convocation number. */
async function termOf(db: Db, search: string): Promise<Term<'certificates'>> {
  const pattern = containing(search);
  const colleges = await db
    .selectFrom('colleges')
    .select('id')
    .where(sql`lower(name)`, 'like', pattern)
    .execute();
  const ids = colleges.map(({ id }) => id);
  const ofOwn = (eb: ExpressionBuilder<DB, 'certificates'>) =>
    eb.or([
      ...(ids.length > 0 ? [eb('certificates.college_id', 'in', ids)] : []),
      ...(partOfConvocationNumber.test(search)
        ? [eb('certificates.convocation_number', 'like', pattern)]
        : []),
    ]);
  return {
    term: search,
    walkLength: 2_000,
    // A scalar, because PostgreSQL would look for all applications that an EXISTS could mean.
    matches: (eb) =>
      eb.or([
        ofOwn(eb),
        sql<boolean>`(select search_text from applications where applications.id = certificates.application_id) like ${pattern}`,
      ]),
    // Each index finds its own; joined by OR the application would have to be looked up for every certificate.
    matchesByIndex: (eb) =>
      eb(
        'certificates.id',
        'in',
        unscoped(db)
          .selectFrom('certificates')
          .where(ofOwn)
          .select('certificates.id')
          .unionAll(
            unscoped(db)
              .selectFrom('applications')
              .innerJoin('certificates', 'certificates.application_id', 'applications.id')
              .where(containsByIndex('applications.search_text', search))
              .select('certificates.id'),
          ),
      ),
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

// biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
type Certificates = SelectQueryBuilder<DB, 'certificates', {}>;

/** Certificates joined to what a row of a list shows of them. */
function certificateRows(certificates: Certificates) {
  return certificates
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
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
