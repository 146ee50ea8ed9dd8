import { client } from '#features/client.ts';
import { type BankReturnReason, bankReturnReasonLabels } from '#features/demand-drafts/contract.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { optionsOf } from '#shared/labels.ts';
import { formatCount, formatPaise, formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { LineCandidate, StatementLine } from '../line-contract.ts';

/** Asks before a draft is returned, and names what that does to its applications. */
export function SettleReturnDialog(props: {
  line: StatementLine;
  draft: LineCandidate;
  /** What the bank's text says, when it says something. */
  readReason: BankReturnReason | null;
  onDone: () => void;
  onClose: () => void;
}) {
  const { line, draft } = props;
  const readReason = props.readReason ?? 'other';
  const differs = draft.amount * 100 !== line.amountPaise;
  const isRecorded = draft.state === 'returned_by_bank';
  const reason = {
    kind: 'choice',
    label: t`Why the bank returned it`,
    options: optionsOf(bankReturnReasonLabels),
    initial: readReason,
    missing: t`Choose the reason that the bank gave.`,
  } as const;
  const remark = {
    kind: 'line',
    label: differs ? t`The draft is of ${formatRupees(draft.amount)}. Why does it differ?` : t`Remark`,
    maxLength: 300,
    atLeast: 1,
    missing: differs ? t`Enter why the amount differs.` : undefined,
  } as const;
  const fields: { reason?: typeof reason; remark: typeof remark } = isRecorded
    ? { remark }
    : { reason, remark };
  return (
    <CommandDialog
      tone="danger"
      title={isRecorded ? t`Is this the return of draft ${draft.number}?` : t`Return draft ${draft.number}?`}
      confirmLabel={isRecorded ? t`Settle the line` : t`Return draft`}
      call={client.bankStatements.returnDraftOfLine}
      fields={fields}
      input={(values) => ({
        id: line.id,
        version: line.version,
        demandDraftId: draft.demandDraftId,
        reason: values.reason ?? readReason,
        remark: values.remark,
      })}
      onDone={props.onDone}
      onClose={props.onClose}
    >
      {isRecorded
        ? t`The return of this draft was recorded by hand. The debit of ${formatPaise(line.amountPaise)} becomes its line.`
        : draft.applicationCount === 1
          ? t`The bank took ${formatPaise(line.amountPaise)} back. What the draft paid for 1 application is pending again: if it was verified, it is rejected and its certificate withheld.`
          : t`The bank took ${formatPaise(line.amountPaise)} back. What the draft paid for ${formatCount(draft.applicationCount)} applications is pending again: those that were verified are rejected and their certificates withheld.`}
    </CommandDialog>
  );
}
