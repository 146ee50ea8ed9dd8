import { implement } from '@orpc/server';
import type { RequestContext } from '#platform/server/context.ts';
import { importsContract } from '../contract.ts';
import { cancelImport } from './commands/cancel-import.ts';
import { commitImport } from './commands/commit-import.ts';
import { mapImport } from './commands/map-import.ts';
import { getImport, listImportFaults, listImports } from './queries.ts';

const os = implement(importsContract).$context<RequestContext>();

export const importsRouter = os.router({
  listImports: os.listImports.handler(({ context, input }) => listImports(context.services.db, input)),
  getImport: os.getImport.handler(({ context, input }) => getImport(context.services.db, input.id)),
  listImportFaults: os.listImportFaults.handler(({ context, input }) =>
    listImportFaults(context.services.db, input),
  ),
  mapImport: os.mapImport.handler(({ context, input }) => mapImport(context, input)),
  commitImport: os.commitImport.handler(({ context, input }) => commitImport(context, input)),
  cancelImport: os.cancelImport.handler(({ context, input }) => cancelImport(context, input)),
});
