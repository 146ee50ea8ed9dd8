import { type LockedDraft, lockDrafts } from '#features/demand-drafts/server/lock-drafts.ts';
import { realiseDraft } from '#features/demand-drafts/server/realise-draft.ts';
import type { CommandTransaction } from '#server/command.ts';
import { unscoped } from '#server/db/database.ts';
import { dayInIndia } from '#shared/dates.ts';
import { loadRegister } from './load-register.ts';
import { type LockedLine, lineRecordOf } from './lock-line.ts';
import { matchLine } from './match-line.ts';

/**
 * Settles what settles by itself of these locked lines, in the order of the account, and returns how many. The drafts
 * are locked at once, then looked at again: what changed until then is left to the next time.
 */
export async function settleByThemselves(
  transaction: CommandTransaction,
  lines: readonly LockedLine[],
): Promise<number> {
  const { db, actor, now } = transaction;
  const today = dayInIndia(now);
  const inOrder = lines.toSorted((one, other) =>
    one.valueDate === other.valueDate
      ? one.position - other.position
      : one.valueDate.localeCompare(other.valueDate),
  );
  const before = await loadRegister(db, inOrder);
  const wanted = inOrder.flatMap((line) => sureDraftsOf(matchLine(line, before, today)));
  if (wanted.length === 0) return 0;
  const locked = new Map((await lockDrafts(db, actor.scope, wanted)).map((draft) => [draft.id, draft]));

  const register = await loadRegister(db, inOrder);
  let settled = 0;
  for (const line of inOrder) {
    const draftIds = sureDraftsOf(matchLine(line, register, today));
    const drafts = draftIds.map((id) => locked.get(id)).filter((draft) => draft !== undefined);
    if (drafts.length === 0 || drafts.length < draftIds.length) continue;
    for (const draft of drafts) await realiseDraft(transaction, draft, line.valueDate);
    await writeMatch(transaction, line, drafts, { outcome: 'realised', isAutomatic: true });
    register.noteRealised(draftIds);
    settled += 1;
  }
  return settled;
}

function sureDraftsOf({ code, draftIds }: ReturnType<typeof matchLine>): string[] {
  return code === 'draft' || code === 'slip' ? draftIds : [];
}

/** Notes which drafts a line is the money of; that they are realised or returned is done already. */
export async function writeMatch(
  { db, actor, now, audit }: CommandTransaction,
  line: LockedLine,
  drafts: readonly LockedDraft[],
  how: { outcome: 'realised' | 'returned'; isAutomatic: boolean; remark?: string },
): Promise<{ version: number }> {
  const worth = drafts.reduce((sum, draft) => sum + draft.amount * 100, 0);
  const version = line.version + 1;
  await db
    .insertInto('bank_statement_settlements')
    .values(
      drafts.map((draft) => ({
        line_id: line.id,
        demand_draft_id: draft.id,
        outcome: how.outcome,
        amount: draft.amount,
      })),
    )
    .execute();
  await unscoped(db)
    .updateTable('bank_statement_lines')
    .set({
      state: 'matched',
      difference_paise: worth - line.amountPaise,
      remark: how.remark || null,
      is_automatic: how.isAutomatic,
      decided_by: actor.id,
      decided_at: now,
      version,
    })
    .where('id', '=', line.id)
    .execute();
  audit({
    event: 'bank_statements.line_matched',
    ...lineRecordOf(line),
    before: { state: line.state },
    after: {
      state: 'matched',
      outcome: how.outcome,
      drafts: drafts.map((draft) => draft.number),
      amountPaise: line.amountPaise,
      differencePaise: worth - line.amountPaise,
      isAutomatic: how.isAutomatic,
      ...(how.remark ? { remark: how.remark } : {}),
    },
  });
  return { version };
}
