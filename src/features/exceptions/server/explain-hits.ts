import { v7 as uuid } from 'uuid';
import { isAmong } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import { exceptionCommand } from './limits.ts';

/** Writes the same explanation for each of the hits, with the facts that it is about. */
export const explainHits = exceptionCommand('explainHits', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const { text, until, fileId = null } = input;
  if (fileId !== null) await assertOwnUpload(transaction, fileId, 'evidence');
  const ids = [...new Set(input.ids)];
  const hits = await db.selectFrom('exception_hits').selectAll().where(isAmong('id', ids)).execute();
  if (hits.length < ids.length) throw domainError('exceptions.not_found');
  const note = { text, until, file_id: fileId, written_by: actor.id, written_at: now };
  await db
    .insertInto('exception_notes')
    .values(hits.map(({ id, parts }) => ({ ...note, id: uuid(), hit_id: id, parts: JSON.stringify(parts) })))
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
