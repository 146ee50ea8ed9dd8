import type { Desks } from './desks.ts';

/** A list that the specification describes, with what it says of it. */
export type ListScreen = {
  desk: keyof Desks;
  path: string;
  /** Labels in the order of section 2: a text is the label to the letter, a pattern where only a field is named. */
  columns: (string | RegExp)[];
  /** 'plus' columns, in their order; where they stand among the others is open. */
  plus?: (string | RegExp)[];
  placeholder?: string;
  empty?: string;
  /** D1: what it names itself, or edit, view, delete. */
  actions: ('edit' | 'view' | 'delete' | 'select')[];
};

const all: ListScreen['actions'] = ['edit', 'view', 'delete'];

const payment = [
  'College Registration number',
  'Exam roll number',
  'Candidate name',
  'Course/Degree',
  'College name',
  'Academic year',
  'Photo',
  'Bank receipt(DD)',
  'Total Amount',
  'Paid Amount',
  'pending amount',
  'Status',
];
/** "registration number, exam roll, candidate, course, college, …": fields, their labels are open. */
const pending = [
  /registration/i,
  /exam roll/i,
  /candidate|student/i,
  /course/i,
  /college(?!.*reg)/i,
  /academic year/i,
  /photo/i,
  /bank receipt/i,
  /total/i,
  /paid/i,
  /pending/i,
  /status/i,
  /verified by/i,
  /verified (at|on)/i,
];
const certificate = [
  'Student',
  'Exam roll number',
  'Chosen Color',
  'Certificate type',
  'Selected paper',
  'Convocation number',
];
/** The same six, as the list of application receivers writes them. */
const received = [
  'Student',
  'Exam Roll Number',
  'Chosen Color',
  'Certificate Type',
  'Selected Paper',
  'Convocation Number',
];
/** "columns not shown"; PRODUCT.md: "the certificate columns +" others. */
const printing = certificate.map((label) => new RegExp(`^${label}$`, 'i'));
const stock = [
  'Code',
  'Color',
  'Total quantity',
  'Received quantity',
  'Rejected quantity',
  'Received date',
  'Received by',
  'Approved by',
  'Remarks',
  'Invoice provided by vendor',
];
const reprint = [
  'Name',
  'Exam roll number',
  'College',
  'reason for reprint',
  'Photo of error',
  /^(status|actions)$/i,
];
const user = [/name/i, /e-?mail/i];

/** specification.txt, section 2; placeholders and empty messages to the letter. */
export const lists: ListScreen[] = [
  { desk: 'admin', path: '/admin/user-management', columns: user, empty: 'No users found', actions: all },
  {
    desk: 'admin',
    path: '/admin/case-worker-management',
    columns: user,
    empty: 'No case workers found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/application-receiver-management',
    columns: received,
    placeholder: 'Search user......',
    empty: 'No application receivers found',
    actions: ['edit', 'view'],
  },
  {
    desk: 'admin',
    path: '/admin/printer-management',
    columns: user,
    empty: 'No printers found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/auditor-management',
    columns: user,
    empty: 'No auditors found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/college-management',
    columns: ['College name', 'Contact number', 'Address', 'Convocation Fee'],
    empty: 'No colleges found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/student-master',
    columns: ['Student Name', 'College', 'Address'],
    empty: 'No students found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/printed-certificates',
    columns: certificate,
    empty: 'No printed certificates found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/pending-certificates',
    columns: pending,
    empty: 'No pending certificates found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/total-applications',
    columns: pending,
    plus: [/DD ref/i, /DD date/i, /guide/i, /date/i],
    empty: 'No applications found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/completed-applications',
    columns: pending,
    empty: 'No completed applications found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/rejected-applications',
    columns: pending.slice(0, 12),
    plus: [/rejected by/i, /rejected (at|on)/i],
    empty: 'No rejected applications found',
    actions: all,
  },
  { desk: 'admin', path: '/admin/completed-printing', columns: printing, actions: all },
  { desk: 'admin', path: '/admin/pending-print', columns: printing, actions: all },
  {
    desk: 'admin',
    path: '/admin/approved-for-reprint',
    columns: reprint,
    placeholder: 'Search by name, roll no, college...',
    empty: 'No approved reprints found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/pending-reprint-approvals',
    columns: reprint,
    placeholder: 'Search by name, roll no, college...',
    empty: 'No pending reprint approvals found',
    actions: ['select'],
  },
  {
    desk: 'admin',
    path: '/admin/fee-generated',
    columns: payment,
    plus: ['DD Date', 'Verified At'],
    placeholder: 'Search by name, reg no, roll no...',
    empty: 'No fee records found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/total-fee-generated',
    columns: payment,
    plus: ['DD Date', 'Verified At'],
    empty: 'No fee records found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/pending-fee',
    columns: payment,
    plus: ['DD Date', 'Verified At'],
    placeholder: 'Search user......',
    empty: 'No fee records found',
    actions: all,
  },
  {
    desk: 'admin',
    path: '/admin/ink-stock',
    columns: ['Ink name', ...stock],
    placeholder: 'Search ink stock......',
    empty: 'No ink stock records found',
    actions: ['edit', 'delete'],
  },
  {
    desk: 'admin',
    path: '/admin/certificate-stock',
    columns: ['Certificate name', ...stock],
    placeholder: 'Search certificate stock......',
    empty: 'No certificate stock records found',
    actions: ['edit', 'delete'],
  },
  {
    desk: 'caseWorker',
    path: '/case-worker/manage-application',
    columns: payment,
    plus: ['Verified by', 'Verified on'],
    placeholder: 'Search candidate...',
    empty: 'No records found.',
    actions: all,
  },
  {
    desk: 'receiver',
    path: '/application-receiver/manage-application',
    columns: payment,
    plus: ['Verified by', 'Verified on'],
    placeholder: 'Search candidate...',
    empty: 'No records found.',
    actions: all,
  },
];

/** Where each desk lives, and screens that earlier tests know and no link may lead to. */
export const homes = {
  admin: { prefix: '/admin', start: ['/admin/dashboard', '/admin/stock-counts'] },
  caseWorker: { prefix: '/case-worker', start: ['/case-worker/manage-application', '/case-worker/verify'] },
  receiver: {
    prefix: '/application-receiver',
    start: [
      '/application-receiver/manage-application',
      '/application-receiver/new-application',
      '/application-receiver/new-bundle',
    ],
  },
  printer: { prefix: '/printer', start: ['/printer/print-queue', '/printer/print-runs'] },
  auditor: { prefix: '/auditor', start: ['/auditor/overview', '/auditor/audit-log'] },
} as const;

export type Desk = keyof typeof homes;
export const everyDesk = Object.keys(homes) as Desk[];

/** Columns whose cells have to be seen on every list: UX.md 'name, status and the three amounts'. */
export const isName = (label: string) =>
  /^(name|student|candidate|ink|certificate|college|user|receiver|printer|auditor|case worker)( name)?$|^(student|candidate|college|ink|certificate) name$/i.test(
    label,
  );
export const isStatus = (label: string) => /^(status|state|outcome|verdict)$/i.test(label);
export const isAmount = (label: string) =>
  /amount|^(total|paid|pending|balance|fee|convocation fee)$/i.test(label);
