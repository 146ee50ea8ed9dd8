/** One number of a figure and what it may be at most, or has to be at least. */
export type Measure = { name: string; value: number; unit: string; most?: number; least?: number };
export type Figure = { benchmark: string; figure: string; measures: Measure[] };

/** One JSON line, for the program that gathers them. */
export function printFigure(figure: Figure): void {
  process.stdout.write(`${JSON.stringify(figure)}\n`);
}

export function percentile(durations: number[], share: number): number {
  const sorted = durations.toSorted((a, b) => a - b);
  return rounded(sorted[Math.ceil(sorted.length * share) - 1]!);
}

export function rounded(value: number): number {
  return Number(value.toFixed(2));
}

export function isWithinBudget({ value, most = value, least = value }: Measure): boolean {
  return value <= most && value >= least;
}

/** 'p50 3.2 ms, p95 4.1 ms' */
export function describeValues({ measures }: Figure): string {
  return measures.map(({ name, value, unit }) => `${name} ${value} ${unit}`).join(', ');
}

/** 'p50 ≤ 30, p95 ≤ 50' */
export function describeBudgets({ measures }: Figure): string {
  const budgets = measures.flatMap(({ name, most, least }) => [
    ...(most === undefined ? [] : [`${name} ≤ ${most}`]),
    ...(least === undefined ? [] : [`${name} ≥ ${least}`]),
  ]);
  return budgets.length > 0 ? budgets.join(', ') : '–';
}

/** 'met', or which of the numbers are over: never only a mark. */
export function verdictOf({ measures }: Figure): string {
  if (measures.every(({ most, least }) => most === undefined && least === undefined)) return 'no budget';
  const missed = measures.filter((measure) => !isWithinBudget(measure));
  return missed.length === 0 ? 'met' : `**missed: ${missed.map((measure) => measure.name).join(', ')}**`;
}
