import { sql } from 'kysely';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import type { SerialAct } from '#shared/blank-states.ts';
import { formatRanges, type SerialRange } from '../serials.ts';
import { type LockedBlank, lockSerials, moveBlanks, type Place, refuseWrongState } from './move-blanks.ts';
import { lockPaper } from './papers.ts';

/** The acts that are done once they are recorded, and to nobody in particular. */
type Act = Exclude<SerialAct, 'issued' | 'destroyed'>;

type Move = { blanks: readonly LockedBlank[]; to: Place };

/** Where each act brings the sheets. */
const movesBy: Record<Act, (blanks: readonly LockedBlank[], db: Db) => Move[] | Promise<Move[]>> = {
  /** Issued ones can be printed on again, spoilt ones stay spoilt. */
  returned: (blanks) => [
    { blanks: blanks.filter(({ state }) => state === 'issued'), to: { state: 'in_store' } },
    { blanks: blanks.filter(({ state }) => state === 'spoilt'), to: { state: 'spoilt' } },
  ],
  /** They stay with whoever held them until they are returned. */
  spoilt: (blanks) =>
    [...Map.groupBy(blanks, ({ heldBy }) => heldBy)].map(([heldBy, held]) => ({
      blanks: held,
      to: { state: 'spoilt', heldBy },
    })),
  /** Nobody holds them any more; the ledger keeps who held them last. */
  missing: (blanks) => [{ blanks, to: { state: 'missing' } }],
  found: async (blanks, db) => {
    const spoilt = await spoiltBefore(db, blanks);
    return [
      { blanks: blanks.filter(({ id }) => !spoilt.has(id)), to: { state: 'in_store' } },
      { blanks: blanks.filter(({ id }) => spoilt.has(id)), to: { state: 'spoilt' } },
    ];
  },
};

/** Does an act to the named sheets of a locked paper; returns how many they are. */
export async function moveSerials(
  transaction: CommandTransaction,
  act: Act,
  { paperId, serials, remark }: { paperId: string; serials: readonly SerialRange[]; remark?: string },
): Promise<number> {
  const { db } = transaction;
  const blanks = await lockSerials(db, paperId, serials);
  refuseWrongState(act, blanks);
  for (const move of await movesBy[act](blanks, db)) {
    const ids = move.blanks.map(({ id }) => id);
    await moveBlanks(transaction, { act, paperId, remark }, ids, move.to);
  }
  return blanks.length;
}

/** The steps of a command that does an act to named sheets of one paper. */
function actOnSerials(act: Act) {
  return async (
    transaction: CommandTransaction,
    { id, serials, ...said }: { id: string; serials: SerialRange[]; reason?: string },
  ) => {
    const paper = await lockPaper(transaction.db, id);
    const quantity = await moveSerials(transaction, act, { paperId: id, serials, remark: said.reason });

    transaction.audit({
      event: `stock.${act}`,
      record: { type: 'paper', id, label: paper.label },
      after: { serials: formatRanges(serials), quantity, ...said },
    });
    return { quantity };
  };
}

/** Those of the missing sheets that were spoilt when they went missing, or that a print run lost: they are never printed on. */
async function spoiltBefore(db: Db, blanks: readonly LockedBlank[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select b.id
      from blanks b
      join blank_movements m on m.custody_act_id = b.custody_act_id and m.blank_receipt_id = b.blank_receipt_id
                            and b.number between m.first_number and m.last_number
     where b.id = any(${blanks.map(({ id }) => id)}::uuid[]) and m.from_state in ('spoilt', 'bound')
  `.execute(unscoped(db));
  return new Set(rows.map(({ id }) => id));
}

/** Takes missing sheets that turned up back into the store. One that was spoilt before is spoilt still. */
export const reportFound = command('reportFound', actOnSerials('found'));

/** Records that sheets are missing. */
export const reportMissing = command('reportMissing', actOnSerials('missing'));

/** Takes sheets that somebody held back into the store. */
export const returnBlanks = command('returnBlanks', actOnSerials('returned'));

/** Records sheets that were spoilt outside a print run. */
export const spoilBlanks = command('spoilBlanks', actOnSerials('spoilt'));
