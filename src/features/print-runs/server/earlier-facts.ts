import { sql } from 'kysely';
import type { SheetFacts } from '#features/certificates/sheet-facts.ts';
import type { CommandTransaction } from '#platform/server/command.ts';

const ofMasters = [
  'college',
  'course',
  'degree',
  'title',
  'titles',
  'convocation',
  'issuedOn',
  'offices',
  'isSignedByHand',
] as const;

/** The facts that come from masters, which change independently of the certificate. */
type OfMasters = Pick<SheetFacts, (typeof ofMasters)[number]>;

/**
 * By certificate, the master facts on its valid copy: a reprint of unchanged data repeats that copy, even if a college
 * or an office was renamed since. Corrected data get the present masters.
 */
export async function findEarlierFacts(
  { db }: Pick<CommandTransaction, 'db'>,
  certificateIds: readonly string[],
): Promise<ReadonlyMap<string, OfMasters>> {
  const rows = await db
    .selectFrom('sheets')
    .innerJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
    .innerJoin('reprint_requests', 'reprint_requests.certificate_id', 'sheets.certificate_id')
    .where('sheets.certificate_id', 'in', certificateIds)
    .where('sheets.is_valid', '=', true)
    .where('reprint_requests.status', '=', 'approved')
    .where('reprint_requests.reprinted_at', 'is', null)
    .where('reprint_requests.kind', '=', 'wrong_copy')
    .select(['sheets.certificate_id', sql<SheetFacts>`sheet_facts.facts`.as('facts')])
    .execute();
  return new Map(
    rows.map(({ certificate_id, facts }) => {
      // A key missing from an older copy is left out of its reprint, too.
      const kept = Object.fromEntries(ofMasters.map((key) => [key, facts[key]]));
      return [certificate_id, kept as OfMasters];
    }),
  );
}
