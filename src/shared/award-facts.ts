import { t } from '#shared/words.ts';
import type { AwardRecord } from './award-record.ts';
import { namesOf } from './labels.ts';

/**
 * Facts of the award record that a certificate type may require before verification; `applications__award_complete`
 * repeats them.
 */
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

type RecordedAward = AwardRecord & { guideName: string | null };

const valuesOf: Record<AwardFact, (known: RecordedAward) => readonly (string | number | null)[]> = {
  class_or_division: ({ division }) => [division],
  marks: ({ percentage, cgpa }) => [percentage, cgpa],
  examination: ({ examinationMonth }) => [examinationMonth],
  rank: ({ rank }) => [rank],
  date_of_birth: ({ dateOfBirth }) => [dateOfBirth],
  parents: ({ fatherName, motherName, guardianName }) => [fatherName, motherName, guardianName],
  guide: ({ guideName }) => [guideName],
};

export function missingFacts(required: readonly AwardFact[], known: RecordedAward): AwardFact[] {
  return required.filter((fact) => valuesOf[fact](known).every((value) => value === null || value === ''));
}
