import type { Concession } from '#features/applications/concession.ts';
import type { ReprintCause } from '#features/reprints/contract.ts';
import type { DemoPerson } from './demo-staff.ts';

/** Events of an application or certificate that other acts follow. */
export type Moment = 'received' | 'verified' | 'printed' | 'left';

/** Acts on an application or its certificate. */
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

/** The acts after the first occurrence of each event, with their delays in days. */
export type Story = Partial<Record<Moment, readonly (readonly [days: number, act: CaseAct])[]>>;

/** How a printed certificate is handed over, and how many days after printing. */
export type Leaving = { way: 'in_person' | 'post' | 'bundle'; days: number };

export type DemoDraft = {
  number: string;
  /** `yyyy-mm-dd`. */
  drawnOn: string;
  bank: string;
  branch: string;
  amount: number;
  /** If set, the receipt is a phone's photo rotated by this many quarter turns; otherwise a scan. */
  photoTurned?: number | undefined;
};

/** A candidate with the history of the application. */
export type DemoCase = {
  /** Prefix of its idempotency keys. */
  key: string;
  /** Determines the demo person: student data, address, face. */
  index: number;
  name: string;
  native: string;
  /** The name as the college misspelt it, until the correction. */
  misspelt?: string | undefined;
  enrolledAt: Date;
  receivedAt: Date;
  /** The year in which the academic year begins. */
  year: number;
  college: string;
  course: string;
  paper: string;
  certificateType: string;
  receiver: DemoPerson;
  caseWorker: DemoPerson;
  /** May pay for several candidates, one after another. */
  draft: DemoDraft;
  concession: Concession | null;
  /** The late fee it pays for missing the last day. */
  lateFee?: number | undefined;
  /** How the student master differs. */
  inMaster?: { name?: string; examRollNumber?: string } | 'missing' | undefined;
  story: Story;
  /** Factor for the delays of the story. */
  pace: number;
  leaves: Leaving | null;
  /** Whether the holder surrenders the first copy for a second one. */
  surrenders?: boolean | undefined;
  /** The fault of the first copy, if a reprint is requested. */
  wrong?: { by: DemoPerson; reason: string; cause?: ReprintCause; rejection?: string } | undefined;
};

/** Acts on the case with this key, with delays in days after `at`, whatever its story. */
export type Appointment = { of: string; at: Date; acts: readonly (readonly [days: number, act: CaseAct])[] };
