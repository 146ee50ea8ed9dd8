import { t } from '#shared/words.ts';
import { paths } from './paths.ts';

/** Screens whose routes are known and whose work comes later. What will stand there says shell/later-screen.tsx. */
export const laterScreens: readonly { path: string; title: string }[] = [
  { path: paths.admin.completedPrinting, title: t`Completed printing` },
  { path: paths.admin.pendingPrint, title: t`Pending print` },
  { path: paths.printer.completedPrinting, title: t`Completed printing` },
];
