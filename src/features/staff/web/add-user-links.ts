import { paths } from '#web/paths.ts';

const { admin } = paths;

/** The menu behind every 'Add User': the four forms. Admins are made on the server itself. */
export const addUserLinks = [
  { label: 'Add case worker', to: admin.addCaseWorker },
  { label: 'Add application receiver', to: admin.addApplicationReceiver },
  { label: 'Add printer', to: admin.addPrinter },
  { label: 'Add auditor', to: admin.addAuditor },
] as const;
