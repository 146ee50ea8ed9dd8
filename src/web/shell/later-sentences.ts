import { t } from '#shared/words.ts';
import { paths } from '#web/paths.ts';

/** What will stand on each screen of a later stage. */
export const laterSentences: Readonly<Record<string, string>> = {
  [paths.admin.completedPrinting]:
    t`Here every printed sheet will be listed with its run, blank serial and operator.`,
  [paths.admin.pendingPrint]:
    t`Here everything that waits for the print room will be listed, originals and reprints.`,
  [paths.printer.completedPrinting]: t`Here the sheets that this print room finished will be listed.`,
};
