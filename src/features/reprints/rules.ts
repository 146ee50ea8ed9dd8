import type { AwardFact } from '#shared/award-facts.ts';
import type { CertificateState } from '#shared/certificate-states.ts';
import type { ReprintRequest, ReprintStatus } from './contract.ts';

/** A moment, or its text; the rules only need to know whether it is set. */
type SetAt = Date | string | null;

/** Withheld while its application is not verified. What it lacks is known only where the certificate itself is loaded. */
type CertificateFacts = {
  state: CertificateState;
  withheldAt: SetAt;
  missingFacts?: readonly AwardFact[];
};

/** `reprintedAt` is set once a newer copy superseded the faulty one. */
type RequestFacts = Pick<
  ReprintRequest,
  'kind' | 'status' | 'endedWith' | 'requestedById' | 'certificateState'
> &
  Record<'reprintedAt' | 'certificateWithheldAt', SetAt> & {
    charge: { pendingAmount: number } | null;
    concession: { recordedById: string } | null;
    missingFacts: readonly AwardFact[];
  };

/**
 * The reprint request's lifecycle: pending → approved | rejected, or back to pending, while nothing was printed. Four
 * eyes: whoever made the request decides nothing about it, not even to reopen it. A request for corrected data is
 * decided by their verification.
 */
export const reprintCan = {
  request({ state, withheldAt, missingFacts = [] }: CertificateFacts, hasOpenRequest: boolean) {
    if (state === 'revoked') return 'reprints.revoked';
    if (withheldAt !== null) return 'certificates.withheld';
    if (hasOpenRequest) return 'reprints.asked_already';
    if (!isPrinted(state)) return 'reprints.not_printed';
    return missingFacts.length === 0 ? true : 'reprints.facts_missing';
  },
  approve(request: RequestFacts, actorId: string) {
    const ruling = mayDecide(request, actorId, 'approved');
    if (ruling !== true) return ruling;
    if (request.certificateState === 'revoked') return 'reprints.revoked';
    if (request.certificateWithheldAt !== null) return 'certificates.withheld';
    if (request.missingFacts.length > 0) return 'reprints.facts_missing';
    if (isDue(request)) return 'reprints.not_paid';
    if (request.concession?.recordedById === actorId) return 'reprints.own_concession';
    // Of two requests for one copy, only the approved one has its certificate in the queue.
    return isPrinted(request.certificateState) ? true : 'reprints.being_reprinted';
  },
  reject(request: RequestFacts, actorId: string) {
    return mayDecide(request, actorId, 'rejected');
  },
  /** Possible even after printing, if a draft that paid for it was returned. */
  pay(request: RequestFacts) {
    return isDue(request) ? true : 'reprints.nothing_due';
  },
  concede(request: RequestFacts) {
    if (!isDue(request)) return 'reprints.nothing_due';
    if (request.status !== null) return 'reprints.decided';
    return request.concession ? 'reprints.conceded_already' : true;
  },
  /** Back to pending; for a rejected request this is the same as a new one. */
  reopen(request: RequestFacts, actorId: string) {
    const ruling = mayDecide(request, actorId, null);
    if (ruling !== true || request.status === 'approved') return ruling;
    if (request.certificateState === 'revoked') return 'reprints.revoked';
    return request.certificateWithheldAt === null ? true : 'certificates.withheld';
  },
};

function mayDecide(request: RequestFacts, actorId: string, decision: ReprintStatus | null) {
  if (request.endedWith !== null) return 'reprints.ended';
  if (request.kind === 'data_corrected') return 'reprints.data_corrected';
  if (request.requestedById === actorId) return 'reprints.own_request';
  if (request.reprintedAt !== null) return 'reprints.printed';
  if (request.status === decision) return 'reprints.decided_so';
  const isBound = request.status === 'approved' && request.certificateState === 'in_run';
  return isBound ? 'reprints.in_run' : true;
}

function isDue({ charge }: RequestFacts): boolean {
  return charge !== null && charge.pendingAmount > 0;
}

function isPrinted(state: CertificateState): boolean {
  return state === 'printed' || state === 'handed_over';
}
