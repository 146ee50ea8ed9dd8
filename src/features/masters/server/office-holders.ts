import type { Db } from '#platform/server/db/database.ts';

type Holder = {
  office: string;
  holder: string;
  signs: 'left' | 'right';
  heldFrom: string;
  heldUntil: string | null;
  signatureKey: string | null;
};

/** Every present and former holder of an office that signs certificates. */
export async function listSigningHolders(db: Db): Promise<Holder[]> {
  const rows = await db
    .selectFrom('offices')
    .leftJoin('files', 'files.id', 'offices.signature_file_id')
    .where('signs', '<>', 'no')
    .orderBy('office')
    .select(['office', 'holder', 'signs', 'held_from', 'held_until', 'files.storage_key'])
    .execute();
  return rows.map((row) => ({
    office: row.office,
    holder: row.holder,
    signs: row.signs as 'left' | 'right',
    heldFrom: row.held_from,
    heldUntil: row.held_until,
    signatureKey: row.storage_key,
  }));
}

/** Those who held office on a day (`yyyy-mm-dd`). */
export function holdersOn(
  day: string,
  holders: readonly Holder[],
): Pick<Holder, 'office' | 'holder' | 'signs' | 'signatureKey'>[] {
  return holders
    .filter(({ heldFrom, heldUntil }) => heldFrom <= day && (heldUntil === null || day <= heldUntil))
    .map(({ office, holder, signs, signatureKey }) => ({ office, holder, signs, signatureKey }));
}
