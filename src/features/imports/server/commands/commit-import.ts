import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { importCan } from '../../rules.ts';
import { commitImportJob } from '../jobs/commit-import.ts';
import { lockImport, updateImport } from '../queries.ts';

/** Starts writing a checked upload. The job acts in the name of the person who made this request. */
export const commitImport = command('commitImport', async (transaction, input: { id: string }) => {
  const { db, actor, requestId, ip, audit, enqueue } = transaction;
  const upload = await lockImport(db, input.id);
  assertAllowed(importCan.commit(upload, actor.id));

  await updateImport(db, upload, {
    state: 'committing',
    committed_by: actor.id,
    commit_request_id: requestId,
    commit_ip: ip,
    failure: null,
  });

  audit({
    event: 'imports.commit_asked',
    record: { type: 'import', id: upload.id, label: upload.fileName },
    after: { added: upload.newCount, changed: upload.changedCount },
  });
  await enqueue(commitImportJob.name, { importId: upload.id });
  return {};
});
