import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const { admin } = paths;

/** The menu behind every 'Add User': the four forms. Admins are made on the server itself. */
export const addUserLinks = [
  { label: t`Add case worker`, to: admin.addCaseWorker },
  { label: t`Add application receiver`, to: admin.addApplicationReceiver },
  { label: t`Add printer`, to: admin.addPrinter },
  { label: t`Add auditor`, to: admin.addAuditor },
] as const;
