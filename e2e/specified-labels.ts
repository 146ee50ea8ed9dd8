import type { Role } from '#shared/roles.ts';

/** A list as the specification words it, sections 2 and 5; its dots and capitals are not ours to correct. */
export type ListWords = {
  path: string;
  /** The heading over the list, on a page that has two. */
  section?: string;
  /** The placeholder of the search box. */
  search: string;
  columns: string[];
  /** What stands under the heading Actions, which not every list has. */
  actions?: string[];
  /** Row actions that the role may never do, whose icons are therefore not there. */
  never?: string[];
  empty: string;
  /** The rows of the list in the database, where the footer counts all of them. */
  from?: string;
  buttons?: string[];
  /** Selects above the list with all that they offer. */
  filters?: Record<string, string[]>;
  /** The address below /api that its rows come from. */
  rows: string;
};

export const paymentColumns = [
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
  'Verified by',
  'Verified on',
];

export const reprintColumns = [
  'Name',
  'Exam roll number',
  'College',
  'reason for reprint',
  'Photo of error',
  'Status',
];

/** Of both stock lists, behind the name. */
const stockColumns = [
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

/** The payment columns plus DD Date and Verified At. */
export const feeColumns = [
  ...paymentColumns.slice(0, 8),
  'DD Date',
  ...paymentColumns.slice(8),
  'Verified At',
];

const pendingCertificateColumns = [
  'Registration number',
  'Exam roll',
  'Candidate',
  'Course',
  'College',
  'Academic year',
  'Photo',
  'Bank receipt (DD)',
  'Total amount',
  'Paid amount',
  'Pending amount',
  'Status',
  'Verified by',
  'Verified at',
];

/** The columns of pending certificates plus DD reference number, DD date, guide name and date/time. */
const applicationColumns = [
  ...pendingCertificateColumns.slice(0, 8),
  'DD reference number',
  'DD date',
  ...pendingCertificateColumns.slice(8),
  'Guide name',
  'Date/Time',
];

/** Of a certificate, on the lists of the print room and of what is printed. */
const certificateColumns = [
  'Student',
  'Exam roll number',
  'Chosen Color',
  'Certificate type',
  'Selected paper',
  'Convocation number',
];

/** Of the admin; the other desks lack what they never have. */
const recordActions = ['Edit', 'View', 'Delete'];

const completedPrinting = {
  search: 'Search by name, roll no, college...',
  columns: [...certificateColumns, 'College', 'Run', 'Blank serial', 'Printed by', 'Printed at'],
  actions: recordActions,
  empty: 'No completed printing found',
  rows: 'certificates',
};

const printedCertificates = {
  search: 'Search by name, roll no, college...',
  columns: [...certificateColumns, 'Where it is', 'College', 'Bundle'],
  empty: 'No printed certificates found',
  filters: {
    'Where it is': ['All printed', 'To be handed over', 'Handed over', 'Withheld', 'Lacks a required fact'],
  },
  rows: 'certificates',
};

const bundles = {
  search: 'Search by bundle, college or person...',
  columns: [
    'Bundle',
    'College',
    'Certificates',
    'Signed by students',
    'Handed over to',
    'Designation',
    'Handed over by',
    'Handed over at',
  ],
  actions: ['Open bundle'],
  empty: 'No bundles found',
  filters: { Show: ['All', 'Signatures are missing'] },
  rows: 'bundles',
};

const revocations = {
  search: 'Search by name, number, college, reason...',
  columns: [
    'Convocation number',
    'Student',
    'Exam roll number',
    'College',
    'Reason',
    'Authority',
    'Status',
    'Proposed by',
    'Proposed at',
    'Decided by',
    'Decided at',
  ],
  buttons: ['Printed certificates'],
  empty: 'No revocations found',
  filters: { Status: ['All', 'Proposed', 'Revoked', 'Declined', 'Withdrawn'] },
  rows: 'revocations',
};

const staffActions = ['Edit', 'View', 'Disable|Enable', 'Delete'];

export const lists: Partial<Record<Role, ListWords[]>> = {
  admin: [
    {
      path: '/admin/dashboard',
      section: 'Convocations certificates',
      search: 'Search by name, roll no, college...',
      columns: ['College Reg No', 'Exam roll No', 'Student name', 'Convocation No'],
      empty: 'No certificates found',
      rows: 'certificates',
    },
    {
      path: '/admin/dashboard?view=users',
      section: 'Users',
      search: 'Search user......',
      columns: ['User name', 'Email Id', 'User Type', 'Code', 'MFA', 'Status'],
      empty: 'No users found',
      filters: { 'User Type': ['All', 'Case worker', 'printer', 'Application receiver'] },
      rows: 'staff',
    },
    {
      path: '/admin/user-management',
      search: 'Search user......',
      columns: ['User name', 'Email Id', 'User Type', 'Code', 'MFA', 'Status'],
      actions: staffActions,
      empty: 'No users found',
      buttons: ['Add User'],
      filters: {
        'User Type': ['All', 'Case worker', 'printer', 'Application receiver', 'Admin', 'Auditor'],
      },
      rows: 'staff',
    },
    {
      path: '/admin/case-worker-management',
      search: 'Search user......',
      columns: ['User name', 'Email Id', 'Code', 'Mobile', 'MFA', 'Status'],
      actions: staffActions,
      empty: 'No case workers found',
      buttons: ['Add case worker'],
      rows: 'staff',
    },
    {
      path: '/admin/application-receiver-management',
      section: 'Application receivers',
      search: 'Search user......',
      columns: ['Name', 'Email', 'Code', 'Received this month', 'Status'],
      actions: staffActions,
      empty: 'No application receivers found',
      buttons: ['Add application receiver'],
      rows: 'receivers',
    },
    {
      path: '/admin/application-receiver-management',
      section: 'Received applications',
      search: 'Search user......',
      columns: [
        'Student',
        'Exam Roll Number',
        'Chosen Color',
        'Certificate Type',
        'Selected Paper',
        'Convocation Number',
      ],
      actions: ['Edit User', 'View User'],
      empty: 'No applications found',
      rows: 'received-applications',
    },
    {
      path: '/admin/printer-management',
      search: 'Search user......',
      columns: ['User name', 'Email Id', 'Code', 'Printer code', 'MFA', 'Status'],
      actions: staffActions,
      empty: 'No printers found',
      buttons: ['Add printer'],
      rows: 'staff',
    },
    {
      path: '/admin/auditor-management',
      search: 'Search user......',
      columns: ['User name', 'Email Id', 'Code', 'MFA', 'Status'],
      actions: staffActions,
      empty: 'No auditors found',
      buttons: ['Add auditor'],
      rows: 'staff',
    },
    {
      path: '/admin/college-management',
      from: 'colleges',
      search: 'Search college...',
      columns: ['College name', 'Contact number', 'Address', 'Convocation Fee'],
      actions: ['Edit', 'View', 'Delete'],
      empty: 'No colleges found',
      buttons: ['Add College', 'Bulk Upload'],
      rows: 'colleges',
    },
    {
      path: '/admin/student-master',
      from: 'students',
      search: 'Search student...',
      columns: ['Student Name', 'College', 'Address'],
      actions: ['Edit', 'View', 'Delete'],
      empty: 'No students found',
      buttons: ['Add Student', 'Bulk Upload'],
      rows: 'students',
    },
    {
      path: '/admin/ink-stock',
      from: 'ink_receipts',
      search: 'Search ink stock......',
      columns: ['Ink name', ...stockColumns],
      actions: ['Edit', 'Delete'],
      empty: 'No ink stock records found',
      buttons: ['Add stock'],
      filters: { Category: ['All', 'Black', 'Cyan', 'Gold', 'Invisible', 'Magenta', 'Yellow'] },
      rows: 'ink-receipts',
    },
    {
      path: '/admin/certificate-stock',
      from: 'blank_receipts',
      search: 'Search certificate stock......',
      columns: ['Certificate name', ...stockColumns],
      actions: ['Edit', 'Delete'],
      empty: 'No certificate stock records found',
      buttons: ['Add stock'],
      filters: { Category: ['All', 'Green', 'Maroon', 'Navy'] },
      rows: 'blank-receipts',
    },
    { path: '/admin/completed-printing', ...completedPrinting },
    {
      path: '/admin/pending-print',
      search: 'Search by name, roll no, college...',
      columns: [...certificateColumns, 'College', 'Waiting since', 'Original or reprint'],
      actions: recordActions,
      empty: 'No pending prints found',
      filters: { 'Where it is': ['All', 'Waiting for print', 'In a print run'] },
      rows: 'certificates',
    },
    {
      path: '/admin/printed-certificates',
      ...printedCertificates,
      actions: [...recordActions, 'Hand over'],
      buttons: ['Bundles', 'Revocations', 'New bundle'],
    },
    {
      path: '/admin/pending-certificates',
      search: 'Search candidate...',
      columns: pendingCertificateColumns,
      actions: recordActions,
      empty: 'No pending certificates found',
      rows: 'applications',
    },
    { path: '/admin/bundles', ...bundles, buttons: ['Printed certificates', 'New bundle'] },
    {
      path: '/admin/revocations',
      ...revocations,
      actions: ['View', 'Confirm revocation', 'Decline', 'Withdraw proposal'],
    },
    {
      path: '/admin/approved-for-reprint',
      search: 'Search by name, roll no, college...',
      columns: reprintColumns,
      actions: recordActions,
      empty: 'No approved reprints found',
      filters: { 'New copy': ['All', 'Waiting for print', 'Printed'] },
      rows: 'reprint-requests',
    },
    {
      path: '/admin/pending-reprint-approvals',
      search: 'Search by name, roll no, college...',
      columns: reprintColumns,
      actions: [],
      empty: 'No pending reprint approvals found',
      filters: { Status: ['All', 'Pending', 'Approved', 'Rejected'] },
      rows: 'reprint-requests',
    },
    {
      path: '/admin/total-applications',
      from: 'applications',
      search: 'Search candidate...',
      columns: applicationColumns,
      actions: recordActions,
      empty: 'No applications found',
      filters: { Status: ['All', 'Pending', 'Verified', 'Rejected', 'Returned'] },
      rows: 'applications',
    },
    {
      path: '/admin/completed-applications',
      from: "certificates where state in ('printed', 'handed_over')",
      search: 'Search candidate...',
      columns: applicationColumns,
      actions: recordActions,
      empty: 'No completed applications found',
      rows: 'applications',
    },
    {
      path: '/admin/rejected-applications',
      from: "applications where status = 'rejected'",
      search: 'Search candidate...',
      columns: [...applicationColumns, 'Rejected by', 'Rejected at'],
      actions: recordActions,
      empty: 'No rejected applications found',
      rows: 'applications',
    },
    {
      path: '/admin/fee-generated',
      section: 'Fee records',
      search: 'Search by name, reg no, roll no...',
      columns: feeColumns,
      actions: recordActions,
      empty: 'No fee records found',
      buttons: ['Demand drafts', 'Deposit slips', 'Bank statements', 'Fee totals'],
      filters: { Status: ['All', 'Verified', 'Rejected'] },
      rows: 'applications',
    },
    {
      path: '/admin/total-fee-generated',
      from: "applications where status = 'verified'",
      search: 'Search by name, reg no, roll no...',
      columns: feeColumns,
      actions: recordActions,
      empty: 'No fee records found',
      rows: 'applications',
    },
    {
      path: '/admin/pending-fee',
      from: "applications where status = 'rejected'",
      search: 'Search user......',
      columns: feeColumns,
      actions: recordActions,
      empty: 'No fee records found',
      rows: 'applications',
    },
  ],
  case_worker: [
    {
      path: '/case-worker/manage-application',
      search: 'Search candidate...',
      columns: paymentColumns,
      actions: ['View'],
      never: ['Edit', 'Delete'],
      empty: 'No records found.',
      rows: 'applications',
    },
  ],
  receiver: [
    {
      path: '/application-receiver/manage-application',
      search: 'Search candidate...',
      columns: paymentColumns,
      actions: ['Edit', 'View'],
      never: ['Delete'],
      empty: 'No records found.',
      buttons: ['New application', 'Printed certificates'],
      rows: 'applications',
    },
    {
      path: '/application-receiver/printed-certificates',
      ...printedCertificates,
      // The counter begins with its queue.
      columns: [...certificateColumns, 'Days waiting', 'Where it is', 'College', 'Bundle'],
      filters: {
        'Where it is': [
          'To be handed over',
          'All printed',
          'Handed over',
          'Withheld',
          'Lacks a required fact',
        ],
      },
      actions: ['View', 'Hand over'],
      never: ['Edit', 'Delete'],
      buttons: ['Bundles', 'New bundle'],
    },
    { path: '/application-receiver/bundles', ...bundles, buttons: ['Printed certificates', 'New bundle'] },
  ],
  printer: [
    {
      path: '/printer/completed-printing',
      ...completedPrinting,
      actions: ['View'],
      never: ['Edit', 'Delete'],
    },
  ],
  auditor: [
    {
      path: '/auditor/certificates',
      never: ['Edit', 'Delete', 'Hand over'],
      ...printedCertificates,
      actions: ['View'],
      buttons: ['Bundles', 'Revocations'],
    },
    { path: '/auditor/bundles', ...bundles, buttons: ['Printed certificates'] },
    { path: '/auditor/revocations', ...revocations, actions: ['View'] },
    {
      path: '/auditor/applications',
      from: 'applications',
      never: ['Edit', 'Delete'],
      search: 'Search candidate...',
      columns: applicationColumns,
      actions: ['View'],
      empty: 'No applications found',
      rows: 'applications',
    },
    {
      path: '/auditor/fees',
      never: ['Edit', 'Delete'],
      section: 'Fee records',
      search: 'Search by name, reg no, roll no...',
      columns: feeColumns,
      actions: ['View'],
      empty: 'No fee records found',
      buttons: ['Fee totals', 'Demand drafts', 'Bank statements'],
      filters: { Status: ['All', 'Verified', 'Rejected'] },
      rows: 'applications',
    },
  ],
};

/** The add forms with their fields in the specification's order, and what we ask besides; a star stands at what has to be given. */
export const forms: Record<string, string[]> = {
  '/admin/add-case-worker': ['Name *', 'Code *', 'Email *', 'Password *', 'Mobile *'],
  '/admin/add-application-receiver': ['Name *', 'Code *', 'Email *', 'Password *', 'MFA *'],
  '/admin/add-printer': ['Name *', 'Email *', 'Code *', 'Password *', 'Printer code *'],
  '/admin/add-auditor': ['Name *', 'Code *', 'Email *', 'Password *', 'MFA *'],
  '/admin/add-college': [
    'College name *',
    'Code *',
    'Contact number *',
    'Address *',
    'Convocation Fee *',
    'Email Id',
  ],
  '/admin/add-student': [
    'Student Name *',
    'Name in another script',
    'College *',
    'Address *',
    'Registration number *',
    'Exam roll number',
    'Course/Degree',
    'Academic year',
    'Mode of study',
  ],
  '/admin/add-ink-stock': [
    'Ink name *',
    'Total quantity *',
    'Received quantity *',
    'Rejected quantity *',
    'Received date *',
    'Remarks',
  ],
  '/admin/add-certificate-stock': [
    'Certificate name *',
    'Serial prefix *',
    'First serial *',
    'Last serial *',
    'Total quantity *',
    'Rejected quantity *',
    'Rejected serials',
    'Received date *',
    'Remarks',
  ],
};
