import { sql } from 'kysely';
import type { FoundStudent } from '#features/students/contract.ts';
import { findStudents } from '#features/students/server/queries.ts';
import type { Db } from '#platform/server/db/database.ts';
import { identityKey } from '#platform/server/db/identity.ts';
import { encodeCursor, orderOf } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { AwardFact } from '#shared/award-facts.ts';
import type { Case, CaseQueueInput, StudentOfCase } from '../case-desk-contract.ts';
import type { ApplicationDetail } from '../contract.ts';
import { candidateNumbers } from '../entry-contract.ts';
import { getQueued, listOfCases } from './application-lists.ts';
import { findCollegeEmail } from './decisions.ts';
import { getApplication } from './queries.ts';
import { listCases } from './search-applications.ts';

/** How many earlier rows are shown when the queue starts in the middle. */
const shownBefore = 5;

/** The received applications in list order, starting at a record instead of a position. */
export async function listCaseQueue(db: Db, input: CaseQueueInput) {
  const { from, after } = input;
  const isMiddle = from !== undefined && after === undefined;
  const page = await readQueue(db, input, after ?? from);
  const queue = { rows: page.rows, hasMore: page.nextCursor !== null };
  if (!isMiddle) return queue;
  const back = { ...input, sort: reversed(input.sort), limit: shownBefore };
  const before = await readQueue(db, back, from);
  const first = await getQueued(db, from);
  return { ...queue, rows: [...before.rows.reverse(), first, ...queue.rows] };
}

async function readQueue(db: Db, input: CaseQueueInput, after: string | undefined) {
  const { search, sort, collegeId, show, limit } = input;
  const cursor = after === undefined ? undefined : await cursorAfter(db, sort, after);
  return listCases(db, {
    search,
    sort,
    collegeId,
    show,
    limit,
    cursor,
    offset: 0,
    status: 'received',
    stage: 'any',
  });
}

/** Works for decided applications too: a decision does not change the columns that lists sort by. */
async function cursorAfter(db: Db, sort: CaseQueueInput['sort'], id: string): Promise<string> {
  const { columns, id: idColumn } = listOfCases.order;
  const { column } = orderOf(sort, columns, { id: idColumn, idType: 'uuid' });
  const place = await db
    .selectFrom('applications')
    .where('applications.id', '=', id)
    .select(['applications.id', sql<string>`${sql.ref(column)}::text`.as('key')])
    .executeTakeFirstOrThrow(() => domainError('applications.not_found'));
  return encodeCursor(place);
}

function reversed(sort: CaseQueueInput['sort']): CaseQueueInput['sort'] {
  return (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as CaseQueueInput['sort'];
}

export async function getCase(db: Db, id: string): Promise<Case> {
  const application = await getApplication(db, id);
  const { allocations, collegeId } = application;
  const others = await countOthers(db, application);
  return {
    application,
    drafts: allocations.map((draft) => ({ ...draft, paysOthers: others.get(draft.demandDraftId) ?? 0 })),
    student: await findStudentOf(db, application),
    missingFacts: await findMissingFacts(db, id),
    collegeEmail: await findCollegeEmail(db, collegeId),
  };
}

/** Facts that the certificate type requires and that are blank. */
export async function findMissingFacts(db: Db, applicationId: string): Promise<AwardFact[]> {
  const { facts } = await db
    .selectFrom('applications')
    .select(sql<AwardFact[]>`missing_facts(applications)`.as('facts'))
    .where('applications.id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return facts;
}

/** How many other applications each draft pays for. */
async function countOthers(db: Db, application: ApplicationDetail) {
  const ids = application.allocations.map((draft) => draft.demandDraftId);
  if (ids.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom('applications')
    .innerJoin('payments', 'payments.application_id', 'applications.id')
    .where('payments.demand_draft_id', 'in', ids)
    .where('applications.id', '<>', application.id)
    .groupBy('payments.demand_draft_id')
    .select((eb) => ['payments.demand_draft_id as draft', eb.fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map(({ draft, count }) => [draft, count]));
}

/**
 * A student of this college is preferred. By registration number, another college's student is shown otherwise, because
 * the college may be the error; by roll number only this college's.
 */
export async function findStudentOf(
  db: Db,
  application: Pick<ApplicationDetail, 'registrationNumber' | 'examRollNumber' | 'collegeId'>,
): Promise<StudentOfCase | null> {
  const { registrationNumber, examRollNumber, collegeId } = application;
  const isOfCollege = (student: FoundStudent) => student.collegeId === collegeId;
  const registered = await findStudents(db, { number: registrationNumber });
  const ofCollege = registered.filter(isOfCollege);
  // Of two that fall together, the one whose number is written so.
  const byRegistration =
    ofCollege.find((one) => one.registrationNumber === registrationNumber) ?? ofCollege[0] ?? registered[0];
  const student =
    byRegistration ?? (await findStudents(db, { number: examRollNumber })).find(isOfCollege) ?? null;
  if (!student) return null;
  const same = await db
    .selectNoFrom((eb) => [
      eb(identityKey(registrationNumber), '=', identityKey(student.registrationNumber)).as(
        'registrationNumber',
      ),
      eb(identityKey(examRollNumber), '=', identityKey(student.examRollNumber)).as('examRollNumber'),
    ])
    .executeTakeFirstOrThrow();
  return { ...student, sameNumbers: candidateNumbers.filter((number) => same[number]) };
}
