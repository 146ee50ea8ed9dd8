import { createHash } from 'node:crypto';
import type { Db } from '#platform/server/db/database.ts';
import type { ReadLine } from './read-statement.ts';

export type NewLine = ReadLine & { fingerprint: string; occurrence: number };

type StoredLine = { fingerprint: string; balancePaise: number | null };

/**
 * Splits the file's lines into new ones and those already in an earlier statement, because daily statements overlap.
 * The running balance distinguishes equal entries; without one they can only be counted.
 */
export async function findNewLines(
  db: Db,
  read: readonly ReadLine[],
): Promise<{ taken: NewLine[]; repeated: ReadLine[] }> {
  const lines = read.map((line) => ({ ...line, fingerprint: fingerprintOf(line) }));
  const known = await db
    .selectFrom('bank_statement_lines')
    .where('fingerprint', 'in', [...new Set(lines.map((line) => line.fingerprint))])
    .orderBy('occurrence')
    .select(['fingerprint', 'balance_paise as balancePaise'])
    .execute();
  return splitLines(lines, known);
}

/** The same without the database. Each known line accounts for one line of the file. */
export function splitLines(
  lines: readonly (ReadLine & { fingerprint: string })[],
  known: readonly StoredLine[],
): { taken: NewLine[]; repeated: ReadLine[] } {
  const left = Map.groupBy(known, (line) => line.fingerprint);
  const repeated = new Set<ReadLine>();
  const strike = (line: (typeof lines)[number], isSame: (earlier: StoredLine) => boolean) => {
    const earlier = left.get(line.fingerprint) ?? [];
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

  const keyOf = ({ fingerprint, balancePaise }: StoredLine) => `${fingerprint} ${balancePaise}`;
  const occurrences = new Map<string, number>();
  for (const line of known) occurrences.set(keyOf(line), (occurrences.get(keyOf(line)) ?? 0) + 1);
  const taken: NewLine[] = [];
  for (const line of lines) {
    if (repeated.has(line)) continue;
    const occurrence = (occurrences.get(keyOf(line)) ?? 0) + 1;
    occurrences.set(keyOf(line), occurrence);
    taken.push({ ...line, occurrence });
  }
  return { taken, repeated: lines.filter((line) => repeated.has(line)) };
}

/** Ignores spaces and leading zeros, which vary between a bank's layouts. */
export function fingerprintOf(
  line: Pick<ReadLine, 'valueDate' | 'side' | 'amountPaise' | 'reference' | 'description'>,
): string {
  const said = [line.reference, line.description].map((text) =>
    text
      .toUpperCase()
      .replace(/\s+/g, '')
      .replace(/(?<!\d)0+(?=\d)/g, ''),
  );
  const parts = [line.valueDate, line.side, line.amountPaise, ...said];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
