import { t } from '#shared/words.ts';
import { master } from './master.ts';

/** A larger error means misfed paper, which no offset corrects. */
const maximumOffsetMm = 10;

const offset = {
  kind: 'decimal',
  places: 1,
  least: -maximumOffsetMm,
  most: maximumOffsetMm,
  missing: t`Enter a number of millimetres.`,
  initial: 0,
  card: 'line',
} as const;

/** The printers of the print room. Staff have the code of theirs; its offset moves all that it prints. */
export const printers = master('printers', {
  key: ['code'],
  mayBeRenamed: true,
  usedBy: [{ table: 'print_runs', column: 'printer_id' }],
  fields: {
    code: {
      kind: 'line',
      label: t`Printer code`,
      description: t`As its operators carry it: their runs are composed for this printer.`,
      missing: t`Enter the printer code.`,
      most: 20,
      example: 'PR-03',
      synonyms: 'code',
      card: 'line',
    },
    name: {
      kind: 'line',
      label: t`Printer`,
      missing: t`Enter the name.`,
      least: 2,
      most: 120,
      example: 'HP LaserJet, print room',
      synonyms: 'name, printer name',
      card: 'title',
    },
    xMm: {
      ...offset,
      label: t`X offset (mm)`,
      description: t`To the right.`,
      example: '0.6',
      synonyms: 'x offset, x',
    },
    yMm: {
      ...offset,
      label: t`Y offset (mm)`,
      description: t`Down.`,
      example: '-0.4',
      synonyms: 'y offset, y',
    },
  },
});
