import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import { dueFrom, writeEntry } from './finding-commands.ts';
import { findingCommand } from './queries.ts';

export const raiseFinding = findingCommand('raiseFinding', async (transaction, input) => {
  const { db, actor, now } = transaction;
  const { title, text, part, fileId } = input;
  const own = collegeOf(db);
  if (own !== null && (input.collegeId ?? own) !== own) throw domainError('findings.other_college');
  const hits = await findHits(db, [...new Set(input.hitIds)]);
  const [first = null, ...others] = new Set(hits.map((hit) => hit.college_id));
  const collegeId = input.collegeId ?? own ?? (others.length === 0 ? first : null);
  if (collegeId !== null && hits.some((hit) => hit.college_id !== collegeId))
    throw domainError('findings.hit_unknown');
  const year = Number(dayInIndia(now).slice(0, 4));
  const dueOn = dueFrom(now);
  const finding = await db
    .insertInto('findings')
    .values({
      id: uuid(),
      year,
      number: sql<number>`next_finding_number(${year})`,
      title,
      part,
      due_on: dueOn,
      college_id: collegeId,
      raised_by: actor.id,
      raised_at: now,
    })
    .returning(['id', 'title', 'raised_by', 'college_id', sql<string>`year || '/' || number`.as('number')])
    .executeTakeFirstOrThrow();
  const items = hits.map(({ college_id: _, ...hit }) => ({ ...hit, finding_id: finding.id }));
  if (items.length > 0) await db.insertInto('finding_items').values(items).execute();
  const records = hits.map((hit) => `${hit.record_type} ${hit.record_id}`);
  const facts = { title, part, records };
  await writeEntry(transaction, finding, { kind: 'observation', text, dueOn, fileId, facts });
  return { id: finding.id, number: finding.number };
});

async function findHits(db: Db, ids: string[]) {
  const hits = await db
    .selectFrom('exception_hits')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['id as hit_id', 'record_type', 'record_id', 'label', 'college_id'])
    .execute();
  if (hits.length < ids.length) throw domainError('findings.hit_unknown');
  return hits;
}
