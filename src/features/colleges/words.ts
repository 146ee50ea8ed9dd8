import type { ErrorEntries } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { type CollegeUse, usesInWords } from './college-uses.ts';

const collegesErrors = {
  'colleges.not_found': t`This college does not exist, or you do not have access to it.`,
  'colleges.code_taken': t`Another college has this code.`,
  'colleges.name_taken': t`Another college has this name.`,
  'colleges.in_use': (data: { usedBy: CollegeUse[] }) =>
    t`The college has ${usesInWords(data.usedBy)}, so it cannot be deleted.`,
  'colleges.code_in_use': (data: { usedBy: CollegeUse[] }) =>
    t`The college has ${usesInWords(data.usedBy)}, so its code cannot be changed.`,
} as const satisfies ErrorEntries;

const words = {
  errors: collegesErrors,
  events: {
    'colleges.added': t`College added`,
    'colleges.deleted': t`College deleted`,
    'colleges.edited': t`College edited`,
    'colleges.imported': t`College imported`,
    'colleges.proposal_rejected': t`College proposal rejected`,
    'colleges.proposal_taken_back': t`College proposal taken back`,
    'colleges.proposed': t`College proposed`,
  },
  records: {
    college: t`college`,
  },
  fields: {
    collegeId: t`College`,
    convocationFee: { label: t`Convocation fee`, kind: 'rupees' },
    contactNumber: t`Contact number`,
    collegeCode: t`College code`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    collegesWords: typeof words;
  }
}
