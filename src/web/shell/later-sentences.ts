import { t } from '#shared/words.ts';
import { paths } from '#web/paths.ts';

/** What will stand on each screen of a later stage. */
export const laterSentences: Readonly<Record<string, string>> = {
  [paths.admin.completedPrinting]:
    t`Here every printed sheet will be listed with its run, blank serial and operator.`,
  [paths.admin.pendingPrint]:
    t`Here everything that waits for the print room will be listed, originals and reprints.`,
  [paths.admin.approvedForReprint]:
    t`Here the approved reprint requests will be listed with the photo of the error.`,
  [paths.admin.pendingReprintApprovals]:
    t`Here reprint requests will be approved or rejected by a second person.`,
  [paths.admin.completedApplications]:
    t`Here the applications whose certificate is printed or handed over will be listed.`,
  [paths.admin.rejectedApplications]:
    t`Here the applications that were rejected for a short fee will be listed, with who and when.`,
  [paths.admin.feeGenerated]:
    t`Here the fees of all applications will stand: generated, collected, pending, drafts to deposit.`,
  [paths.admin.totalFeeGenerated]: t`Here the fees of the verified applications will be listed.`,
  [paths.admin.pendingFee]: t`Here the applications whose fee is short will be listed.`,
  [paths.printer.completedPrinting]: t`Here the sheets that this print room finished will be listed.`,
  [paths.printer.reprintRequests]: t`Here a new copy will be asked for, with a photo of the error.`,
  [paths.auditor.fees]: t`Here fees and demand drafts will be laid open to the auditor.`,
};
