import type { CommandTransaction } from '#platform/server/command.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { deleteBytes, forgetStored } from './stored-files.ts';

/** Deletes files whose rows are gone already. */
export const deleteFilesJob: Job<{ keys: string[] }> = {
  name: 'delete-files',
  retryLimit: 2,
  handle: (services, { keys }) => deleteBytes(services, keys),
};

/** Removes files in the transaction that takes away what named them: their rows now, their bytes after the commit. */
export async function removeStored(
  { db, enqueue }: Pick<CommandTransaction, 'db' | 'enqueue'>,
  keys: readonly (string | null)[],
): Promise<void> {
  const forgotten = await forgetStored(db, keys);
  if (forgotten.length > 0) await enqueue(deleteFilesJob.name, { keys: forgotten });
}
