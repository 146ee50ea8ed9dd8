import { t } from '#shared/words.ts';

export const certificateStateLabels = {
  to_print: t`Waiting for print`,
  in_run: t`In a print run`,
  printed: t`Printed`,
  handed_over: t`Handed over`,
  revoked: t`Revoked`,
};
export type CertificateState = keyof typeof certificateStateLabels;
