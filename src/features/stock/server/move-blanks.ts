import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Writing } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { BlankState, SerialAct } from '../blank-states.ts';
import { type BlankAct, blankCan } from '../custody.ts';
import { formatSomeRanges, rangesOf, type SerialRange, serialsIn, sheetsIn } from '../serials.ts';

export type LockedBlank = { id: string; serial: string; state: BlankState; heldBy: string | null };

type Signed = Pick<Writing, 'db' | 'actor' | 'now' | 'requestId'>;

type Act = {
  act: BlankAct;
  paperId: string;
  /** For acts that need a reason. */
  remark?: string;
  /** The second witness, besides the actor. */
  witnessedBy?: string;
};

/** The new state and place of sheets; without a person or a run, those that still exist are in the store. */
export type CustodyState = { state: BlankState; heldBy?: string | null; printRunId?: string | null };

/** Records an act on any number of sheets; returns the id that their rows refer to. */
export async function recordAct(
  { db, actor, now, requestId }: Signed,
  { act, paperId, remark, witnessedBy }: Act,
): Promise<string> {
  const id = uuid();
  await db
    .insertInto('custody_acts')
    .values({
      id,
      act,
      paper_id: paperId,
      acted_by: actor.id,
      witnessed_by: witnessedBy ?? null,
      acted_at: now,
      remark: remark ?? null,
      request_id: requestId,
    })
    .execute();
  return id;
}

/** Moves locked sheets in one statement; a trigger writes the movements. */
export async function moveBlanks(
  transaction: Signed,
  act: Act,
  blankIds: readonly string[],
  place: CustodyState,
): Promise<void> {
  if (blankIds.length === 0) return;
  const actId = await recordAct(transaction, act);
  await transaction.db
    .updateTable('blanks')
    .set((eb) => ({
      state: place.state,
      held_by: place.heldBy ?? null,
      print_run_id: place.printRunId ?? null,
      custody_act_id: actId,
      version: eb('version', '+', 1),
    }))
    .where(sql<boolean>`id = any(${blankIds}::uuid[])`)
    .execute();
}

/** The given sheets of a paper in serial order, locked; fails if one is not in the books. */
export async function lockSerials(
  db: Db,
  paperId: string,
  ranges: readonly SerialRange[],
): Promise<LockedBlank[]> {
  const { rows } = await sql<LockedBlank>`
    select b.id, b.serial, b.state, b.held_by as "heldBy"
      from unnest(
             ${ranges.map((range) => range.prefix)}::text[],
             ${ranges.map((range) => range.first)}::int[],
             ${ranges.map((range) => range.last)}::int[]
           ) named (prefix, first, last)
      join blank_receipts r on r.serial_prefix = named.prefix and r.paper_id = ${paperId}
      join blanks b on b.blank_receipt_id = r.id and b.number between named.first and named.last
     order by b.serial
       for no key update of b
  `.execute(db);
  if (rows.length < sheetsIn(ranges)) {
    throw domainError('stock.unknown_serials', { serials: formatSomeRanges(missingOf(ranges, rows)) });
  }
  return rows;
}

function missingOf(ranges: readonly SerialRange[], rows: LockedBlank[]): SerialRange[] {
  const known = new Set(rows.map(({ serial }) => serial));
  return rangesOf(serialsIn(ranges).filter((serial) => !known.has(serial)));
}

/** Fails if the state of any sheet does not allow the act, and names the first ones. */
export function assertState(act: SerialAct, blanks: readonly LockedBlank[]): void {
  const wrong = blanks.filter((blank) => blankCan.undergo(act, blank) !== true);
  const [first] = wrong;
  if (!first) return;
  const alike = wrong.filter(({ state }) => state === first.state);
  throw domainError('stock.wrong_state', {
    serials: formatSomeRanges(rangesOf(alike.map(({ serial }) => serial))),
    state: first.state,
    act,
  });
}
