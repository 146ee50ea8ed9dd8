import { choiceLists } from '#shared/choice-lists.ts';
import { t } from '#shared/words.ts';
import { activePeriod } from './active-period.ts';
import { master } from './master.ts';

/** Options of forms: the portal's own, and those that the university adds or retires. */
export const choices = master('choices', {
  key: ['list', 'name'],
  usedBy: 'is_used',
  fields: {
    list: {
      kind: 'choice',
      label: t`List`,
      options: choiceLists,
      missing: t`Choose the list.`,
      example: 'Banks',
      synonyms: 'list of choices, kind',
      card: 'line',
    },
    name: {
      kind: 'line',
      label: t`Choice`,
      description: t`As forms offer it. Once a record has it, it cannot be changed: enter its last day instead.`,
      missing: t`Enter the choice.`,
      least: 2,
      most: 80,
      example: 'Mysuru Cooperative Bank',
      synonyms: 'name, option, value, entry',
      card: 'title',
    },
    ...activePeriod,
  },
});
