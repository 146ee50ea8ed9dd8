import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { importsContract } from '../contract.ts';
import { acceptImportWarnings } from './commands/accept-import-warnings.ts';
import { cancelImport } from './commands/cancel-import.ts';
import { commitImport } from './commands/commit-import.ts';
import { mapImport } from './commands/map-import.ts';
import { importRoutes } from './import-routes.ts';
import { checkImportJob, listUnfinishedImports } from './jobs/check-import.ts';
import { commitImportJob } from './jobs/commit-import.ts';
import { importPurges } from './purge-imports.ts';
import { getImport, imports, listImportFaults } from './queries.ts';

const importsPart = partOf(importsContract, {
  queries: {
    listImports: imports.page,
    getImport: (db, { id }) => getImport(db, id),
    listImportFaults: (db, input) => listImportFaults(db, input),
  },
  commands: { mapImport, acceptImportWarnings, commitImport, cancelImport },
});

export const server: ServerFeature = {
  parts: { imports: importsPart },
  routes: importRoutes,
  moved: { '/api/imports/{id}/mended-rows': '/api/imports/{id}/corrected-rows' },
  jobs: [checkImportJob, commitImportJob],
  purges: importPurges,
  whenWorkerStarts: async (services) => {
    for (const { importId, state } of await listUnfinishedImports(services)) {
      const job = state === 'checking' ? checkImportJob : commitImportJob;
      await services.jobs.send(job.name, { importId });
    }
  },
};
