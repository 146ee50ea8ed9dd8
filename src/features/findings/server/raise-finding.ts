import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import { dueFrom, writeEntry } from './finding-commands.ts';
import { findingCommand } from './queries.ts';

/** Raises a finding with its observation, to which a reply is due within four weeks. */
export const raiseFinding = findingCommand('raiseFinding', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const { title, text, part, fileId = null } = input;
  const hits = await findHits(db, [...new Set(input.hitIds)]);
  const collegeId = input.collegeId ?? collegeOf(db) ?? oneCollege(hits);
  const year = Number(dayInIndia(now).slice(0, 4));
  const id = uuid();
  const dueOn = dueFrom(now);
  const raised = { raised_by: actor.id, raised_at: now };
  const next = sql<number>`next_finding_number(${year})`;
  const { number } = await db
    .insertInto('findings')
    .values({ id, year, number: next, title, part, due_on: dueOn, college_id: collegeId, ...raised })
    .returning('number')
    .executeTakeFirstOrThrow();
  const label = `${year}/${number}`;
  if (hits.length > 0)
    await db
      .insertInto('finding_items')
      .values(hits.map(({ college_id: _, ...hit }) => ({ ...hit, finding_id: id })))
      .execute();
  const finding = { id, number: label, title, raised_by: actor.id };
  await writeEntry(transaction, finding, { kind: 'observation', text, dueOn, fileId });

  const records = hits.map((hit) => `${hit.record_type} ${hit.record_id}`);
  audit({
    event: 'findings.raised',
    record: { type: 'finding', id, label },
    collegeId,
    after: { title, part, text, dueOn, file: fileId, records },
  });
  return { id, number: label };
});

type Hits = Awaited<ReturnType<typeof findHits>>;

async function findHits(db: Db, ids: string[]) {
  const hits = await db
    .selectFrom('exception_hits')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['id as hit_id', 'record_type', 'record_id', 'label', 'college_id'])
    .execute();
  if (hits.length < ids.length) throw domainError('findings.hit_unknown');
  return hits;
}

function oneCollege(hits: Hits): string | null {
  const [first = null, ...others] = new Set(hits.map((hit) => hit.college_id));
  return others.length === 0 ? first : null;
}
