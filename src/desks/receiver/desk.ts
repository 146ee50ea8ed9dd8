import type { Desk } from '#platform/web/router/desk.ts';
import { screen } from '#platform/web/router/screen.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const receiver = paths.applicationReceiver;

/** The counter: applications are received, drafts deposited, certificates handed over. */
export const receiverDesk: Desk = {
  menu: [{ label: t`Manage Application`, icon: 'application', to: receiver.manageApplication }],
  screens: [
    screen(
      receiver.printedCertificates,
      t`Printed certificates`,
      () => import('#features/certificates/web/printed-certificates-page.tsx'),
      'PrintedCertificatesPage',
    ),
    screen(
      receiver.bundles,
      t`Bundles`,
      () => import('#features/certificates/web/bundles-page.tsx'),
      'BundlesPage',
    ),
    screen(
      `${receiver.bundles}/$id`,
      t`Bundle`,
      () => import('#features/certificates/web/bundle-page.tsx'),
      'BundlePage',
    ),
    screen(
      receiver.newBundle(),
      t`New bundle`,
      () => import('#features/certificates/web/new-bundle-page.tsx'),
      'NewBundlePage',
    ),
    screen(
      receiver.manageApplication,
      t`Manage Application`,
      () => import('../manage-applications.tsx'),
      'ManageApplicationsDesk',
    ),
    screen(
      receiver.newApplication,
      t`New application`,
      () => import('#features/applications/web/application-form-page.tsx'),
      'ApplicationFormPage',
    ),
    screen(
      receiver.demandDrafts,
      t`Demand drafts`,
      () => import('#features/fees/web/demand-drafts-page.tsx'),
      'DemandDraftsPage',
    ),
    screen(
      receiver.depositSlips,
      t`Deposit slips`,
      () => import('#features/demand-drafts/web/deposit-slips-page.tsx'),
      'DepositSlipsPage',
    ),
    screen(
      receiver.newDepositSlip,
      t`New deposit slip`,
      () => import('#features/demand-drafts/web/new-deposit-slip-page.tsx'),
      'NewDepositSlipPage',
    ),
  ],
};
