import { faultOfPattern, numberScopes } from '#shared/number-pattern.ts';
import { t } from '#shared/words.ts';
import { master } from './master.ts';

/**
 * How the convocation numbers of certificates are written and counted. Once a series has assigned a number, a change of
 * pattern or scope starts a new series with its name, and the old one is kept beside it.
 */
export const numberSeries = master('number_series', {
  fourEyes: true,
  mayBeRenamed: true,
  key: ['name'],
  usedBy: [
    { table: 'certificates', column: 'number_series_id' },
    { table: 'certificate_types', column: 'number_series', by: 'name' },
  ],
  fields: {
    name: {
      kind: 'line',
      label: t`Number series`,
      description: t`What certificate types call it: Certificates.`,
      missing: t`Enter a name.`,
      least: 2,
      most: 100,
      example: 'Rank certificates',
      synonyms: 'name, series',
      card: 'title',
    },
    pattern: {
      kind: 'line',
      label: t`Pattern`,
      description: t`${'{year}'} is the year in which the academic year ends, ${'{yy1}'} and ${'{yy2}'} are the last two figures of its years, ${'{type}'} the letters of the certificate type, ${'{n:4}'} the counter with four figures or more: ${'SU/{yy1}-{yy2}/{n:4}'}. Once a number was given, a change starts a new series beside this one.`,
      missing: t`Enter the pattern.`,
      most: 40,
      fault: (pattern, { scope }) => faultOfPattern(pattern, scope),
      example: 'RANK/{year}/{n:5}',
      synonyms: 'format, number pattern',
      card: 'line',
    },
    scope: {
      kind: 'choices',
      label: t`Counts by`,
      description: t`Each value of these has its own numbers. If you choose none, the numbers never restart.`,
      options: numberScopes,
      example: 'Academic year',
      synonyms: 'scope, counted by',
      card: 'line',
    },
    nextNumber: {
      kind: 'number',
      label: t`Next number`,
      description: t`Each count begins with it. It cannot be changed once a number was given.`,
      missing: t`Enter the next number; a new series begins with 1.`,
      least: 1,
      most: 999_999_999,
      example: '1',
      synonyms: 'next, next no',
      card: 'line',
    },
  },
});
