import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import { domainError, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import { formatQuantity } from '../../rules.ts';
import { lockInk } from '../inks.ts';
import { stockCommand } from '../papers.ts';

/** Takes ink out of stock for one closed run or for a range of days, and records the sheets printed then. */
export const recordInkUse = stockCommand('recordInkUse', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const ink = await lockInk(db, input.inkId);
  if (ink.inStock < input.quantity) {
    throw domainError('stock.too_little_ink', { inStock: formatQuantity(ink.inStock, ink.unit) });
  }
  const { of } = input;
  const printed =
    of.kind === 'run' ? await sheetsOfRun(transaction, of.runNumber) : await sheetsOfDays(transaction, of);

  const id = uuid();
  await db
    .insertInto('ink_uses')
    .values({
      id,
      ink_id: ink.id,
      quantity: input.quantity,
      print_run_id: printed.runId,
      from_day: of.kind === 'days' ? of.from : null,
      to_day: of.kind === 'days' ? of.to : null,
      sheets: printed.sheets,
      recorded_by: actor.id,
      recorded_at: now,
      remarks: input.remarks || null,
    })
    .execute();

  const { quantity, remarks } = input;
  const { sheets } = printed;
  audit({
    event: 'stock.ink_used',
    record: { type: 'ink', id: ink.id, label: ink.label },
    after: { quantity, of, sheets, remarks },
  });
  return { id, sheets };
});

type Printed = { runId: string | null; sheets: number };

/** Spoilt sheets used ink as well. */
async function sheetsOfRun({ db }: CommandTransaction, runNumber: string): Promise<Printed> {
  const number = /^(?:R-?)?(\d{1,9})$/.exec(runNumber)?.[1];
  const run = await db
    .selectFrom('print_runs')
    .innerJoin('sheets', 'sheets.print_run_id', 'print_runs.id')
    .where('print_runs.run_number', '=', Number(number ?? 0))
    .where('print_runs.state', '=', 'closed')
    .groupBy('print_runs.id')
    .select((eb) => ['print_runs.id', eb.fn.countAll<number>().as('sheets')])
    .executeTakeFirstOrThrow(() => domainError('stock.run_not_closed'));
  return { runId: run.id, sheets: run.sheets };
}

async function sheetsOfDays(
  { db, now }: CommandTransaction,
  { from, to }: { from: string; to: string },
): Promise<Printed> {
  if (to < from) throw invalidInput([fieldError('of.to', 'request.days_reversed')]);
  if (to > dayInIndia(now)) throw invalidInput([fieldError('of.to', 'request.day_to_come')]);
  const { sheets } = await db
    .selectFrom('print_runs')
    .innerJoin('sheets', 'sheets.print_run_id', 'print_runs.id')
    .where(sql<boolean>`sheets.outcome_at >= ${from}::date::timestamp at time zone 'Asia/Kolkata'`)
    .where(sql<boolean>`sheets.outcome_at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`)
    .select((eb) => eb.fn.countAll<number>().as('sheets'))
    .executeTakeFirstOrThrow();
  return { runId: null, sheets };
}
