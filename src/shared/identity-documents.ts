import { t } from '#shared/words.ts';

/**
 * The identity documents of whoever collects a certificate, in the order of their keys. Only the kind is stored; UGC's
 * letter of 1 September 2023: no Aadhaar number on or beside a degree.
 */
export const identityDocumentLabels = {
  aadhaar: t`Aadhaar card`,
  voter_id: t`Voter ID card`,
  driving_licence: t`Driving licence`,
  passport: t`Passport`,
};
