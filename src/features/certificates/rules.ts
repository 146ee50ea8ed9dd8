import type { ErrorCode } from '#shared/errors.ts';
import type { CertificateState } from './contract.ts';

/** The certificate's lifecycle: `to print → in run → printed → handed over`, and revoked. */
export const certificateCan = {
  takeIntoRun(certificate: { state: CertificateState }): true | ErrorCode {
    return certificate.state === 'to_print' ? true : 'certificates.not_waiting';
  },
  handOver(certificate: { state: CertificateState }): true | ErrorCode {
    return certificate.state === 'printed' ? true : 'certificates.not_printed';
  },
};
