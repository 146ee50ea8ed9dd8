import { t } from '#shared/words.ts';
import { paths } from '#web/paths.ts';

/** What will stand on each screen of a later stage. */
export const laterSentences: Readonly<Record<string, string>> = {
  [paths.admin.approvedForReprint]:
    t`Here the approved reprint requests will be listed with the photo of the error.`,
  [paths.admin.pendingReprintApprovals]:
    t`Here reprint requests will be approved or rejected by a second person.`,
  [paths.printer.reprintRequests]: t`Here a new copy will be asked for, with a photo of the error.`,
};
