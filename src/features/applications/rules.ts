import type { AwardFact } from '#shared/award-facts.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import type { Application } from './contract.ts';
import type { Reopening } from './decision-contract.ts';

/**
 * UGC (Grant of Degrees and Other Awards by Universities) Regulations, 2008, 4.4: a degree is awarded within 180 days; those that
 * are left are what an office needs to still keep to it.
 */
export const overdueAfterDays = 150;

/** What the rules look at; the row of the database and the row on the screen both have it. */
export type ApplicationFacts = Pick<
  Application,
  'status' | 'pendingAmount' | 'paidAmount' | 'contributorIds' | 'verifiedById'
> & {
  certificateState: string | null;
  reopening: Pick<Reopening, 'verifiedAgainAt'> | null;
  /** Who has it open on the verify screen, if anybody. */
  lease?: { staffId: string } | null;
};

/** What says whether somebody may have it on their desk. */
type DeskFacts = Pick<ApplicationFacts, 'status' | 'contributorIds' | 'lease'>;

/**
 * The application's lifecycle: `received → verified | rejected | returned`, back to received by correction, and from verified
 * to returned by reopening.
 */
export const applicationCan = {
  verify(application: ApplicationFacts, actorId: string) {
    const decidable = mayDecide(application, actorId);
    if (decidable !== true) return decidable;
    if (application.pendingAmount === 0) return true;
    return application.paidAmount === 0 ? 'applications.no_draft' : 'applications.fee_short';
  },
  /** What its certificate type asks for is known of it. */
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
  /** Also where a draft came back since it was verified: its certificate was made for what it says. */
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
  /** Keep it on the verify screen, so that no colleague decides on it meanwhile. */
  open: mayDecide,
  withdrawConsent({ hasConsent }: { hasConsent: boolean }) {
    return hasConsent ? true : 'applications.no_contact_consent';
  },
  correct(application: Pick<ApplicationFacts, 'status'>) {
    return application.status === 'returned' || application.status === 'rejected'
      ? true
      : 'applications.not_correctable';
  },
};

/** `true`, or the code that says why not. */
export type Ruling = ReturnType<(typeof applicationCan)['verify' | 'reject' | 'return' | 'reopen']>;

/** Since it was reopened nobody verified it. */
export function isReopened({ reopening }: Pick<ApplicationFacts, 'reopening'>): boolean {
  return reopening !== null && reopening.verifiedAgainAt === null;
}

/** What was verified stays what it was, whatever became of its drafts since, until it is reopened. */
export function isFrozen(facts: Pick<ApplicationFacts, 'certificateState' | 'reopening'>): boolean {
  return facts.certificateState !== null && !isReopened(facts);
}

/**
 * Four eyes, by person: whoever ever received or corrected it does not decide on it, whatever role they have today and
 * whatever was decided in between. Nor does anybody while a colleague looks at it; a lease of one's own is not needed.
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

/** From when a certificate is promised at the counter: so many days after receipt, on a Monday where that is a weekend. */
export function promisedDay(receivedAt: Date, readyAfterDays: number): string {
  const day = addDays(dayInIndia(receivedAt), readyAfterDays);
  const weekday = new Date(day).getUTCDay();
  if (weekday === 6) return addDays(day, 2);
  return weekday === 0 ? addDays(day, 1) : day;
}

/** As the receipt's code carries it: long enough for a scan, and told apart from the number of a draft. */
export function acknowledgementCode(acknowledgementNumber: number): string {
  return `ACK${String(acknowledgementNumber).padStart(6, '0')}`;
}

/** Where the candidate sees the state of an application; the QR code of the candidate's slip. */
export function statusAddress(
  publicUrl: string,
  slip: { acknowledgementNumber: number; examRollNumber: string },
): string {
  const number = String(slip.acknowledgementNumber).padStart(6, '0');
  return `${publicUrl}${paths.status}?a=${number}&r=${encodeURIComponent(slip.examRollNumber)}`;
}

/** The number that somebody scanned or typed, such as `ACK000123`, `ack 123`, `123` or the address on the slip; null when it is none. */
export function readAcknowledgement(text: string): number | null {
  const [, onSlip] =
    /^https?:\/\/[^?#\s]+\/status\/?\?(?:[^#\s]*&)?a=(\d+)(?:[&#]|$)/i.exec(text.trim()) ?? [];
  const [, digits] = /^(?:ack)?[\s#-]*0*([1-9]\d{0,8})$/i.exec(onSlip ?? text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
