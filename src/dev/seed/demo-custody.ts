import { rangesOf } from '#features/stock/serials.ts';
import { closeCount } from '#features/stock/server/commands/close-count.ts';
import { destroyBlanks } from '#features/stock/server/commands/destroy-blanks.ts';
import { enterCounted } from '#features/stock/server/commands/enter-counted.ts';
import { resolveDiscrepancy } from '#features/stock/server/commands/resolve-discrepancy.ts';
import { startCount } from '#features/stock/server/commands/start-count.ts';
import { witnessDestruction } from '#features/stock/server/commands/witness-destruction.ts';
import { returnBlanks } from '#features/stock/server/serial-acts.ts';
import { dayInIndia } from '#shared/format.ts';
import type { DemoOffice } from './demo-office.ts';
import { laterInOffice } from './office-hours.ts';

export type CustodyDay = { key: string; at: Date } & (
  | { act: 'return' }
  | { act: 'destroy'; paper: string; isWitnessed: boolean }
  | { act: 'count'; paper: string; lacks: number; isResolved: boolean }
);

/** Plans the store's work: spoilt sheets come back to it and are destroyed, or the stock is counted. */
export function planCustody(office: DemoOffice, days: readonly CustodyDay[]): void {
  for (const day of days)
    office.agenda.at(day.at, () => {
      if (day.act === 'return') return bringBack(office, day);
      return day.act === 'destroy' ? destroy(office, day) : count(office, day);
    });
}

/** All spoilt sheets that somebody holds are returned to the store. */
async function bringBack(office: DemoOffice, { key, at }: CustodyDay): Promise<void> {
  const held = await office.services.db
    .selectFrom('blanks')
    .where('state', '=', 'spoilt')
    .where('held_by', 'is not', null)
    .orderBy('serial')
    .select(['serial', 'paper_id'])
    .execute();
  for (const [id, sheets] of Map.groupBy(held, ({ paper_id }) => paper_id)) {
    const serials = rangesOf(sheets.map(({ serial }) => serial));
    await office.once({ by: 'admin', at, key: `${key}-${id}` }, (context) =>
      returnBlanks(context, { id, serials }),
    );
  }
}

type Destruction = CustodyDay & { act: 'destroy' };

/** Spoilt sheets in the store are destroyed before two witnesses who never held them. */
async function destroy(office: DemoOffice, { key, at, paper, isWitnessed }: Destruction): Promise<void> {
  const id = office.papers.get(paper)!;
  const destruction = await office.once({ by: 'admin', at, key: `${key}-record` }, async (context) =>
    destroyBlanks(context, {
      id,
      serials: rangesOf(await findToDestroy(office, paper)),
      method: 'Shredded',
      destroyedOn: dayInIndia(at),
      remarks: 'Shredded in the print room after office hours.',
    }),
  );
  if (!isWitnessed) return;
  const witnessedAt = laterInOffice(at, 1);
  office.agenda.at(witnessedAt, async () => {
    await office.once({ by: 'registrar', at: witnessedAt, key: `${key}-witness` }, (context) =>
      witnessDestruction(context, { id: destruction.id, version: 1 }),
    );
  });
}

/** The registrar held the sheets of cancelled copies. */
async function findToDestroy(office: DemoOffice, paper: string): Promise<string[]> {
  const cancelled = await office.services.db
    .selectFrom('sheets')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .where('cancelled_at', 'is not', null)
    .select('serial')
    .execute();
  const spoilt = await serialsOf(office, { paper, states: ['spoilt'] });
  return spoilt.filter((serial) => !cancelled.some((one) => one.serial === serial));
}

type Count = CustodyDay & { act: 'count' };

/** The registrar counts, because whoever received the paper may not, and finds all but the last `lacks` sheets. */
async function count(office: DemoOffice, { key, at, paper, lacks, isResolved }: Count): Promise<void> {
  const act = (step: string) => ({ by: 'registrar' as const, at, key: `${key}-${step}` });
  const { id } = await office.once(act('start'), (context) =>
    startCount(context, { id: office.papers.get(paper)! }),
  );
  await office.once(act('enter'), async (context) => {
    const serials = await serialsOf(office, { paper, states: ['in_store', 'spoilt'] });
    return enterCounted(context, { id, serials: rangesOf(serials.slice(0, serials.length - lacks)) });
  });
  await office.once(act('close'), (context) => closeCount(context, { id, version: 1 }));
  if (!isResolved) return;
  const resolvedAt = laterInOffice(at, 2);
  office.agenda.at(resolvedAt, async () => {
    const found = await office.services.db
      .selectFrom('stock_discrepancies')
      .where('stock_count_id', '=', id)
      .select('id')
      .execute();
    for (const discrepancy of found)
      await office.once(
        { by: 'registrar', at: resolvedAt, key: `${key}-${discrepancy.id.slice(-12)}` },
        (context) =>
          resolveDiscrepancy(context, {
            id: discrepancy.id,
            resolution: 'reported_missing',
            remark: 'Looked for in both cupboards and in the print room.',
          }),
      );
  });
}

/** Of the sheets in the store. */
async function serialsOf(
  office: DemoOffice,
  { paper, states }: { paper: string; states: string[] },
): Promise<string[]> {
  const blanks = await office.services.db
    .selectFrom('blanks')
    .where('paper_id', '=', office.papers.get(paper)!)
    .where('state', 'in', states)
    .where('held_by', 'is', null)
    .orderBy('serial')
    .select('serial')
    .execute();
  return blanks.map(({ serial }) => serial);
}
