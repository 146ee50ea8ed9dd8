import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

/** Blue and amber differ in every kind of colour vision and in lightness; pending is also striped. */
export const chartColours = {
  revenue: { light: '#1f4e9e', dark: '#8ab4f8' },
  revenueBefore: { light: '#b9c8e2', dark: '#4a5f83' },
  approved: { light: '#1f4e9e', dark: '#8ab4f8' },
  pending: { light: '#b36b00', dark: '#f2b65a' },
} as const;

/** The CSS colour for the current colour scheme. */
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

/** `January`, in the current language, which may have changed since this module was loaded. */
export function monthName(index: number): string {
  return translateLabel(months[index]!);
}

/** `Jan`, for an axis. */
export function shortMonth(index: number): string {
  const month = monthName(index);
  if (/^[a-z]/i.test(month)) return month.slice(0, 3);
  // In Indian scripts two grapheme clusters, because a cluster must not be split.
  const syllables = Array.from(new Intl.Segmenter().segment(month), ({ segment }) => segment);
  return syllables.slice(0, 2).join('');
}
