import * as applications from '#features/applications/web/feature.ts';
import { type Desk, item, screen } from '#platform/web/router/desk.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { ManageApplicationsDesk } from '../pages.ts';
import { recordScreens } from '../record-screens.ts';

const caseWorker = paths.caseWorker;
const { application, certificate, draft } = recordScreens('case_worker');

/** The case worker: verifies, returns and rejects applications. */
export const caseWorkerDesk: Desk = [
  item(
    'application',
    screen(caseWorker.manageApplication, t`Manage Application`, ManageApplicationsDesk, [
      screen(caseWorker.verifyApplications, t`Verify applications`, applications.VerifyApplicationsPage),
      application,
      certificate,
      draft,
    ]),
  ),
];
