import { type CommandTransaction, command } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { importCan } from '../../rules.ts';
import { commitImportJob } from '../jobs/commit-import.ts';
import { lockImport } from '../queries.ts';

/** Has a checked upload written. The job acts in the name of the person whose request this is. */
export function commitImport(context: RequestContext, input: { id: string }) {
  return command('commitImport', (transaction, { id }: { id: string }) => commit(transaction, id, context))(
    context,
    input,
  );
}

async function commit(transaction: CommandTransaction, id: string, request: RequestContext) {
  const { db, actor, audit, enqueue } = transaction;
  const upload = await lockImport(db, id);
  assertAllowed(importCan.commit(upload));

  await db
    .updateTable('imports')
    .set({
      state: 'committing',
      committed_by: actor.id,
      commit_request_id: request.requestId,
      commit_ip: request.ip,
      failure: null,
      progress: null,
    })
    .where('id', '=', upload.id)
    .execute();

  audit({
    event: 'imports.commit_asked',
    record: { type: 'import', id: upload.id, label: upload.fileName },
    after: { added: upload.newCount, changed: upload.changedCount },
  });
  await enqueue(commitImportJob.name, { importId: upload.id });
  return {};
}
