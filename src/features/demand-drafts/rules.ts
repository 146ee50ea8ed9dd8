import { addMonths } from '#shared/dates.ts';

/** RBI/2011-12/251 (DBOD.AML BC.No.47): drafts are valid for three months from their date. */
const validityMonths = 3;
export const warningAfterDays = 75;

/** Whether a draft may be received on `today`; both days are `yyyy-mm-dd` in India. */
export function draftDateFault(
  drawnOn: string,
  today: string,
): 'demand_drafts.drawn_later' | 'demand_drafts.stale' | null {
  if (drawnOn > today) return 'demand_drafts.drawn_later';
  if (today > addMonths(drawnOn, validityMonths)) return 'demand_drafts.stale';
  return null;
}

/** Days that are left before the draft is stale, once few enough to warn about; else null. */
export function draftExpiryWarning(drawnOn: string, today: string): number | null {
  const age = (Date.parse(today) - Date.parse(drawnOn)) / 86_400_000;
  if (age < warningAfterDays) return null;
  return Math.max(0, (Date.parse(addMonths(drawnOn, validityMonths)) - Date.parse(today)) / 86_400_000);
}
