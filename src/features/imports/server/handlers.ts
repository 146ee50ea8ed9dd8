import { partOf } from '#platform/server/contract-part.ts';
import { importsContract } from '../contract.ts';
import { cancelImport } from './commands/cancel-import.ts';
import { commitImport } from './commands/commit-import.ts';
import { mapImport } from './commands/map-import.ts';
import { getImport, imports, listImportFaults } from './queries.ts';

export const importsPart = partOf(importsContract, {
  queries: {
    listImports: imports.page,
    getImport: (db, _scope, { id }) => getImport(db, id),
    listImportFaults: (db, _scope, input) => listImportFaults(db, input),
  },
  commands: { mapImport, commitImport, cancelImport },
});
