import type { CommandTransaction } from '#platform/server/command.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import type { DeclaredEntry } from '#shared/declared-field.ts';
import type { AnyMaster } from '../declared/masters.ts';

/** A newly referenced file has to be the person's own upload of the right kind. */
export async function assertOwnUploads(
  transaction: CommandTransaction,
  { fields }: AnyMaster,
  entry: DeclaredEntry,
  before: DeclaredEntry = {},
): Promise<void> {
  for (const [name, field] of Object.entries(fields)) {
    const id = entry[name];
    if (field.kind === 'file' && typeof id === 'string' && id !== '' && id !== before[name])
      await assertOwnUpload(transaction, id, field.of);
  }
}
