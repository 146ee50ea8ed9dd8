import { paths } from './paths.ts';

type LaterScreen = { path: string; title: string; sentence: string };

/** Screens whose routes are known and whose work comes later; each says what will stand there. */
export const laterScreens: readonly LaterScreen[] = [
  {
    path: paths.admin.dashboard,
    title: 'Dashboard',
    sentence:
      'Here the live figures will stand: students, applications, revenue, pending fee, and what waits for whom.',
  },
  {
    path: paths.admin.userManagement,
    title: 'User management',
    sentence: 'Here every member of staff will be listed, with role, code and second factor.',
  },
  {
    path: paths.admin.caseWorkerManagement,
    title: 'Case worker management',
    sentence: 'Here the case workers will be listed, added and disabled.',
  },
  {
    path: paths.admin.applicationReceiverManagement,
    title: 'Application receiver management',
    sentence: 'Here the application receivers will be listed with what each of them received.',
  },
  {
    path: paths.admin.printerManagement,
    title: 'Printer management',
    sentence: 'Here the print room staff will be listed, added and disabled.',
  },
  {
    path: paths.admin.auditorManagement,
    title: 'Auditor management',
    sentence: 'Here the auditors will be listed, added and disabled.',
  },
  {
    path: paths.admin.addCaseWorker,
    title: 'Add case worker',
    sentence: 'Here an account for a case worker will be made.',
  },
  {
    path: paths.admin.addApplicationReceiver,
    title: 'Add application receiver',
    sentence: 'Here an account for an application receiver will be made.',
  },
  {
    path: paths.admin.addPrinter,
    title: 'Add printer',
    sentence: 'Here an account for a member of the print room will be made.',
  },
  {
    path: paths.admin.addAuditor,
    title: 'Add auditor',
    sentence: 'Here an account for an auditor will be made.',
  },
  {
    path: paths.admin.collegeManagement,
    title: 'College management',
    sentence: 'Here the colleges will be kept with contact, address and convocation fee.',
  },
  { path: paths.admin.addCollege, title: 'Add college', sentence: 'Here a college will be added.' },
  {
    path: paths.admin.studentMaster,
    title: 'Student master',
    sentence: 'Here the students of every college will be kept, and uploaded in bulk.',
  },
  { path: paths.admin.addStudent, title: 'Add student', sentence: 'Here a student will be added.' },
  {
    path: paths.admin.completedPrinting,
    title: 'Completed printing',
    sentence: 'Here every printed sheet will be listed with its run, blank serial and operator.',
  },
  {
    path: paths.admin.pendingPrint,
    title: 'Pending print',
    sentence: 'Here everything that waits for the print room will be listed, originals and reprints.',
  },
  {
    path: paths.admin.approvedForReprint,
    title: 'Approved for reprint',
    sentence: 'Here the approved reprint requests will be listed with the photo of the error.',
  },
  {
    path: paths.admin.pendingReprintApprovals,
    title: 'Pending reprint approvals',
    sentence: 'Here reprint requests will be approved or rejected by a second person.',
  },
  {
    path: paths.admin.completedApplications,
    title: 'Completed applications',
    sentence: 'Here the applications whose certificate is printed or handed over will be listed.',
  },
  {
    path: paths.admin.rejectedApplications,
    title: 'Rejected applications',
    sentence: 'Here the applications that were rejected for a short fee will be listed, with who and when.',
  },
  {
    path: paths.admin.feeGenerated,
    title: 'Fee generated',
    sentence:
      'Here the fees of all applications will stand: generated, collected, pending, drafts to deposit.',
  },
  {
    path: paths.admin.totalFeeGenerated,
    title: 'Total fee generated',
    sentence: 'Here the fees of the verified applications will be listed.',
  },
  {
    path: paths.admin.pendingFee,
    title: 'Pending fee',
    sentence: 'Here the applications whose fee is short will be listed.',
  },
  {
    path: paths.admin.inkStock,
    title: 'Ink stock',
    sentence: 'Here ink will be received, approved and counted.',
  },
  {
    path: paths.admin.certificateStock,
    title: 'Certificate stock',
    sentence: 'Here numbered certificate paper will be received by serial range and approved.',
  },
  {
    path: paths.printer.completedPrinting,
    title: 'Completed printing',
    sentence: 'Here the sheets that this print room finished will be listed.',
  },
  {
    path: paths.printer.reprintRequests,
    title: 'Reprint requests',
    sentence: 'Here a new copy will be asked for, with a photo of the error.',
  },
  {
    path: paths.printer.stock,
    title: 'Stock',
    sentence: 'Here the paper and ink at hand will be shown to the print room.',
  },
  {
    path: paths.auditor.fees,
    title: 'Fees',
    sentence: 'Here fees and demand drafts will be laid open to the auditor.',
  },
  {
    path: paths.auditor.stock,
    title: 'Stock',
    sentence:
      'Here every numbered sheet will be accounted for: in store, bound, printed, spoilt, destroyed, missing.',
  },
];
