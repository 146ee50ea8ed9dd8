import type { Desk } from '#platform/web/router/desk.ts';
import { screen } from '#platform/web/router/screen.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const caseWorker = paths.caseWorker;

/** The case worker: applications are verified, returned and rejected. */
export const caseWorkerDesk: Desk = {
  menu: [{ label: t`Manage Application`, icon: 'application', to: caseWorker.manageApplication }],
  screens: [
    screen(
      caseWorker.manageApplication,
      t`Manage Application`,
      () => import('../manage-applications.tsx'),
      'ManageApplicationsDesk',
    ),
    screen(
      caseWorker.verifyApplications,
      t`Verify applications`,
      () => import('#features/applications/web/verify-applications-page.tsx'),
      'VerifyApplicationsPage',
    ),
  ],
};
