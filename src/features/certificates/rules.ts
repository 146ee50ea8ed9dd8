import type { CertificateState } from '#shared/certificate-states.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { formatMoment } from '#shared/format.ts';
import { numberPrefixes, numberText } from '#shared/number-text.ts';
import type { Certificate } from './contract.ts';
import type { Copy } from './copy-contract.ts';
import type { Revocation } from './revocation-contract.ts';

type CertificateFacts = {
  state: CertificateState;
  /** Set while its application is not verified, as a moment or its text. */
  withheldAt: Date | string | null;
};
type Signed = Pick<Certificate, 'missingSignature'>;

/**
 * The certificate's lifecycle: `to print → in run → printed → handed over`, and revoked. While withheld it cannot
 * proceed, except that a run it is in continues. A copy signed by hand stays in the office until it is signed.
 */
export const certificateCan = {
  handOver({ state, withheldAt, missingSignature }: CertificateFacts & Signed) {
    if (state === 'revoked') return 'certificates.revoked';
    if (state === 'handed_over') return 'certificates.handed_over';
    if (withheldAt !== null) return 'certificates.withheld';
    if (state !== 'printed') return 'certificates.not_printed';
    return missingSignature === null ? true : signatureReasons[missingSignature.state];
  },
};

const signatureReasons = {
  to_be_signed: 'certificates.to_be_signed',
  out: 'certificates.out_for_signature',
  damaged: 'certificates.damaged_at_signature',
} as const satisfies Record<NonNullable<Certificate['missingSignature']>['state'], ErrorCode>;

/** Values for the error messages about a missing signature. */
export function signatureWords({
  convocationNumber: number,
  missingSignature: missing,
}: Signed & Pick<Certificate, 'convocationNumber'>) {
  if (missing === null || missing.state === 'to_be_signed')
    return { number, batch: '', office: '', sentAt: '' };
  const { batchNumber: batch, office, sentAt } = missing;
  return { number, batch, office, sentAt: formatMoment(sentAt) };
}

/** The facts needed to decide on a proposal. */
type RevocationFacts = Pick<Revocation, 'outcome' | 'proposedById' | 'certificateState'>;

/** A proposal to revoke waits until another admin confirms or declines it, or its proposer withdraws it. */
export const revocationCan = {
  propose({ state, isRevocationProposed }: Pick<Certificate, 'state' | 'isRevocationProposed'>) {
    if (state === 'revoked') return 'certificates.revoked';
    return isRevocationProposed ? 'revocations.proposed_already' : true;
  },
  /** Four eyes, by person; and not while a sheet of it is in a print run. */
  confirm(revocation: RevocationFacts, actorId: string) {
    const ruling = revocationCan.decline(revocation, actorId);
    if (ruling !== true) return ruling;
    return revocation.certificateState === 'in_run' ? 'certificates.in_print_run' : true;
  },
  decline({ outcome, proposedById }: RevocationFacts, actorId: string) {
    if (outcome !== null) return 'revocations.decided';
    return proposedById === actorId ? 'revocations.own_proposal' : true;
  },
  withdraw({ outcome, proposedById }: RevocationFacts, actorId: string) {
    if (outcome !== null) return 'revocations.decided';
    return proposedById === actorId ? true : 'revocations.not_own_proposal';
  },
};

/** The facts needed to cancel a copy. */
type CopyFacts = Pick<
  Copy,
  | 'state'
  | 'runState'
  | 'isHandedOver'
  | 'hasOpenReprint'
  | 'isOutForSignature'
  | 'isRevoked'
  | 'recordedById'
  | 'operatorId'
>;

export const copyCan = {
  /** Four eyes: neither the person who printed it nor the one who recorded it as good. */
  cancel(copy: CopyFacts, actorId: string) {
    if (copy.isRevoked) return 'certificates.revoked';
    if (copy.state !== 'printed') return 'certificates.copy_not_valid';
    if (copy.isHandedOver) return 'certificates.copy_left';
    if (copy.runState !== 'closed') return 'certificates.run_not_closed';
    if (copy.hasOpenReprint) return 'certificates.reprint_asked';
    if (copy.isOutForSignature) return 'certificates.copy_not_here';
    return copy.recordedById === actorId || copy.operatorId === actorId ? 'certificates.own_copy' : true;
  },
};

/** The same reasons, naming the certificate because it is one of many. */
const reasonsInBundle = {
  'certificates.revoked': 'bundles.revoked',
  'certificates.handed_over': 'bundles.handed_over',
  'certificates.withheld': 'bundles.withheld',
  'certificates.not_printed': 'bundles.not_printed',
  // These messages already name it.
  'certificates.to_be_signed': 'certificates.to_be_signed',
  'certificates.out_for_signature': 'certificates.out_for_signature',
  'certificates.damaged_at_signature': 'certificates.damaged_at_signature',
} as const satisfies Record<Exclude<ReturnType<typeof certificateCan.handOver>, true>, ErrorCode>;

export const bundleCan = {
  take(certificate: CertificateFacts & Signed) {
    const ruling = certificateCan.handOver(certificate);
    return ruling === true ? ruling : reasonsInBundle[ruling];
  },
};

/**
 * Why a student cannot have signed on that day for a certificate handed over on `handedOverOn`; days are `yyyy-mm-dd`
 * in India.
 */
export function signatureDayFault(
  signedOn: string,
  { handedOverOn, today }: { handedOverOn: string; today: string },
) {
  if (signedOn < handedOverOn) return 'bundles.signed_too_early';
  return signedOn > today ? 'bundles.signed_later' : null;
}

export function formatSigningBatchNumber(batchNumber: number): string {
  return numberText(numberPrefixes.batch, batchNumber);
}

export function formatBundleNumber(bundleNumber: number): string {
  return numberText(numberPrefixes.bundle, bundleNumber);
}
