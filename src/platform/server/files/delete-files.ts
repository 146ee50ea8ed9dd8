import type { CommandTransaction } from '#platform/server/command.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { deleteBytes, forgetStored } from './stored-files.ts';

/** Deletes files whose rows are already deleted. */
export const deleteFilesJob: Job<{ keys: string[] }> = {
  name: 'delete-files',
  retryLimit: 2,
  handle: (services, { keys }) => deleteBytes(services, keys),
};

/**
 * Deletes files within the transaction that removes the last reference: their rows now, their bytes after the commit.
 */
export async function removeStored(
  { db, enqueue }: Pick<CommandTransaction, 'db' | 'enqueue'>,
  keys: readonly (string | null)[],
): Promise<void> {
  const forgotten = await forgetStored(db, keys);
  if (forgotten.length > 0) await enqueue(deleteFilesJob.name, { keys: forgotten });
}
