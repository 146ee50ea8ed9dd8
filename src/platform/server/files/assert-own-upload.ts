import type { CommandTransaction } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { FileKind } from '#shared/file-kinds.ts';

/**
 * A new file has to be the person's own upload of the right kind, so that nobody attaches a file that they may not see.
 */
export async function assertOwnUpload(
  { db, actor }: Pick<CommandTransaction, 'db' | 'actor'>,
  id: string,
  kind: FileKind,
): Promise<void> {
  await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('uploaded_by', '=', actor.id)
    .executeTakeFirstOrThrow(() => domainError('files.not_usable'));
}
