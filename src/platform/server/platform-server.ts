import '#platform/contract/platform-words.ts';
import {
  archiveCheck,
  collationCheck,
  databaseCheck,
  demoCheck,
  migrationsCheck,
  queueCheck,
} from './doctor/check-database.ts';
import { filesCheck } from './doctor/check-files.ts';
import {
  clockCheck,
  diskCheck,
  publicUrlCheck,
  screensCheck,
  settingsCheck,
} from './doctor/check-machine.ts';
import { standbyCheck } from './doctor/check-standby.ts';
import { backupCheck, jobsCheck, mailCheck, poolCheck } from './doctor/check-work.ts';
import type { ServerFeature } from './feature.ts';
import { deleteFilesJob } from './files/delete-files.ts';
import { fileRoutes } from './files/file-routes.ts';
import { formDraftPurges, formDraftsPart } from './form-drafts/form-drafts.ts';
import { serverPurges } from './jobs/server-purges.ts';

/** What belongs to no feature. */
export const platformServer: ServerFeature = {
  parts: { formDrafts: formDraftsPart },
  routes: fileRoutes,
  jobs: [deleteFilesJob],
  purges: [...formDraftPurges, ...serverPurges],
  checks: [
    settingsCheck,
    screensCheck,
    diskCheck,
    publicUrlCheck,
    backupCheck,
    poolCheck,
    databaseCheck,
    migrationsCheck,
    collationCheck,
    queueCheck,
    clockCheck,
    mailCheck,
    jobsCheck,
    archiveCheck,
    standbyCheck,
    demoCheck,
    filesCheck,
  ],
  // Search terms are often names, and so are parts of file names.
  personal: { export: ['search'] },
  personalLabels: ['file'],
};
