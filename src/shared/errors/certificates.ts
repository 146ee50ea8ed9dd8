import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const certificatesErrors = {
  'certificates.not_found': {
    status: 404,
    sentence: t`This certificate does not exist or belongs to another college.`,
  },
  'certificates.not_waiting': t`This certificate is no longer waiting to be printed. A colleague may have taken it into a run.`,
  'certificates.withheld': t`A draft that paid for this certificate came back, so it is withheld. It is released once the fee is paid and the application is verified again.`,
  'certificates.not_printed': t`Only a printed certificate can be handed over.`,
  'certificates.handed_over': t`This certificate is handed over already.`,
  'certificates.revoked': t`This certificate is revoked.`,
  'certificates.copy_not_valid': t`Only the valid copy of a certificate can be cancelled.`,
  'certificates.run_not_closed': t`The run of this copy is still open: take the outcome back there.`,
  'certificates.own_copy': t`You printed this copy or recorded it as good, so a second person has to cancel it.`,
  'certificates.copy_left': t`This copy is handed over, so it cannot be cancelled. Ask for a reprint instead.`,
  'certificates.reprint_asked': t`A reprint of this copy is asked for. Decide on that request first.`,
  'certificates.copy_not_found': {
    status: 404,
    sentence: t`This copy does not exist or belongs to another college.`,
  },
  'certificates.copy_out': t`The earlier copy of this certificate was handed over and is not back. Enter the serial of the surrendered sheet, or that it is lost.`,
  'certificates.other_serial_surrendered': {
    status: 422,
    sentence: (data: { found: string }) =>
      t`${data.found} is not the serial of the copy that was handed over. Read it from the sheet again.`,
  },
  'certificates.no_copy_out': t`No earlier copy of this certificate is still out. Load the page again.`,
  'certificates.posted_later': { status: 422, sentence: t`This day is still to come. Correct the date.` },
} as const satisfies ErrorEntries;
