import { t } from '#shared/words.ts';
import { namesOf } from './labels.ts';

/** What a certificate type may require before verification and reprint; `missing_facts` in SQL finds what is missing. */
export const awardFacts = {
  class_or_division: t`Class or division`,
  marks: t`CGPA or percentage`,
  examination: t`Month and year of the examination`,
  rank: t`Rank or medal`,
  date_of_birth: t`Date of birth`,
  parents: t`Name of a parent or guardian`,
  guide: t`Guide name`,
} as const;
export type AwardFact = keyof typeof awardFacts;
export const awardFactNames = namesOf(awardFacts);

export function factsInWords(facts: readonly AwardFact[]): string {
  return facts.map((fact) => awardFacts[fact]).join(', ');
}
