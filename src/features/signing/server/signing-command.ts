import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import { type CommandTransaction, commandOf } from '#platform/server/command.ts';
import type { signingContract } from '../contract.ts';

export const signingCommand = commandOf<typeof signingContract>();

type Carried = { blank_id: string; paper_id: string; print_run_id: string };

/** Writes to the custody ledger that sheets went out or came back; their state as blanks does not change. */
export async function recordCustody(
  transaction: CommandTransaction,
  act: 'sent_for_signature' | 'back_from_signature',
  sheets: readonly Carried[],
): Promise<void> {
  for (const [printRunId, ofRun] of Map.groupBy(sheets, (sheet) => sheet.print_run_id)) {
    const paperId = ofRun[0]!.paper_id;
    const blankIds = ofRun.map((sheet) => sheet.blank_id);
    await moveBlanks(transaction, { act, paperId }, blankIds, { state: 'printed', printRunId });
  }
}
