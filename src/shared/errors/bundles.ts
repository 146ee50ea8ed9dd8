import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

type OfCertificate = { number: string };

export const bundlesErrors = {
  'bundles.not_found': {
    status: 404,
    sentence: t`This bundle does not exist or belongs to another college.`,
  },
  'bundles.several_colleges': {
    status: 422,
    sentence: t`A bundle is of one college. Make one for each college.`,
  },
  'bundles.not_printed': ({ number }: OfCertificate) =>
    t`Certificate ${number} is not printed, so it goes into no bundle.`,
  'bundles.handed_over': ({ number }: OfCertificate) =>
    t`Certificate ${number} is handed over already; a colleague may have done it meanwhile. Leave it out.`,
  'bundles.revoked': ({ number }: OfCertificate) => t`Certificate ${number} is revoked. Leave it out.`,
  'bundles.withheld': ({ number }: OfCertificate) =>
    t`A draft that paid for certificate ${number} came back, so it is withheld. Leave it out.`,
  'bundles.copy_out': ({ number }: OfCertificate) =>
    t`The earlier copy of certificate ${number} was handed over and is not back. Enter the serial of the surrendered sheet, or that it is lost, or leave the certificate out.`,
  'bundles.other_serial_surrendered': {
    status: 422,
    sentence: ({ number, found }: OfCertificate & { found: string }) =>
      t`${found} is not the serial of the copy of certificate ${number} that was handed over. Read it from the sheet again.`,
  },
  'bundles.not_in_bundle': { status: 404, sentence: t`One of these certificates is not in this bundle.` },
  'bundles.signed_before': ({ number }: OfCertificate) =>
    t`The student’s signature for certificate ${number} is recorded already.`,
  'bundles.signed_too_early': {
    status: 422,
    sentence: t`The bundle was handed over later than that. Correct the date.`,
  },
  'bundles.signed_later': { status: 422, sentence: t`This day is still to come. Correct the date.` },
} as const satisfies ErrorEntries;
