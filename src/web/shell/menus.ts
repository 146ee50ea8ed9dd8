import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { deskOf, paths } from '#web/paths.ts';

export type MenuEntry = { label: string; to: string };
/** A group may be a page itself (`to`) and always opens its entries. */
export type MenuGroup = { label: string; icon: MenuIcon; to?: string; entries: readonly MenuEntry[] };
type MenuLink = MenuEntry & { icon: MenuIcon };
export type MenuItem = MenuLink | MenuGroup;

export type MenuIcon =
  | 'home'
  | 'users'
  | 'add'
  | 'print'
  | 'fee'
  | 'certificate'
  | 'application'
  | 'college'
  | 'student'
  | 'stock'
  | 'queue'
  | 'runs'
  | 'done'
  | 'reprint'
  | 'overview'
  | 'log';

const { admin, printer, auditor } = paths;

const adminMenu: readonly MenuItem[] = [
  { label: t`Home`, icon: 'home', to: admin.dashboard },
  {
    label: t`User management`,
    icon: 'users',
    to: admin.userManagement,
    entries: [
      { label: t`Case worker management`, to: admin.caseWorkerManagement },
      { label: t`Application receiver management`, to: admin.applicationReceiverManagement },
      { label: t`Printer management`, to: admin.printerManagement },
      { label: t`Auditor management`, to: admin.auditorManagement },
    ],
  },
  {
    label: t`Add forms`,
    icon: 'add',
    entries: [
      { label: t`Add case worker`, to: admin.addCaseWorker },
      { label: t`Add application receiver`, to: admin.addApplicationReceiver },
      { label: t`Add printer`, to: admin.addPrinter },
      { label: t`Add auditor`, to: admin.addAuditor },
      { label: t`Add college`, to: admin.addCollege },
      { label: t`Add student`, to: admin.addStudent },
    ],
  },
  {
    label: t`Print management`,
    icon: 'print',
    entries: [
      { label: t`Completed printing`, to: admin.completedPrinting },
      { label: t`Pending print`, to: admin.pendingPrint },
      { label: t`Approved for reprint`, to: admin.approvedForReprint },
      { label: t`Pending reprint approvals`, to: admin.pendingReprintApprovals },
    ],
  },
  {
    label: t`Fee generated`,
    icon: 'fee',
    entries: [
      { label: t`Fee generated`, to: admin.feeGenerated },
      { label: t`Total fee generated`, to: admin.totalFeeGenerated },
      { label: t`Pending fee`, to: admin.pendingFee },
    ],
  },
  {
    label: t`Convocation certificate`,
    icon: 'certificate',
    entries: [
      { label: t`Printed certificates`, to: admin.printedCertificates },
      { label: t`Pending certificates`, to: admin.pendingCertificates },
    ],
  },
  {
    label: t`Application Management`,
    icon: 'application',
    entries: [
      { label: t`Total applications`, to: admin.totalApplications },
      { label: t`Completed applications`, to: admin.completedApplications },
      { label: t`Rejected applications`, to: admin.rejectedApplications },
    ],
  },
  { label: t`College management`, icon: 'college', to: admin.collegeManagement },
  { label: t`Student master`, icon: 'student', to: admin.studentMaster },
  {
    label: t`Stock management`,
    icon: 'stock',
    entries: [
      { label: t`Ink stock`, to: admin.inkStock },
      { label: t`Certificate stock`, to: admin.certificateStock },
    ],
  },
];

const menus: Record<Role, readonly MenuItem[]> = {
  admin: adminMenu,
  case_worker: [
    { label: t`Manage Application`, icon: 'application', to: paths.caseWorker.manageApplication },
  ],
  receiver: [
    { label: t`Manage Application`, icon: 'application', to: paths.applicationReceiver.manageApplication },
  ],
  printer: [
    { label: t`Print queue`, icon: 'queue', to: printer.printQueue },
    { label: t`Print runs`, icon: 'runs', to: printer.printRuns },
    { label: t`Completed printing`, icon: 'done', to: printer.completedPrinting },
    { label: t`Reprint requests`, icon: 'reprint', to: printer.reprintRequests },
    { label: t`Stock`, icon: 'stock', to: printer.stock },
  ],
  auditor: [
    { label: t`Overview`, icon: 'overview', to: auditor.overview },
    { label: t`Audit log`, icon: 'log', to: auditor.auditLog },
    { label: t`Applications`, icon: 'application', to: auditor.applications },
    { label: t`Fees`, icon: 'fee', to: auditor.fees },
    { label: t`Certificates`, icon: 'certificate', to: auditor.certificates },
    { label: t`Stock`, icon: 'stock', to: auditor.stock },
  ],
};

/** The path's prefix chooses the menu; a page of no desk (My account) shows that of the person's own. */
export function menuOf(pathname: string, ownDesk: Role): readonly MenuItem[] {
  return menus[deskOf(pathname) ?? ownDesk];
}

/** A page below an entry (one print run below the print runs) marks the entry too. */
export function isCurrent(entry: string, pathname: string): boolean {
  return pathname === entry || pathname.startsWith(`${entry}/`);
}

/** The label of the group whose page is shown: it is the one that stands open. */
export function groupOf(menu: readonly MenuItem[], pathname: string): string | null {
  const group = menu.find(
    (item) =>
      'entries' in item &&
      (item.to === pathname || item.entries.some((entry) => isCurrent(entry.to, pathname))),
  );
  return group?.label ?? null;
}
