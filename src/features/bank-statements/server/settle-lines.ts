import { lockDrafts } from '#features/demand-drafts/server/lock-drafts.ts';
import { recordCredits } from '#features/demand-drafts/server/record-credits.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { dayInIndia } from '#shared/format.ts';
import { loadRegister } from './load-register.ts';
import type { LockedLine } from './lock-line.ts';
import { matchLine } from './match-line.ts';
import { type LineMatch, writeMatches } from './write-matches.ts';

/**
 * Settles those of the locked lines that match automatically, in account order, and returns how many. Drafts are locked
 * together and then matched again; lines that now match other drafts wait for the next matching.
 */
export async function settleAutomatically(
  transaction: CommandTransaction,
  lines: readonly LockedLine[],
): Promise<number> {
  const { db, now } = transaction;
  const today = dayInIndia(now);
  const inOrder = lines.toSorted((one, other) =>
    one.valueDate === other.valueDate
      ? one.position - other.position
      : one.valueDate.localeCompare(other.valueDate),
  );
  const before = await loadRegister(db, inOrder);
  const wanted = inOrder.flatMap((line) => sureDraftsOf(matchLine(line, before, today)));
  if (wanted.length === 0) return 0;
  const locked = new Map((await lockDrafts(db, wanted)).map((draft) => [draft.id, draft]));

  const register = await loadRegister(db, inOrder);
  const matches: LineMatch[] = [];
  for (const line of inOrder) {
    const draftIds = sureDraftsOf(matchLine(line, register, today));
    const drafts = draftIds.map((id) => locked.get(id)).filter((draft) => draft !== undefined);
    if (drafts.length === 0 || drafts.length < draftIds.length) continue;
    matches.push({ line, drafts, outcome: 'realised', isAutomatic: true });
    register.noteRealised(draftIds);
  }
  await recordCredits(
    transaction,
    matches.flatMap(({ line, drafts }) => drafts.map((draft) => ({ draft, realisedOn: line.valueDate }))),
  );
  await writeMatches(transaction, matches);
  return matches.length;
}

function sureDraftsOf({ code, draftIds }: ReturnType<typeof matchLine>): string[] {
  return code === 'draft' || code === 'slip' ? draftIds : [];
}
