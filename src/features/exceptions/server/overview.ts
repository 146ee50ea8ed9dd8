import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { dayInIndia } from '#shared/format.ts';
import { type ExceptionRule, isBehind, type Overview } from '../contract.ts';
import { findLastVisit } from './hits.ts';
import { listExceptionRules } from './rules.ts';

/** Reads what the night has stored; no rule runs. */
export async function getOverview(db: Db): Promise<Overview> {
  const lastVisit = await findLastVisit(db);
  const { rules } = await listExceptionRules(db);
  const findings = await findingFigures(db);
  const isUniversity = collegeOf(db) === null;
  const books = isUniversity ? await newestBooks(db) : null;
  const isInOrder =
    rules.every((rule) => !isBehind(rule) && unexplained(rule) === 0) &&
    books?.agree !== false &&
    findings.repliesToRead + findings.overdue === 0;
  return {
    since: lastVisit?.toISOString() ?? null,
    inOrder: isInOrder ? ((await lastSettled(db)) ?? rules[0]!.ranAt) : null,
    proof: isUniversity ? await proofOf(db) : null,
    // Before the first night all are behind.
    rules: rules.filter(
      (rule) => (rule.ranAt !== null && isBehind(rule)) || unexplained(rule) + rule.counts.explained > 0,
    ),
    books,
    findings,
  };
}

const unexplained = ({ counts }: ExceptionRule) => counts.new + counts.open + counts.lapsed;

async function findingFigures(db: Db) {
  const today = dayInIndia(new Date());
  const count = (what: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${what})`;
  const figures = db
    .selectFrom('findings')
    .select([
      count(sql`state = 'replied'`).as('repliesToRead'),
      count(sql`due_on <= ${today}`).as('due'),
      count(sql`due_on < ${today}`).as('overdue'),
    ]);
  return figures.executeTakeFirstOrThrow();
}

async function newestBooks(db: Db): Promise<Overview['books']> {
  const row = await db.selectFrom('exception_books').select(['at', 'differences']).executeTakeFirst();
  if (!row) return null;
  const differences = row.differences as NonNullable<Overview['books']>['differences'];
  return { at: row.at.toISOString(), agree: differences.length === 0, differences };
}

async function proofOf(db: Db): Promise<Overview['proof']> {
  const head = await db.selectFrom('audit_head').select('sequence').executeTakeFirstOrThrow();
  const checkpoints = db.selectFrom('audit_checkpoints').select(['day', 'sequence']);
  const newest = await checkpoints.orderBy('day', 'desc').limit(1).executeTakeFirst();
  return { ...head, checkpoint: newest ?? null };
}

/** Null if nothing ever was to be looked at. Runs of the rules that changed nothing have nothing after them. */
async function lastSettled(db: Db): Promise<string | null> {
  const settling = ['exceptions.explained', 'exceptions.run', 'findings.settled', 'findings.dropped'];
  const events = db.selectFrom('audit_events').select('at').where('event', 'in', settling);
  const settled = events.where('after', 'is not', null).orderBy('sequence', 'desc').limit(1);
  const last = await settled.executeTakeFirst();
  return last ? new Date(last.at).toISOString() : null;
}
