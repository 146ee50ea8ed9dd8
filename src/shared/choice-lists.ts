import { said } from '#shared/saying.ts';
import { t } from '#shared/words.ts';

/** What forms offer from lists that a university words by itself: the master of lists of choices. */
export const choiceLists = {
  modes_of_study: t`Modes of study`,
  categories: t`Categories`,
  return_reasons: t`Reasons of return`,
  rejection_reasons: t`Reasons of rejection`,
  concession_reasons: t`Reasons of concession`,
  reopening_reasons: t`Reasons of reopening`,
  reprint_reasons: t`Reasons of reprint`,
  banks: t`Banks`,
  carriers: t`Carriers`,
} as const;
export type ChoiceList = keyof typeof choiceLists;

/** A choice as people read it: the portal's own have words in every language, a university's own are their names. */
export function choiceInWords(own: Readonly<Record<string, string>>, value: string): string {
  const label = own[value];
  return label === undefined ? value : said(label);
}
