import type { Concession } from '#features/applications/concession.ts';
import type { DemoPerson } from './demo-staff.ts';

/** What happens to an application, or to its certificate, that other things follow. */
export type Moment = 'received' | 'verified' | 'printed' | 'left';

/** What somebody does about an application or its certificate. */
export type CaseAct =
  | 'verify'
  | 'reject'
  | 'return'
  | 'correct'
  | 'payUp'
  | 'reopen'
  | 'withdrawConsent'
  | 'askReprint'
  | 'reportLost'
  | 'payReprint'
  | 'concedeReprint'
  | 'approveReprint'
  | 'rejectReprint'
  | 'cancelCopy'
  | 'proposeRevocation'
  | 'confirmRevocation'
  | 'declineRevocation'
  | 'withdrawRevocation';

/** What follows the first time that something happens, and how many days later. */
export type Story = Partial<Record<Moment, readonly (readonly [days: number, act: CaseAct])[]>>;

/** How a printed certificate leaves the office, and how many days after it was printed. */
export type Leaving = { way: 'in_person' | 'post' | 'bundle'; days: number };

export type DemoDraft = {
  number: string;
  /** `yyyy-mm-dd`. */
  drawnOn: string;
  bank: string;
  branch: string;
  amount: number;
  /** Its receipt is a scan, or a phone's photo that is turned by so many quarters. */
  photoTurned?: number | undefined;
};

/** One candidate, and what becomes of the application. */
export type DemoCase = {
  /** Its idempotency keys begin so. */
  key: string;
  /** Numbers the people of the demo: student, address, face. */
  index: number;
  name: string;
  native: string;
  /** How the college had written the name, until somebody saw it. */
  misspelt?: string | undefined;
  enrolledAt: Date;
  receivedAt: Date;
  /** In which the academic year begins. */
  year: number;
  college: string;
  course: string;
  paper: string;
  certificateType: string;
  receiver: DemoPerson;
  caseWorker: DemoPerson;
  /** May pay for several candidates, one after the other. */
  draft: DemoDraft;
  concession: Concession | null;
  /** What it pays for coming after the last day. */
  lateFee?: number | undefined;
  /** What the student master says otherwise. */
  inMaster?: { name?: string; examRollNumber?: string } | 'missing' | undefined;
  story: Story;
  /** So many times the days of the story. */
  pace: number;
  leaves: Leaving | null;
  /** Whether the holder brings the first copy back when there is a second one. */
  surrenders?: boolean | undefined;
  /** What is wrong with its first copy, where a reprint is asked for. */
  wrong?: { by: DemoPerson; reason: string; rejection?: string } | undefined;
};

/** What is done about the case with this key, and how many days after that moment, whatever its story is. */
export type Appointment = { of: string; at: Date; acts: readonly (readonly [days: number, act: CaseAct])[] };
