import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { ReadLine } from './read-line.ts';

export type NewLine = ReadLine & { occurrence: number };

/** What lines that overlap have in common: day, amount and key of the number. Texts differ between downloads. */
type LineKey = { key: string; balancePaise: number | null };

/** Splits the file's lines into new ones and those already in an earlier statement, because daily statements overlap. */
export async function findNewLines(
  db: Db,
  read: readonly ReadLine[],
): Promise<{ taken: NewLine[]; repeated: ReadLine[] }> {
  const days = read.map(({ bookedOn }) => bookedOn).toSorted();
  const numberKeys = await findNumberKeys(
    db,
    read.map(({ reference }) => reference),
  );
  const known = await db
    .selectFrom('bank_statement_lines')
    .where('booked_on', '>=', days[0]!)
    .where('booked_on', '<=', days.at(-1)!)
    .orderBy('occurrence')
    .select(['booked_on', 'side', 'amount_paise', 'number_key', 'balance_paise'])
    .execute();
  return splitLines(
    read.map((line) => ({
      ...line,
      key: [line.bookedOn, line.side, line.amountPaise, numberKeys.get(line.reference)].join(' '),
    })),
    known.map((line) => ({
      key: [line.booked_on, line.side, line.amount_paise, line.number_key].join(' '),
      balancePaise: line.balance_paise,
    })),
  );
}

/**
 * The same without the database. Each known line accounts for one line of the file. Equal lines are told apart by their
 * balances where both have one; without, they can only be counted.
 */
export function splitLines<Line extends LineKey>(
  lines: readonly Line[],
  known: readonly LineKey[],
): { taken: (Omit<Line, 'key'> & { occurrence: number })[]; repeated: Line[] } {
  const left = Map.groupBy(known, ({ key }) => key);
  const repeated = new Set<Line>();
  const strike = (line: Line, isSame: (earlier: LineKey) => boolean) => {
    const earlier = left.get(line.key) ?? [];
    const at = repeated.has(line) ? -1 : earlier.findIndex(isSame);
    if (at < 0) return;
    earlier.splice(at, 1);
    repeated.add(line);
  };
  // By balance first, so that a line without a balance cannot use up the match of one that is certainly the same.
  for (const line of lines) strike(line, ({ balancePaise }) => balancePaise === line.balancePaise);
  for (const line of lines) {
    strike(line, ({ balancePaise }) => balancePaise === null || line.balancePaise === null);
  }

  const occurrences = new Map<string, number>();
  const nextOf = (key: string) => {
    occurrences.set(key, (occurrences.get(key) ?? 0) + 1);
    return occurrences.get(key)!;
  };
  for (const { key } of known) nextOf(key);
  const taken = lines
    .filter((line) => !repeated.has(line))
    .map(({ key, ...line }) => ({ ...line, occurrence: nextOf(key) }));
  return { taken, repeated: lines.filter((line) => repeated.has(line)) };
}

async function findNumberKeys(db: Db, references: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ reference: string; key: string }>`
    select reference, statement_number_key(reference) as key
      from unnest(${[...new Set(references)]}::text[]) as reference`.execute(db);
  return new Map(rows.map(({ reference, key }) => [reference, key]));
}
