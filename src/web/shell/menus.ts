import type { Role } from '#shared/roles.ts';
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
  { label: 'Home', icon: 'home', to: admin.dashboard },
  {
    label: 'User management',
    icon: 'users',
    to: admin.userManagement,
    entries: [
      { label: 'Case worker management', to: admin.caseWorkerManagement },
      { label: 'Application receiver management', to: admin.applicationReceiverManagement },
      { label: 'Printer management', to: admin.printerManagement },
      { label: 'Auditor management', to: admin.auditorManagement },
    ],
  },
  {
    label: 'Add forms',
    icon: 'add',
    entries: [
      { label: 'Add case worker', to: admin.addCaseWorker },
      { label: 'Add application receiver', to: admin.addApplicationReceiver },
      { label: 'Add printer', to: admin.addPrinter },
      { label: 'Add auditor', to: admin.addAuditor },
      { label: 'Add college', to: admin.addCollege },
      { label: 'Add student', to: admin.addStudent },
    ],
  },
  {
    label: 'Print management',
    icon: 'print',
    entries: [
      { label: 'Completed printing', to: admin.completedPrinting },
      { label: 'Pending print', to: admin.pendingPrint },
      { label: 'Approved for reprint', to: admin.approvedForReprint },
      { label: 'Pending reprint approvals', to: admin.pendingReprintApprovals },
    ],
  },
  {
    label: 'Fee generated',
    icon: 'fee',
    entries: [
      { label: 'Fee generated', to: admin.feeGenerated },
      { label: 'Total fee generated', to: admin.totalFeeGenerated },
      { label: 'Pending fee', to: admin.pendingFee },
    ],
  },
  {
    label: 'Convocation certificate',
    icon: 'certificate',
    entries: [
      { label: 'Printed certificates', to: admin.printedCertificates },
      { label: 'Pending certificates', to: admin.pendingCertificates },
    ],
  },
  {
    label: 'Application Management',
    icon: 'application',
    entries: [
      { label: 'Total applications', to: admin.totalApplications },
      { label: 'Completed applications', to: admin.completedApplications },
      { label: 'Rejected applications', to: admin.rejectedApplications },
    ],
  },
  { label: 'College management', icon: 'college', to: admin.collegeManagement },
  { label: 'Student master', icon: 'student', to: admin.studentMaster },
  {
    label: 'Stock management',
    icon: 'stock',
    entries: [
      { label: 'Ink stock', to: admin.inkStock },
      { label: 'Certificate stock', to: admin.certificateStock },
    ],
  },
];

const menus: Record<Role, readonly MenuItem[]> = {
  admin: adminMenu,
  case_worker: [{ label: 'Manage Application', icon: 'application', to: paths.caseWorker.manageApplication }],
  receiver: [
    { label: 'Manage Application', icon: 'application', to: paths.applicationReceiver.manageApplication },
  ],
  printer: [
    { label: 'Print queue', icon: 'queue', to: printer.printQueue },
    { label: 'Print runs', icon: 'runs', to: printer.printRuns },
    { label: 'Completed printing', icon: 'done', to: printer.completedPrinting },
    { label: 'Reprint requests', icon: 'reprint', to: printer.reprintRequests },
    { label: 'Stock', icon: 'stock', to: printer.stock },
  ],
  auditor: [
    { label: 'Overview', icon: 'overview', to: auditor.overview },
    { label: 'Audit log', icon: 'log', to: auditor.auditLog },
    { label: 'Applications', icon: 'application', to: auditor.applications },
    { label: 'Fees', icon: 'fee', to: auditor.fees },
    { label: 'Certificates', icon: 'certificate', to: auditor.certificates },
    { label: 'Stock', icon: 'stock', to: auditor.stock },
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
