import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

/** Lists of options that a university can edit: the master of lists of choices. */
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

/** The display text of a choice: the portal's own are translated, the university's are shown as named. */
export function choiceInWords(own: Readonly<Record<string, string>>, value: string): string {
  const label = own[value];
  return label === undefined ? value : translateLabel(label);
}

/** Certificate types and modes of study as the portal ships them; others are shown as the university named them. */
const shipped = {
  Degree: t`Degree`,
  Migration: t`Migration`,
  Provisional: t`Provisional`,
  Rank: t`Rank`,
  Regular: t`Regular`,
  'Part-time': t`Part-time`,
  Distance: t`Distance`,
};

export function shippedInWords(name: string): string {
  return choiceInWords(shipped, name);
}

/** The value of a column of certificate types. */
export function certificateTypeInWords({ certificateType }: { certificateType: string }): string {
  return shippedInWords(certificateType);
}
