import type { AwardFact } from '#shared/award-facts.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { formatAcknowledgement, numberPrefixes, numberText } from '#shared/number-text.ts';
import { paths } from '#shared/paths.ts';
import { bareNumber } from '#shared/typed-number.ts';
import type { Application } from './contract.ts';
import type { ConversationEntry } from './conversation-contract.ts';
import type { Reopening } from './decision-contract.ts';

/**
 * UGC (Grant of Degrees and Other Awards by Universities) Regulations, 2008, 4.4: a degree is awarded within 180 days;
 * the remaining 30 are for the office to act, from receipt on: a candidate may come late.
 */
export const overdueAfterDays = 150;
export const daysToAct = 180 - overdueAfterDays;

/** The facts that the rules read; both the database row and the row on the screen have them. */
export type ApplicationFacts = Pick<
  Application,
  'status' | 'pendingAmount' | 'paidAmount' | 'contributorIds' | 'verifiedById'
> & {
  certificateState: string | null;
  reopening: Pick<Reopening, 'verifiedAgainAt'> | null;
  /** Who has it open on the verify screen, if anybody. */
  lease?: { staffId: string } | null;
};

/** The facts that decide whether somebody may work on it. */
type DeskFacts = Pick<ApplicationFacts, 'status' | 'contributorIds' | 'lease'>;

/**
 * The application's lifecycle: `received → verified | rejected | returned`, back to received by correction, and from
 * verified to returned by reopening.
 */
export const applicationCan = {
  verify(application: ApplicationFacts, actorId: string) {
    const decidable = mayDecide(application, actorId);
    if (decidable !== true) return decidable;
    if (application.pendingAmount === 0) return true;
    return application.paidAmount === 0 ? 'applications.no_draft' : 'applications.fee_short';
  },
  /** Refuses while facts that the certificate type requires are missing. */
  verifyWithout(missing: readonly AwardFact[]) {
    return missing.length === 0 ? true : 'applications.facts_missing';
  },
  reject(application: ApplicationFacts, actorId: string) {
    const decidable = mayDecide(application, actorId);
    if (decidable !== true) return decidable;
    return application.pendingAmount > 0 ? true : 'applications.fee_paid';
  },
  return(application: ApplicationFacts, actorId: string) {
    const decidable = mayDecide(application, actorId);
    if (decidable !== true) return decidable;
    return isFrozen(application) ? 'applications.reopen_instead' : true;
  },
  /** Also after a draft came back since: the certificate still carries the verified data. */
  reopen(application: ApplicationFacts, actorId: string) {
    const { certificateState, contributorIds, verifiedById } = application;
    if (certificateState === null) return 'applications.not_verified';
    if (certificateState === 'revoked') return 'certificates.revoked';
    if (!isFrozen(application)) return 'applications.reopened_already';
    if (certificateState === 'in_run') return 'applications.in_print_run';
    if (contributorIds.includes(actorId)) return 'applications.own_work';
    if (verifiedById === actorId) return 'applications.own_verification';
    return isWithColleague(application, actorId) ? 'applications.leased' : true;
  },
  /** Open it on the verify screen, which keeps colleagues from deciding on it meanwhile. */
  open: mayDecide,
  withdrawConsent({ hasConsent }: { hasConsent: boolean }) {
    return hasConsent ? true : 'applications.no_contact_consent';
  },
  correct(application: Pick<ApplicationFacts, 'status'>) {
    return application.status === 'returned' || application.status === 'rejected'
      ? true
      : 'applications.not_correctable';
  },
  /** Refuses a correction that leaves a reason of the return without an answer. */
  answer(open: readonly string[]) {
    return open.length === 0 ? true : 'applications.reasons_open';
  },
};

/** The fields whose change answers a reason of a return; other reasons are answered by hand. */
export const fieldsOfReason: Readonly<Record<string, readonly string[]>> = {
  photo: ['photoFileId'],
  receipt: ['replacedReceipts'],
  name: ['candidateName', 'candidateNameNative'],
  course: ['courseId'],
  registration: ['registrationNumber', 'examRollNumber'],
  college: ['collegeId'],
};

/** The reasons of a return that have no answer, or are called corrected while their field stands as before. */
export function openReasons(
  reasons: readonly string[],
  { answers, changes }: Pick<ConversationEntry, 'answers' | 'changes'>,
): string[] {
  const changed = new Set(changes.map(({ field }) => field));
  return reasons.filter((reason) => {
    const given = answers.find((one) => one.reason === reason)?.answer;
    const isChanged = fieldsOfReason[reason]?.some((field) => changed.has(field)) ?? true;
    return given === undefined || (given === 'corrected' && !isChanged);
  });
}

/** `true`, or the code that says why not. */
export type Ruling = ReturnType<(typeof applicationCan)['verify' | 'reject' | 'return' | 'reopen']>;

/** Whether it was reopened and not verified again since. */
export function isReopened({ reopening }: Pick<ApplicationFacts, 'reopening'>): boolean {
  return reopening !== null && reopening.verifiedAgainAt === null;
}

/** Whether its data are fixed: it was verified and not reopened since, whatever became of its drafts. */
export function isFrozen(facts: Pick<ApplicationFacts, 'certificateState' | 'reopening'>): boolean {
  return facts.certificateState !== null && !isReopened(facts);
}

/**
 * Four eyes, by person: whoever received or corrected it may not decide on it, whatever their role today. Neither may
 * anybody while a colleague has it open; a lease of one's own is not needed.
 */
function mayDecide(application: DeskFacts, actorId: string) {
  if (application.status !== 'received') return 'applications.not_pending';
  if (application.contributorIds.includes(actorId)) return 'applications.own_work';
  return isWithColleague(application, actorId) ? 'applications.leased' : true;
}

function isWithColleague({ lease }: DeskFacts, actorId: string): boolean {
  return lease != null && lease.staffId !== actorId;
}

/** `2024-25` → 2025: numbers run through the year in which the academic year ends. */
export function convocationYearOf(academicYear: string): number {
  return Number(academicYear.slice(0, 4)) + 1;
}

/** The day promised at the counter: that many days after receipt, or the Monday after if that is a weekend. */
export function promisedDay(receivedAt: Date, readyAfterDays: number): string {
  const day = addDays(dayInIndia(receivedAt), readyAfterDays);
  const weekday = new Date(day).getUTCDay();
  if (weekday === 6) return addDays(day, 2);
  return weekday === 0 ? addDays(day, 1) : day;
}

/** The code on the receipt: long enough for a scan, and distinct from a draft number. */
export function acknowledgementCode(acknowledgementNumber: number): string {
  return numberText(numberPrefixes.acknowledgement, acknowledgementNumber);
}

/** The candidate's status page of an application, for the QR code of the candidate's slip. */
export function statusAddress(
  publicUrl: string,
  slip: { acknowledgementNumber: number; examRollNumber: string },
): string {
  const number = formatAcknowledgement(slip.acknowledgementNumber);
  return `${publicUrl}${paths.status}?a=${number}&r=${encodeURIComponent(slip.examRollNumber)}`;
}

/** Reads a scanned or typed number: `ACK000123`, `ack 123`, `123` or the address on the slip; else null. */
export function readAcknowledgement(text: string): number | null {
  const bare = bareNumber(text);
  const [, onSlip] = /^https?:\/\/[^?#\s]+\/status\/?\?(?:[^#\s]*&)?a=(\d+)(?:[&#]|$)/i.exec(bare) ?? [];
  const [, digits] = /^(?:ack)?[\s#-]*0*([1-9]\d{0,8})$/i.exec(onSlip ?? bare) ?? [];
  return digits === undefined ? null : Number(digits);
}
