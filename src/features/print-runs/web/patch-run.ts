import type { PrintRunDetail, Sheet } from '../contract.ts';

export type SheetOutcome = Pick<Sheet, 'outcome' | 'outcomeReason' | 'outcomeAt'>;

export const noOutcome: SheetOutcome = { outcome: null, outcomeReason: null, outcomeAt: null };

/** The run with other outcomes of some sheets, and the counts that follow from them. */
export function withOutcomes(
  run: PrintRunDetail,
  outcomes: ReadonlyMap<string, SheetOutcome>,
): PrintRunDetail {
  const sheets = run.sheets.map((sheet) => {
    const outcome = outcomes.get(sheet.id);
    return outcome ? { ...sheet, ...outcome } : sheet;
  });
  const count = (outcome: Sheet['outcome']) => sheets.filter((sheet) => sheet.outcome === outcome).length;
  return {
    ...run,
    sheets,
    goodCount: count('good'),
    spoiltCount: count('spoilt'),
    missingCount: count('missing'),
    openAt: sheets.find((sheet) => sheet.outcome === null)?.position ?? null,
  };
}
