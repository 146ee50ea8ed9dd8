import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { isAmong, toRow } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import { dueFrom, writeEntry } from './finding-commands.ts';
import { findingCommand, numbered } from './queries.ts';

/** Of the auditor's college, or of the one college of all hits. */
export const raiseFinding = findingCommand('raiseFinding', async (transaction, input) => {
  const { db, actor, now } = transaction;
  const { title, text, part, fileId } = input;
  const hitIds = [...new Set(input.hitIds)];
  const hits = await db
    .selectFrom('exception_hits')
    .where(isAmong('id', hitIds))
    .select(['id as hit_id', 'record_type', 'record_id', 'label', 'college_id'])
    .execute();
  if (hits.length < hitIds.length) throw domainError('findings.hit_unknown');
  const [first = null, ...others] = new Set(hits.map((hit) => hit.college_id));
  const collegeId = collegeOf(db) ?? (others.length === 0 ? first : null);
  const year = Number(dayInIndia(now).slice(0, 4));
  const number = sql<number>`next_finding_number(${year})`;
  const dueOn = dueFrom(now);
  const raised = { title, part, dueOn, collegeId, raisedBy: actor.id, raisedAt: now };
  const finding = await db
    .insertInto('findings')
    .values({ id: uuid(), year, number, ...toRow(raised) })
    .returning(['id', 'title', 'raised_by', 'college_id', numbered.as('number')])
    .executeTakeFirstOrThrow();
  const items = hits.map(({ college_id: _, ...hit }) => ({ ...hit, finding_id: finding.id }));
  if (items.length > 0) await db.insertInto('finding_items').values(items).execute();
  const records = items.map((item) => `${item.record_type} ${item.record_id}`);
  const facts = { title, part, records };
  await writeEntry(transaction, finding, { kind: 'observation', text, dueOn, fileId, facts });
  return { id: finding.id, number: finding.number };
});
