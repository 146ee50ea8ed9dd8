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
export const stockColumns = [
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

export const pendingCertificateColumns = [
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
export const applicationColumns = [
  ...pendingCertificateColumns.slice(0, 8),
  'DD reference number',
  'DD date',
  ...pendingCertificateColumns.slice(8),
  'Guide name',
  'Date/Time',
];

/** Of a certificate, on the lists of the print room and of what is printed. */
export const certificateColumns = [
  'Student',
  'Exam roll number',
  'Chosen Color',
  'Certificate type',
  'Selected paper',
  'Convocation number',
];

/** Of the admin; the other desks lack what they never have. */
export const recordActions = ['Edit', 'View', 'Delete'];

export const completedPrinting = {
  search: 'Search by name, roll no, college...',
  columns: [...certificateColumns, 'College', 'Run', 'Blank serial', 'Printed by', 'Printed at'],
  actions: recordActions,
  empty: 'No completed printing found',
  rows: 'certificates',
};

export const printedCertificates = {
  search: 'Search by name, roll no, college...',
  columns: [...certificateColumns, 'Where it is', 'College', 'Bundle'],
  empty: 'No printed certificates found',
  filters: {
    'Where it is': ['All printed', 'To be handed over', 'Handed over', 'Withheld', 'Lacks a required fact'],
  },
  rows: 'certificates',
};

export const bundles = {
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

export const revocations = {
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
