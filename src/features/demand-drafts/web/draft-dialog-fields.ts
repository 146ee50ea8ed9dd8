import { pastDay } from '#platform/web/components/command-dialog.tsx';
import type { DialogFields } from '#platform/web/components/dialog-fields.ts';
import { t } from '#shared/words.ts';
import { DraftEntry } from '../contract.ts';

/** The fields of a draft, in the order printed on it. */
export function draftFields(initial: { bank?: string; branch?: string; amount: number }) {
  return {
    number: { kind: 'line', label: t`DD number`, inputMode: 'numeric', maxLength: 6, isFocused: true },
    drawnOn: pastDay(t`DD date`),
    bank: { kind: 'line', label: t`Issuing bank`, initial: initial.bank, maxLength: 80 },
    branch: { kind: 'line', label: t`Branch`, initial: initial.branch, maxLength: 80 },
    amount: {
      kind: 'rupees',
      label: t`Amount`,
      initial: initial.amount,
      min: 1,
      missing: t`Enter the amount of the draft.`,
    },
    receiptFileId: {
      kind: 'file',
      of: 'receipt',
      label: t`Bank receipt (DD)`,
      description: t`Not needed for a draft that is recorded already.`,
    },
    alikeReason: {
      kind: 'line',
      label: t`Reason why it is another draft`,
      isAskedBy: 'demand_drafts.looks_alike',
      isRequired: true,
      missing: t`Enter why it is another draft.`,
      maxLength: 300,
    },
  } as const satisfies DialogFields;
}

type TypedDraft = Omit<DraftEntry, 'receiptFileId' | 'alikeReason'> & {
  receiptFileId: string | null;
  alikeReason: string;
};

/** What is wrong with the entered draft, as a sentence, or null. */
export function faultOfDraft(typed: TypedDraft): string | null {
  return DraftEntry.safeParse(entryOf(typed)).error?.issues[0]?.message ?? null;
}

export function draftOf(typed: TypedDraft): DraftEntry {
  return DraftEntry.parse(entryOf(typed));
}

function entryOf(typed: TypedDraft) {
  const { receiptFileId, alikeReason } = typed;
  return { ...typed, receiptFileId: receiptFileId ?? undefined, alikeReason: alikeReason || undefined };
}
