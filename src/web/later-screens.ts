import { paths } from './paths.ts';

/** Screens whose routes are known and whose work comes later. What will stand there says shell/later-screen.tsx. */
export const laterScreens: readonly { path: string; title: string }[] = [
  { path: paths.admin.completedPrinting, title: 'Completed printing' },
  { path: paths.admin.pendingPrint, title: 'Pending print' },
  { path: paths.admin.approvedForReprint, title: 'Approved for reprint' },
  { path: paths.admin.pendingReprintApprovals, title: 'Pending reprint approvals' },
  { path: paths.admin.completedApplications, title: 'Completed applications' },
  { path: paths.admin.rejectedApplications, title: 'Rejected applications' },
  { path: paths.admin.feeGenerated, title: 'Fee generated' },
  { path: paths.admin.totalFeeGenerated, title: 'Total fee generated' },
  { path: paths.admin.pendingFee, title: 'Pending fee' },
  { path: paths.admin.inkStock, title: 'Ink stock' },
  { path: paths.admin.certificateStock, title: 'Certificate stock' },
  { path: paths.printer.completedPrinting, title: 'Completed printing' },
  { path: paths.printer.reprintRequests, title: 'Reprint requests' },
  { path: paths.printer.stock, title: 'Stock' },
  { path: paths.auditor.fees, title: 'Fees' },
  { path: paths.auditor.stock, title: 'Stock' },
];
