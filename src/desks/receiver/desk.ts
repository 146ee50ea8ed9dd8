import { ApplicationFormPage } from '#features/applications/web/pages.ts';
import {
  BundlePage,
  BundlesPage,
  NewBundlePage,
  PrintedCertificatesPage,
} from '#features/certificates/web/pages.ts';
import { DepositSlipsPage, NewDepositSlipPage } from '#features/demand-drafts/web/pages.ts';
import { DemandDraftsPage } from '#features/fees/web/pages.ts';
import { type Desk, item } from '#platform/web/router/desk.ts';
import { screen } from '#platform/web/router/screen.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { ManageApplicationsDesk } from '../pages.ts';

const receiver = paths.applicationReceiver;

/** The counter: applications are received, drafts deposited, certificates handed over. */
export const receiverDesk: Desk = [
  item(
    'application',
    screen(receiver.manageApplication, t`Manage Application`, ManageApplicationsDesk, [
      screen(receiver.newApplication, t`New application`, ApplicationFormPage),
      screen(receiver.demandDrafts, t`Demand drafts`, DemandDraftsPage),
      screen(receiver.depositSlips, t`Deposit slips`, DepositSlipsPage, [
        screen(receiver.newDepositSlip, t`New deposit slip`, NewDepositSlipPage),
      ]),
      screen(receiver.printedCertificates, t`Printed certificates`, PrintedCertificatesPage),
      screen(receiver.bundles, t`Bundles`, BundlesPage, [
        screen(`${receiver.bundles}/$id`, t`Bundle`, BundlePage),
        screen(receiver.newBundle(), t`New bundle`, NewBundlePage),
      ]),
    ]),
  ),
];
