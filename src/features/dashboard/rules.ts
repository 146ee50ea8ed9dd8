import type { Counted } from '#shared/counted.ts';
import { addDays, addMonths } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Figure } from './contract.ts';

/** `added` is what the trend counts; of amounts nothing. */
export type FigureWords = { label: string; definition: string; added?: Counted };

/** Explains the trend, shown below every definition. */
export const trendDefinition = t`The trend compares this month, from the 1st up to today, with the same days of last month; when those days had none there is no percentage. Months are those of India.`;

/** What each figure of the dashboard counts; docs/domain.md has the same sentences. */
export const figureWords = {
  students: {
    label: t`Total Students`,
    definition: t`All students in the student master; the trend compares the students added.`,
    added: { one: t`student`, many: t`students` },
  },
  applications: {
    label: t`Total Applications`,
    definition: t`All applications received, whatever became of them; the trend compares the applications received.`,
    added: { one: t`application`, many: t`applications` },
  },
  revenue: {
    label: t`Total revenue`,
    definition: t`Rupees of demand drafts allocated to applications and reprints, without drafts that the bank returned or that another replaced; the trend and the chart take the month in which they were allocated.`,
  },
  pendingFee: {
    label: t`Pending Fee`,
    definition: t`Rupees of fees that no demand draft pays yet, over all applications; the trend compares what is pending of the applications received.`,
  },
  feeGenerated: {
    label: t`Fee generated`,
    definition: t`Rupees of the fees of all applications received, whatever became of them; the trend compares those of the applications received.`,
  },
  feeCollected: {
    label: t`Fee collected`,
    definition: t`The same as Total revenue: rupees of demand drafts allocated to applications and reprints, without drafts that the bank returned; the trend takes the month in which they were allocated.`,
  },
  draftsToDeposit: {
    label: t`DDs to deposit`,
    definition: t`Demand drafts that were received and are not deposited yet; the trend compares those of the drafts received.`,
    added: { one: t`DD`, many: t`DDs` },
  },
  users: {
    label: t`Total Users`,
    definition: t`People of every role who may sign in; the trend compares the people added.`,
    added: { one: t`person`, many: t`people` },
  },
  caseWorkers: {
    label: t`Total case workers`,
    definition: t`Case workers who may sign in; the trend compares those added.`,
    added: { one: t`case worker`, many: t`case workers` },
  },
  receivers: {
    label: t`Total application receivers`,
    definition: t`Application receivers who may sign in; the trend compares those added.`,
    added: { one: t`receiver`, many: t`receivers` },
  },
  printers: {
    label: t`Total printers`,
    definition: t`Printers who may sign in; the trend compares those added.`,
    added: { one: t`person`, many: t`people` },
  },
  overview: {
    label: t`Applications Overview`,
    definition: t`Approved applications are the verified ones; Pending are all others.`,
  },
} as const satisfies Record<string, FigureWords>;
export type FigureName = keyof typeof figureWords;

/** The days that a trend compares: those of this month up to `today`, and the same of last month. */
export function comparedDays(today: string): { thisFrom: string; lastFrom: string; lastTo: string } {
  const thisFrom = `${today.slice(0, 8)}01`;
  return { thisFrom, lastFrom: addMonths(thisFrom, -1), lastTo: addMonths(today, -1) };
}

/** The last day of a day's month. */
export function lastOfMonth(day: string): string {
  return addDays(addMonths(`${day.slice(0, 8)}01`, 1), -1);
}

/** The smallest 1, 2, 4 or 8 times a power of ten that is not below the highest bar, for four even steps. */
export function axisTop(highest: number): number {
  for (let power = 100; ; power *= 10) {
    const fitting = [1, 2, 4, 8].find((factor) => factor * power >= highest);
    if (fitting) return fitting * power;
  }
}

/** A whole percentage, or null when there was nothing to compare with. */
export function trendOf({ thisMonth, lastMonth }: Pick<Figure, 'thisMonth' | 'lastMonth'>): number | null {
  if (lastMonth === 0) return thisMonth === 0 ? 0 : null;
  return Math.round(((thisMonth - lastMonth) / lastMonth) * 100);
}

/** Whole percentages that add up to 100. */
export function overviewShares(overview: { pending: number; approved: number }): {
  pending: number;
  approved: number;
} {
  const all = overview.pending + overview.approved;
  const pending = all === 0 ? 0 : Math.round((overview.pending / all) * 100);
  return { pending, approved: all === 0 ? 0 : 100 - pending };
}

/** The specification's selector offers these years even without revenue. */
const [firstOffered, lastOffered] = [2024, 2025];

/** The selectable years, newest first, from that of the first revenue to this one. */
export function yearsToChoose(yearOfFirstRevenue: number, thisYear: number): number[] {
  const first = Math.min(yearOfFirstRevenue, firstOffered);
  const last = Math.max(thisYear, lastOffered);
  return Array.from({ length: last - first + 1 }, (_, index) => last - index);
}
