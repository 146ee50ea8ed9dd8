import { sql } from 'kysely';
import type { LockedDraft } from '#features/demand-drafts/server/lock-drafts.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { idsOf } from '#shared/ids-of.ts';
import { sumInPaise } from '../rules.ts';
import { type LockedLine, lineRecordOf } from './lock-line.ts';

/** A locked line and the drafts whose money it brings or takes back. */
export type LineMatch = {
  line: LockedLine;
  drafts: readonly LockedDraft[];
  outcome: 'realised' | 'returned';
  isAutomatic?: boolean;
  remark?: string;
};

/** Records which drafts lines settle, in two statements; the drafts themselves are already realised or returned. */
export async function writeMatches(
  { db, actor, now, audit }: CommandTransaction,
  matches: readonly LineMatch[],
): Promise<void> {
  if (matches.length === 0) return;
  const settlements = matches.flatMap(({ line, drafts, outcome }) =>
    drafts.map((draft) => ({ lineId: line.id, draftId: draft.id, outcome, amount: draft.amount })),
  );
  await sql`
    insert into bank_statement_settlements (line_id, demand_draft_id, outcome, amount)
    select * from unnest(
      ${settlements.map(({ lineId }) => lineId)}::uuid[], ${settlements.map(({ draftId }) => draftId)}::uuid[],
      ${settlements.map(({ outcome }) => outcome)}::text[], ${settlements.map(({ amount }) => amount)}::int[])`.execute(
    db,
  );
  await sql`
    update bank_statement_lines
       set state = 'matched', difference_paise = match.difference, remark = match.remark, is_automatic = match.is_automatic,
           decided_by = ${actor.id}, decided_at = ${now}, version = version + 1
      from unnest(
        ${matches.map(({ line }) => line.id)}::uuid[], ${matches.map(differenceOf)}::bigint[],
        ${matches.map(({ remark }) => remark || null)}::text[], ${matches.map(({ isAutomatic }) => isAutomatic ?? false)}::boolean[]
      ) as match (id, difference, remark, is_automatic)
     where bank_statement_lines.id = match.id`.execute(db);

  for (const match of matches) {
    audit({
      event: 'bank_statements.line_matched',
      ...lineRecordOf(match.line),
      before: { state: match.line.state },
      after: {
        state: 'matched',
        outcome: match.outcome,
        drafts: match.drafts.map((draft) => draft.number),
        amountPaise: match.line.amountPaise,
        differencePaise: differenceOf(match),
        isAutomatic: match.isAutomatic ?? false,
        ...(match.remark ? { remark: match.remark } : {}),
      },
    });
  }
}

/** The amount by which the drafts exceed the line. */
function differenceOf({ line, drafts }: LineMatch): number {
  return sumInPaise(drafts) - line.amountPaise;
}

/** Refuses drafts that another line has already realised or returned. */
export async function assertNotSettled(
  db: Db,
  drafts: readonly LockedDraft[],
  outcome: 'realised' | 'returned',
): Promise<void> {
  const settled = await db
    .selectFrom('bank_statement_settlements')
    .where('demand_draft_id', 'in', idsOf(drafts))
    .where('outcome', '=', outcome)
    .select('demand_draft_id')
    .executeTakeFirst();
  if (settled) throw domainError('bank_statements.draft_has_line');
}
