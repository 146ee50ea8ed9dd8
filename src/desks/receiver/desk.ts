import * as applications from '#features/applications/web/feature.ts';
import * as certificates from '#features/certificates/web/feature.ts';
import * as demandDrafts from '#features/demand-drafts/web/feature.ts';
import * as fees from '#features/fees/web/feature.ts';
import { type Desk, formScreen, item, screen } from '#platform/web/router/desk.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { ManageApplicationsDesk } from '../pages.ts';
import { recordScreens } from '../record-screens.ts';

const receiver = paths.applicationReceiver;
const { application, certificate, draft } = recordScreens('receiver');

/** The counter: receives applications, deposits demand drafts, hands certificates over. */
export const receiverDesk: Desk = [
  item(
    'application',
    screen(receiver.manageApplication, t`Manage Application`, ManageApplicationsDesk, [
      formScreen(
        receiver.newApplication,
        { add: t`New application`, edit: t`Correct application` },
        applications.ApplicationFormPage,
      ),
      application,
      screen(receiver.demandDrafts, t`Demand drafts`, fees.DemandDraftsPage, [draft]),
      screen(receiver.depositSlips, t`Deposit slips`, demandDrafts.DepositSlipsPage, [
        screen(receiver.newDepositSlip, t`New deposit slip`, demandDrafts.NewDepositSlipPage),
      ]),
      screen(receiver.printedCertificates, t`Printed certificates`, certificates.PrintedCertificatesPage, [
        certificate,
      ]),
      screen(receiver.bundles, t`Bundles`, certificates.BundlesPage, [
        screen(`${receiver.bundles}/$id`, t`Bundle`, certificates.BundlePage),
        screen(receiver.newBundle(), t`New bundle`, certificates.NewBundlePage),
      ]),
    ]),
  ),
];
