import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { unscoped } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { AlikeDraft, DraftEntry } from '../contract.ts';

/** How many are named. */
const most = 5;

/** Another college's draft must be found to be refused; nothing else is revealed about it. */
export function draftsOfAnyCollege(db: Db) {
  return unscoped(db, 'A draft of another college must be found to be refused.').selectFrom('demand_drafts');
}

/** An entry as far as it is typed; `id` is its own, once it is recorded. */
type Entry = Partial<DraftEntry & { id: string }>;

/** What one draft is known by, in any writing; null unless all three are given. */
export const instrumentKey = ({ number, bank, branch }: Entry) =>
  sql<string>`instrument_key(${number ?? null}, ${bank ?? null}, ${branch ?? null})`;

/** Other recorded drafts with the number, amount and date of an entry or with the bytes of its receipt, of any college. */
export async function findAlikeDrafts(db: Db, entry: Entry): Promise<AlikeDraft[]> {
  const { id = null, number, drawnOn, amount, receiptFileId } = entry;
  const drafts = draftsOfAnyCollege(db)
    .select(['demand_drafts.id', 'number', 'bank', 'branch'])
    .where('demand_drafts.id', 'is distinct from', id)
    // A colleague may have recorded this very draft a moment ago.
    .where('demand_drafts.instrument_key', 'is distinct from', instrumentKey(entry))
    .orderBy('received_at')
    .limit(most);
  const withFace =
    number && drawnOn && amount
      ? await drafts
          .where('number', '=', number)
          .where('drawn_on', '=', drawnOn)
          .where('amount', '=', amount)
          .execute()
      : [];
  const withReceipt = receiptFileId
    ? await drafts
        .innerJoin('files', 'files.id', 'receipt_file_id')
        .innerJoin('files as added', 'added.sha256', 'files.sha256')
        .where('added.id', '=', receiptFileId)
        .where('files.id', '!=', receiptFileId)
        .where('files.kind', '=', 'receipt')
        .execute()
    : [];
  const faces = new Set(withFace.map(({ id }) => id));
  return [
    ...withFace.map((draft) => ({ ...draft, because: 'face' as const })),
    ...withReceipt
      .filter(({ id }) => !faces.has(id))
      .map((draft) => ({ ...draft, because: 'receipt' as const })),
  ];
}

/** The reason to record with an entry, if it looks like another draft; refuses it without one. */
export async function readAlikeReason(
  { db }: CommandTransaction,
  entry: Entry,
): Promise<{ alikeReason?: string }> {
  // Two people may enter one draft or one receipt at the same moment, each under another branch or number.
  const { number = null, receiptFileId = null } = entry;
  await sql`
    select pg_advisory_xact_lock(hashtextextended('demand draft ' || key, 0))
      from (select ${number} as key union select sha256 from files where id = ${receiptFileId} order by key) as keys
     where key is not null`.execute(db);
  const drafts = await findAlikeDrafts(db, entry);
  if (drafts.length === 0) return {};
  const { alikeReason } = entry;
  if (!alikeReason) throw domainError('demand_drafts.looks_alike', { drafts });
  return { alikeReason };
}
