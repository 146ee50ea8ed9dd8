import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const exceptionErrors = {
  'exceptions.not_found': t`This exception does not exist.`,
  ...withStatus(422, {
    'exceptions.limit_unchanged': t`This is the limit already. Enter another number.`,
  }),
  'exceptions.limit_not_found': t`This limit does not exist.`,
  'exceptions.limit_proposed': t`Another value of this limit is proposed already. An auditor has to decide on it first.`,
  'exceptions.limit_decided': t`This proposal is decided already.`,
} as const satisfies ErrorEntries;

const words = {
  errors: exceptionErrors,
  events: {
    'exceptions.explained': t`Exception explained`,
    'exceptions.limit_decided': t`Limit of a rule decided`,
    'exceptions.limit_proposed': t`Limit of a rule proposed`,
    'exceptions.run': t`Exceptions looked for`,
  },
  records: {
    exception_hit: t`exception`,
    exception_limit: t`limit of a rule`,
  },
  fields: {
    found: t`Found`,
    gone: t`Gone`,
    rule: t`Rule`,
    until: t`Until`,
    value: t`Value`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    exceptionsWords: typeof words;
  }
}
