import { sql } from 'kysely';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { SerialAct } from '../blank-states.ts';
import { formatRanges, rangesOf, type SerialRange } from '../serials.ts';
import { assertState, type CustodyState, type LockedBlank, lockSerials, moveBlanks } from './move-blanks.ts';
import { lockPaper } from './papers.ts';

/** The acts that take effect at once and have no recipient. */
type Act = Exclude<SerialAct, 'issued' | 'destroyed'>;

type Move = { blanks: readonly LockedBlank[]; to: CustodyState };

/** Where each act moves the sheets. */
const movesBy: Record<Act, (blanks: readonly LockedBlank[], db: Db) => Move[] | Promise<Move[]>> = {
  /** Issued sheets become printable again, spoilt ones stay spoilt. */
  returned: (blanks) => [
    { blanks: blanks.filter(({ state }) => state === 'issued'), to: { state: 'in_store' } },
    { blanks: blanks.filter(({ state }) => state === 'spoilt'), to: { state: 'spoilt' } },
  ],
  /** They stay with their holder until they are returned. */
  spoilt: (blanks) =>
    [...Map.groupBy(blanks, ({ heldBy }) => heldBy)].map(([heldBy, held]) => ({
      blanks: held,
      to: { state: 'spoilt', heldBy },
    })),
  /** They have no holder; the ledger has the last one. */
  missing: (blanks) => [{ blanks, to: { state: 'missing' } }],
  found: async (blanks, db) => {
    const spoilt = await spoiltBefore(db, blanks);
    return [
      { blanks: blanks.filter(({ id }) => !spoilt.has(id)), to: { state: 'in_store' } },
      { blanks: blanks.filter(({ id }) => spoilt.has(id)), to: { state: 'spoilt' } },
    ];
  },
};

/** Applies an act to the given sheets of a locked paper; returns them as they were. */
export async function moveSerials(
  transaction: CommandTransaction,
  act: Act,
  { paperId, serials, remark }: { paperId: string; serials: readonly SerialRange[]; remark?: string },
): Promise<LockedBlank[]> {
  const { db } = transaction;
  const blanks = await lockSerials(db, paperId, serials);
  assertState(act, blanks);
  for (const move of await movesBy[act](blanks, db)) {
    const ids = move.blanks.map(({ id }) => id);
    await moveBlanks(transaction, { act, paperId, remark }, ids, move.to);
  }
  return blanks;
}

/** The steps of a command that applies an act to given sheets of one paper. */
function actOnSerials(act: Act) {
  return async (
    transaction: CommandTransaction,
    { id, serials, ...said }: { id: string; serials: SerialRange[]; reason?: string },
  ) => {
    const paper = await lockPaper(transaction.db, id);
    const blanks = await moveSerials(transaction, act, { paperId: id, serials, remark: said.reason });

    for (const { sheets, ...held } of eventsBy(act, blanks)) {
      transaction.audit({
        event: `stock.${act}`,
        record: { type: 'paper', id, label: paper.label },
        after: { ...serialsOf(sheets), ...held, ...said },
      });
    }
    return { quantity: blanks.length };
  };
}

/** Spoilt sheets stay with their holders, so one event names them all; others leave theirs, so each has an event. */
function eventsBy(act: Act, blanks: readonly LockedBlank[]) {
  if (act === 'spoilt')
    return [{ sheets: blanks, spoilt: blanks.map(({ serial, heldBy }) => ({ serial, holderId: heldBy })) }];
  const byHolder = Map.groupBy(blanks, ({ heldBy }) => heldBy);
  return [...byHolder].map(([holderId, sheets]) => ({ sheets, holderId }));
}

function serialsOf(sheets: readonly LockedBlank[]) {
  return { serials: formatRanges(rangesOf(sheets.map(({ serial }) => serial))), quantity: sheets.length };
}

/** Missing sheets that were spoilt before or were lost by a print run, and so are never printed on. */
async function spoiltBefore(db: Db, blanks: readonly LockedBlank[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select b.id
      from blanks b
      join blank_movements m on m.custody_act_id = b.custody_act_id and m.blank_receipt_id = b.blank_receipt_id
                            and b.number between m.first_number and m.last_number
     where b.id = any(${blanks.map(({ id }) => id)}::uuid[]) and m.from_state in ('spoilt', 'bound')
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns found sheets to the store. One that was spoilt before is spoilt again. */
export const reportFound = command('reportFound', actOnSerials('found'));

/** Records that sheets are missing. */
export const reportMissing = command('reportMissing', actOnSerials('missing'));

/** Returns sheets from a person to the store. */
export const returnBlanks = command('returnBlanks', actOnSerials('returned'));

/** Records sheets that were spoilt outside a print run. */
export const spoilBlanks = command('spoilBlanks', actOnSerials('spoilt'));
