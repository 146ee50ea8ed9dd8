import { said } from '#shared/saying.ts';
import { t } from '#shared/words.ts';

/** Blue and amber differ for every kind of colour vision, and in lightness; pending is striped besides. */
export const chartColours = {
  revenue: { light: '#1f4e9e', dark: '#8ab4f8' },
  revenueBefore: { light: '#b9c8e2', dark: '#4a5f83' },
  approved: { light: '#1f4e9e', dark: '#8ab4f8' },
  pending: { light: '#b36b00', dark: '#f2b65a' },
} as const;

/** The colour as CSS has it: that of the shown scheme. */
export function shownColour(name: keyof typeof chartColours): string {
  const { light, dark } = chartColours[name];
  return `light-dark(${light}, ${dark})`;
}

const months = [
  t`January`,
  t`February`,
  t`March`,
  t`April`,
  t`May`,
  t`June`,
  t`July`,
  t`August`,
  t`September`,
  t`October`,
  t`November`,
  t`December`,
];

/** `January`, in the language of now, which may be another than this file was loaded in. */
export function monthName(index: number): string {
  return said(months[index]!);
}

/** `Jan`, for an axis. */
export function shortMonth(index: number): string {
  const month = monthName(index);
  if (/^[a-z]/i.test(month)) return month.slice(0, 3);
  // Of Indian scripts two syllables, none of them cut through.
  const syllables = Array.from(new Intl.Segmenter().segment(month), ({ segment }) => segment);
  return syllables.slice(0, 2).join('');
}
