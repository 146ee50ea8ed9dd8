import { t } from '#shared/words.ts';
import { paths } from './paths.ts';

/** Screens whose routes are known and whose work comes later. What will stand there says shell/later-screen.tsx. */
export const laterScreens: readonly { path: string; title: string }[] = [
  { path: paths.admin.completedPrinting, title: t`Completed printing` },
  { path: paths.admin.pendingPrint, title: t`Pending print` },
  { path: paths.admin.approvedForReprint, title: t`Approved for reprint` },
  { path: paths.admin.pendingReprintApprovals, title: t`Pending reprint approvals` },
  { path: paths.admin.completedApplications, title: t`Completed applications` },
  { path: paths.admin.rejectedApplications, title: t`Rejected applications` },
  { path: paths.admin.feeGenerated, title: t`Fee generated` },
  { path: paths.admin.totalFeeGenerated, title: t`Total fee generated` },
  { path: paths.admin.pendingFee, title: t`Pending fee` },
  { path: paths.printer.completedPrinting, title: t`Completed printing` },
  { path: paths.printer.reprintRequests, title: t`Reprint requests` },
  { path: paths.auditor.fees, title: t`Fees` },
];
