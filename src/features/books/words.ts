import { withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const words = {
  errors: {
    'books.not_found': t`This statement does not exist.`,
    ...withStatus(422, {
      'books.future': t`This moment is still to come. Enter a day and time in the past.`,
    }),
  },
  events: { 'books.printed': t`Statement of the books printed` },
  records: { statement: t`statement of the books` },
  fields: {
    'statement.at': t`As of`,
    'statement.officerId': t`Officer`,
    'statement.sequence': t`Event`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    booksWords: typeof words;
  }
}
