import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const rollsErrors = {
  'rolls.not_found': t`This roll does not exist.`,
  'rolls.no_convocation': t`This convocation does not exist.`,
  'rolls.one_open': t`A roll of this convocation is open already. Close it before the next one is opened.`,
  'rolls.not_open': t`This roll is closed already.`,
  'rolls.not_closed': t`Only a closed roll that has no resolution yet can be given one.`,
  'rolls.still_open': t`The roll is printed once it is closed: until then somebody may join or leave it.`,
  'rolls.empty': t`Nobody is on this roll yet. A verified application of the convocation’s academic years joins it.`,
  'rolls.own_roll': t`You closed this roll yourself, so another admin has to enter the resolution.`,
  ...withStatus(422, {
    'rolls.resolved_later': t`This day is still to come. Correct the date of the resolution.`,
  }),
  ...withStatus(403, {
    'rolls.university_only': t`Rolls are of the whole university, and your code is that of one college. Ask an admin with the code ALL.`,
  }),
} as const satisfies ErrorEntries;

const words = {
  errors: rollsErrors,
  events: {
    'rolls.closed': t`Roll closed`,
    'rolls.opened': t`Roll opened`,
    'rolls.printed': t`Roll printed`,
    'rolls.register_printed': t`Degree register printed`,
    'rolls.resolved': t`Resolution of the roll recorded`,
  },
  records: {
    roll: t`roll`,
  },
  fields: {
    resolution: t`Resolution`,
    struck: t`Struck off`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    rollsWords: typeof words;
  }
}
