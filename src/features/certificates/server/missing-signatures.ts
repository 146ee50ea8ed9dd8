import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { MissingSignature } from '../contract.ts';
import { formatSigningBatchNumber } from '../rules.ts';

/** On `sheets` and `sheet_facts`: whether the sheet is to be signed by hand and no batch returned it signed. */
export const lacksSignature = sql<boolean>`(
  sheet_facts.facts @> '{"isSignedByHand": true}' and not exists (
    select from signing_batch_sheets signed where signed.sheet_id = sheets.id and signed.outcome = 'signed'))`;

/** On `certificates`: whether the valid copy lacks its signature. */
export const certificateLacksSignature = sql<boolean>`exists (
  select from sheets join sheet_facts on sheet_facts.sheet_id = sheets.id
   where sheets.certificate_id = certificates.id and sheets.is_valid and ${lacksSignature})`;

/** For a copy that lacks its signature: the batch it is out with or came back damaged from, or `[]`. */
export type MissingRow = { batchNumber: number; office: string; sentAt: string; outcome: string | null } | [];

/** On `sheets` and `sheet_facts`; null if no signature is missing. */
export const missingSignature = sql<MissingRow | null>`(
  select case when ${lacksSignature} then coalesce((
    select json_build_object('batchNumber', batch.batch_number, 'office', batch.office, 'sentAt', batch.sent_at, 'outcome', put.outcome)
      from signing_batch_sheets put join signing_batches batch on batch.id = put.signing_batch_id
     where put.sheet_id = sheets.id and put.outcome is distinct from 'unsigned'), '[]') end)`;

export function toMissingSignature(missing: MissingRow | null): MissingSignature | null {
  if (missing === null) return null;
  if (Array.isArray(missing)) return { state: 'to_be_signed' };
  const { outcome, batchNumber, office, sentAt } = missing;
  return {
    state: outcome === null ? 'out' : 'damaged',
    batchNumber: formatSigningBatchNumber(batchNumber),
    office,
    sentAt: new Date(sentAt).toISOString(),
  };
}

/** The missing signatures of valid copies, by certificate; certificates that miss none are left out. */
export async function findMissingSignatures(
  db: Db,
  certificateIds: readonly string[],
): Promise<ReadonlyMap<string, MissingSignature>> {
  const rows = await db
    .selectFrom('sheets')
    .innerJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
    .where('sheets.certificate_id', 'in', certificateIds)
    .where('sheets.is_valid', '=', true)
    .where(lacksSignature)
    .select(['sheets.certificate_id', missingSignature.as('missing')])
    .execute();
  return new Map(rows.map((row) => [row.certificate_id, toMissingSignature(row.missing)!]));
}
