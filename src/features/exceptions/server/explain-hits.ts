import { sql } from 'kysely';
import { isAmong } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { exceptionCommand } from './exception-command.ts';

/** Writes the same explanation for each of the hits, with the facts that it is about. */
export const explainHits = exceptionCommand('explainHits', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const { text, until, fileId = null } = input;
  const today = dayInIndia(now);
  if (until < today || until > addMonths(today, 12)) throw domainError('exceptions.until_beyond_year');
  if (fileId !== null) await assertOwnUpload(transaction, fileId, 'evidence');
  const ids = [...new Set(input.ids)];
  const found = db.selectFrom('exception_hits').where(isAmong('exception_hits.id', ids));
  const hits = await found.select(['id', 'rule', 'label', 'college_id']).execute();
  if (hits.length < ids.length) throw domainError('exceptions.not_found');
  await db
    .insertInto('exception_notes')
    .columns(['id', 'hit_id', 'text', 'until', 'parts', 'file_id', 'written_by', 'written_at'])
    .expression(
      found.select([
        sql<string>`gen_random_uuid()`.as('id'),
        'exception_hits.id as hit_id',
        sql<string>`${text}`.as('text'),
        sql<string>`${until}::date`.as('until'),
        'exception_hits.parts',
        sql<string | null>`${fileId}::uuid`.as('file_id'),
        sql<string>`${actor.id}::uuid`.as('written_by'),
        sql<Date>`${now}::timestamptz`.as('written_at'),
      ]),
    )
    .execute();

  for (const { id, rule, label, college_id } of hits)
    audit({
      event: 'exceptions.explained',
      record: { type: 'exception_hit', id, label },
      collegeId: college_id,
      after: { rule, text, until, ...(fileId !== null && { file: fileId }) },
    });
  return { explained: hits.length };
});
