import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import { type CommandTransaction, commandOf } from '#platform/server/command.ts';
import type { signingContract } from '../contract.ts';

export const signingCommand = commandOf<typeof signingContract>();

type Carried = { blank_id: string; paper_id: string; print_run_id: string };

/** Writes into the custody ledger who carried sheets out, or took them back; they stay what their runs made of them. */
export async function noteCustody(
  transaction: CommandTransaction,
  act: 'sent_for_signature' | 'back_from_signature',
  { sheets, remark }: { sheets: readonly Carried[]; remark: string },
): Promise<void> {
  for (const [printRunId, ofRun] of Map.groupBy(sheets, (sheet) => sheet.print_run_id)) {
    const paperId = ofRun[0]!.paper_id;
    const blankIds = ofRun.map((sheet) => sheet.blank_id);
    await moveBlanks(transaction, { act, paperId, remark }, blankIds, { state: 'printed', printRunId });
  }
}
