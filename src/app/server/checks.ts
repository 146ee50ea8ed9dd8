import { chainCheck, checkpointsCheck } from '#features/audit/server/check-chain.ts';
import { recoveryCheck } from '#features/recoveries/server/check-recovery.ts';
import type { Check } from '#platform/server/doctor/check.ts';
import {
  archiveCheck,
  databaseCheck,
  demoCheck,
  migrationsCheck,
  queueCheck,
  replicaCheck,
} from '#platform/server/doctor/check-database.ts';
import { filesCheck } from '#platform/server/doctor/check-files.ts';
import {
  clockCheck,
  diskCheck,
  publicUrlCheck,
  screensCheck,
  settingsCheck,
} from '#platform/server/doctor/check-machine.ts';
import { standbyCheck } from '#platform/server/doctor/check-standby.ts';
import { backupCheck, jobsCheck, mailCheck, poolCheck } from '#platform/server/doctor/check-work.ts';

/** All checks of `npm run doctor` and `/metrics`; docs/operations.md says what to do about each. */
export const checks: readonly Check[] = [
  settingsCheck,
  screensCheck,
  diskCheck,
  publicUrlCheck,
  backupCheck,
  poolCheck,
  databaseCheck,
  migrationsCheck,
  queueCheck,
  clockCheck,
  mailCheck,
  jobsCheck,
  archiveCheck,
  standbyCheck,
  replicaCheck,
  demoCheck,
  recoveryCheck,
  checkpointsCheck,
  filesCheck,
  chainCheck,
];
