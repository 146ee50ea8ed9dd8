import { t } from '#shared/words.ts';
import { master } from './master.ts';

/** What names a kind of paper or ink. */
function kindFields(label: string, example: { code: string; name: string; names: string }) {
  return {
    code: {
      kind: 'line',
      isUpperCase: true,
      label: t`Code`,
      missing: t`Enter the code.`,
      most: 20,
      pattern: {
        of: /^[A-Z0-9][A-Z0-9-]*$/,
        sentence: t`The code has letters, digits and hyphens, for example PAR-MAR.`,
      },
      example: example.code,
      card: 'line',
    },
    name: {
      kind: 'line',
      label,
      missing: t`Enter the name.`,
      most: 80,
      example: example.name,
      synonyms: 'name',
      card: 'title',
    },
    colour: {
      kind: 'line',
      label: t`Color`,
      missing: t`Enter the colour.`,
      most: 40,
      example: 'Violet',
      synonyms: 'colour',
      card: 'line',
    },
    names: {
      kind: 'scripts',
      label: t`Name in other languages`,
      most: 80,
      example: example.names,
      synonyms: 'names',
    },
    colours: {
      kind: 'scripts',
      label: t`Color in other languages`,
      most: 80,
      example: 'kn: ನೇರಳೆ | hi: बैंगनी',
      synonyms: 'colours, colour in other languages',
    },
  } as const;
}

const warnBelow = {
  kind: 'number',
  label: t`Warn below`,
  missing: t`Enter a number.`,
  most: 1_000_000,
} as const;

/** The kinds of numbered certificate paper: what applications choose and what the stock holds. */
export const papers = master('papers', {
  key: ['code'],
  usedBy: [
    'applications',
    'print_runs',
    'blank_receipts',
    'custody_acts',
    'blanks',
    'destructions',
    'stock_counts',
  ].map((table) => ({ table, column: 'paper_id' })),
  fields: {
    ...kindFields(t`Certificate name`, {
      code: 'LIN-VIO',
      name: 'Linen',
      names: 'kn: ಲಿನನ್ | hi: लिनन',
    }),
    warnBelow: { ...warnBelow, description: t`Sheets in store and issued.`, initial: 100, example: '100' },
  },
});

export const inkUnits = { cartridges: t`cartridges`, ml: t`ml` };
export type InkUnit = keyof typeof inkUnits;

export const inks = master('inks', {
  key: ['code'],
  usedBy: ['ink_receipts', 'ink_uses'].map((table) => ({ table, column: 'ink_id' })),
  fields: {
    ...kindFields(t`Ink name`, { code: 'INK-VIO', name: 'Pigment ink', names: 'kn: ಶಾಯಿ | hi: स्याही' }),
    unit: {
      kind: 'choice',
      label: t`Unit`,
      options: inkUnits,
      missing: t`Choose the unit.`,
      initial: 'cartridges',
      example: 'ml',
    },
    sheetsPerUnit: {
      kind: 'number',
      label: t`Expected yield`,
      description: t`Sheets that one unit prints.`,
      missing: t`Enter how many sheets one unit prints.`,
      least: 1,
      most: 1_000_000,
      example: '400',
      synonyms: 'yield, sheets per unit',
      card: 'line',
    },
    warnBelow: { ...warnBelow, initial: 2, example: '2' },
  },
});
