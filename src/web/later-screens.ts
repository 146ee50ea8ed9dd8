import { t } from '#shared/words.ts';
import { paths } from './paths.ts';

/** Screens whose routes are known and whose work comes later. What will stand there says shell/later-screen.tsx. */
export const laterScreens: readonly { path: string; title: string }[] = [
  { path: paths.admin.approvedForReprint, title: t`Approved for reprint` },
  { path: paths.admin.pendingReprintApprovals, title: t`Pending reprint approvals` },
  { path: paths.printer.reprintRequests, title: t`Reprint requests` },
];
