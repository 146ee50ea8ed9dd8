import { formatDay, formatPaise } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { ReadLine, ReadStatement, StatementFault } from './read-line.ts';
import type { StatedBalance } from './stated-balances.ts';
import { columnOf, type StatementLayout } from './statement-layout.ts';

/**
 * Checks that days run one way and that each balance is the one before plus or minus the amount, in the order of the
 * file: oldest first or newest first, whichever has fewer faults.
 */
export function proveLines(
  lines: readonly ReadLine[],
  stated: readonly StatedBalance[],
  layout: StatementLayout,
): Omit<ReadStatement, 'lines'> {
  const oldestFirst = provedInOrder(lines, stated, layout);
  const newestFirst = provedInOrder(lines.toReversed(), stated.toReversed(), layout);
  return newestFirst.faults.length < oldestFirst.faults.length ? newestFirst : oldestFirst;
}

type Step = { line: ReadLine } | { balance: StatedBalance };

function provedInOrder(
  lines: readonly ReadLine[],
  stated: readonly StatedBalance[],
  layout: StatementLayout,
): Omit<ReadStatement, 'lines'> {
  const faults: StatementFault[] = [];
  const fault = (rowNumber: number, column: string, { found, wanted }: { found: string; wanted: string }) =>
    faults.push({ rowNumber, column, found, wanted });
  let running = null as number | null;
  let day = '';
  /** Whether a balance has confirmed all amounts until here, and whether one waits for it. */
  let isProven = true;
  let isWaiting = false;
  const compare = (rowNumber: number, balance: number) => {
    if (running !== null && running !== balance) {
      fault(rowNumber, columnOf(layout, 'balance'), {
        found: formatPaise(balance),
        wanted: t`${formatPaise(running)}: the balance before and the amounts since`,
      });
    }
    running = balance;
    isWaiting = false;
  };
  for (const step of stepsOf(lines, stated)) {
    if ('balance' in step) {
      compare(step.balance.rowNumber, step.balance.paise);
      continue;
    }
    const { rowNumber, bookedOn, side, amountPaise, balancePaise } = step.line;
    if (bookedOn < day) {
      fault(rowNumber, columnOf(layout, 'bookedOn'), {
        found: formatDay(bookedOn),
        wanted: t`a day in the order of the others, next to ${formatDay(day)}`,
      });
    }
    day = bookedOn;
    if (running !== null) running += side === 'credit' ? amountPaise : -amountPaise;
    else if (balancePaise === null) isProven = false;
    isWaiting = true;
    if (balancePaise !== null) compare(rowNumber, balancePaise);
  }
  return { faults, isProvenByBalance: isProven && !isWaiting };
}

/** The opening balance, the lines with balances of pages among them, the closing balance. */
function stepsOf(lines: readonly ReadLine[], stated: readonly StatedBalance[]): Step[] {
  const rows = lines.map(({ rowNumber }) => rowNumber);
  const [top, foot] = [Math.min(...rows), Math.max(...rows)];
  const isWithin = ({ rowNumber }: StatedBalance) => rowNumber > top && rowNumber < foot;
  const ends = withoutEmpty(stated.filter((balance) => !isWithin(balance))).map((balance) => ({ balance }));
  const within: Step[] = [
    ...lines.map((line) => ({ line })),
    ...stated.filter(isWithin).map((balance) => ({ balance })),
  ];
  const rowOf = (step: Step) => ('line' in step ? step.line : step.balance).rowNumber;
  const isTurned = rows[0] === foot;
  return [
    ...ends.filter(({ balance }) => balance.which === 'opening'),
    ...within.toSorted((one, other) => (isTurned ? rowOf(other) - rowOf(one) : rowOf(one) - rowOf(other))),
    ...ends.filter(({ balance }) => balance.which === 'closing'),
  ];
}

/** Without the balances between statements of one message that have no entries: what one closes with, the next opens with. */
function withoutEmpty(ends: readonly StatedBalance[]): StatedBalance[] {
  const inFile = ends.toSorted((one, other) => one.rowNumber - other.rowNumber);
  const isPair = (one: StatedBalance | undefined, other: StatedBalance | undefined) =>
    one?.which === 'closing' && other?.which === 'opening' && one.paise === other.paise;
  return inFile.filter((one, at) => !isPair(one, inFile[at + 1]) && !isPair(inFile[at - 1], one));
}
