import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { DraftFacts, LineFacts, Register, SlipFacts } from './match-line.ts';
import { draftNumbersIn, slipNumbersIn } from './narration.ts';

/** The register as it changes while lines are settled one after the other. */
export type LoadedRegister = Register & {
  /** Marks these drafts as realised by a line. */
  noteRealised(draftIds: readonly string[]): void;
};

/** The part of the draft register that these lines may concern, in three queries however many lines there are. */
export async function loadRegister(db: Db, lines: readonly LineFacts[]): Promise<LoadedRegister> {
  const drafts = await listDrafts(db, lines);
  const slips = await listSlips(db, lines);
  const counts = await countAmounts(db, lines);
  const byNumber = Map.groupBy(drafts, (draft) => draft.number);
  const byDay = Map.groupBy(slips, (slip) => slip.depositedOn);
  return {
    draftsOf: (number) => byNumber.get(number) ?? [],
    slipOf: (slipNumber) => slips.find((slip) => slip.slipNumber === slipNumber),
    slipsOn: (day) => byDay.get(day) ?? [],
    countOfAmount: (rupees) => counts.get(rupees) ?? 0,
    noteRealised(draftIds) {
      const realised = new Set(draftIds);
      for (const draft of drafts) {
        if (!realised.has(draft.id)) continue;
        draft.state = 'realised';
        draft.isRealisedByLine = true;
      }
      for (const slip of slips) {
        const left = slip.drafts.filter(({ id }) => !realised.has(id));
        if (left.length === slip.drafts.length) continue;
        slip.drafts = left;
        slip.isWhole = false;
      }
    },
  };
}

async function listDrafts(db: Db, lines: readonly LineFacts[]) {
  const numbers = new Set(
    lines.flatMap(({ reference, description }) => draftNumbersIn(reference, description)),
  );
  if (numbers.size === 0) return [];
  const rows = await db
    .selectFrom('demand_drafts')
    .leftJoin('deposit_slips', 'deposit_slips.id', 'demand_drafts.deposit_slip_id')
    .where('demand_drafts.number', 'in', [...numbers])
    .orderBy('demand_drafts.id')
    .select([
      'demand_drafts.id',
      'demand_drafts.number',
      'demand_drafts.bank',
      'demand_drafts.amount',
      'demand_drafts.state',
      'deposit_slips.deposited_on as depositedOn',
      isSettled('realised').as('isRealisedByLine'),
      isSettled('returned').as('isReturnedByLine'),
    ])
    .execute();
  return rows satisfies DraftFacts[];
}

/** Whether a statement line realised or returned the query's draft. */
export function isSettled(outcome: 'realised' | 'returned') {
  return sql<boolean>`exists (select from bank_statement_settlements s where s.demand_draft_id = demand_drafts.id and s.outcome = ${outcome})`;
}

async function listSlips(db: Db, lines: readonly LineFacts[]) {
  const credits = lines.filter(({ side }) => side === 'credit');
  if (credits.length === 0) return [];
  const numbers = credits.flatMap(({ reference, description }) =>
    slipNumbersIn(`${reference} ${description}`),
  );
  const days = new Set(credits.map(({ valueDate }) => valueDate));
  const rows = await db
    .selectFrom('deposit_slips')
    .innerJoin('demand_drafts', 'demand_drafts.deposit_slip_id', 'deposit_slips.id')
    .where('deposit_slips.state', '=', 'deposited')
    .where((eb) =>
      eb.or([
        eb('deposit_slips.deposited_on', 'in', [...days]),
        ...(numbers.length > 0 ? [eb('deposit_slips.slip_number', 'in', numbers)] : []),
      ]),
    )
    .groupBy('deposit_slips.id')
    .orderBy('deposit_slips.slip_number')
    .select([
      'deposit_slips.slip_number as slipNumber',
      sql<string>`deposit_slips.deposited_on`.as('depositedOn'),
      sql<boolean>`bool_and(demand_drafts.state = 'deposited')`.as('isWhole'),
      sql<
        { id: string; amount: number }[]
      >`coalesce(jsonb_agg(jsonb_build_object('id', demand_drafts.id, 'amount', demand_drafts.amount) order by demand_drafts.id)
          filter (where demand_drafts.state = 'deposited'), '[]')`.as('drafts'),
    ])
    .execute();
  return rows satisfies SlipFacts[];
}

async function countAmounts(db: Db, lines: readonly LineFacts[]): Promise<Map<number, number>> {
  const rupees = new Set(
    lines
      .filter(({ side, amountPaise }) => side === 'credit' && amountPaise % 100 === 0)
      .map(({ amountPaise }) => amountPaise / 100)
      .filter((amount) => amount <= 100_000_000),
  );
  if (rupees.size === 0) return new Map();
  const rows = await db
    .selectFrom('demand_drafts')
    .where('demand_drafts.state', '=', 'deposited')
    .where('demand_drafts.amount', 'in', [...rupees])
    .groupBy('demand_drafts.amount')
    .select(['demand_drafts.amount'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .execute();
  return new Map(rows.map(({ amount, count }) => [amount, count]));
}
