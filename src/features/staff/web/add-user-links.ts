import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const { admin } = paths;

/** The menu of every 'Add User': the four forms. Admins are created on the server. */
export const addUserLinks = [
  { label: t`Add case worker`, to: admin.addCaseWorker },
  { label: t`Add application receiver`, to: admin.addApplicationReceiver },
  { label: t`Add printer`, to: admin.addPrinter },
  { label: t`Add auditor`, to: admin.addAuditor },
] as const;
