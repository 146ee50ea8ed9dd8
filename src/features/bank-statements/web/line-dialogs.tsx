import { client } from '#features/client.ts';
import { type BankReturnReason, bankReturnReasonLabels } from '#features/demand-drafts/contract.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { formatCount, formatDay, formatPaise, formatRupees } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { type LineCandidate, type StatementLine, setAsideReasonLabels } from '../line-contract.ts';
import { likelyReason, sumInPaise } from '../rules.ts';

type DialogProps = { line: StatementLine; onDone: () => void; onClose: () => void };

/** Sets aside a line that concerns no draft; it can be reopened. */
export function SetAsideDialog({ line, ...ends }: DialogProps) {
  return (
    <CommandDialog
      title={t`Set the line aside?`}
      confirmLabel={t`Set aside`}
      call={client.bankStatements.setLineAside}
      fields={{
        reason: {
          kind: 'choice',
          label: t`What it is`,
          options: optionsOf(setAsideReasonLabels),
          initial: line.finding ? likelyReason(line.finding) : 'other',
          missing: t`Choose what it is.`,
        },
        remark: { kind: 'line', label: t`Remark`, maxLength: 300 },
      }}
      fault={({ reason, remark }) => (reason === 'other' && remark === '' ? t`Enter what it is.` : null)}
      input={(values) => ({ id: line.id, version: line.version, ...values })}
      {...ends}
    >
      {t`${formatPaise(line.amountPaise)} of ${formatDay(line.valueDate)} belong to no draft. The line can be opened again.`}
    </CommandDialog>
  );
}

/** Asks before a line realises drafts, because nothing can undo that. */
export function SettleDialog(props: DialogProps & { drafts: readonly LineCandidate[] }) {
  const { line, drafts, ...ends } = props;
  const short = sumInPaise(drafts) - line.amountPaise;
  const numbers = drafts.map(({ number, bank }) => t`${number} of ${bank}`).join(', ');
  const [first] = drafts;
  const remark = {
    kind: 'line',
    label: t`The bank kept ${formatPaise(short)}. What for?`,
    placeholder: t`For example commission for collection`,
    isFocused: true,
    maxLength: 300,
    atLeast: 1,
    missing: t`Enter what the bank kept the difference for.`,
  } as const;
  const fields: Partial<Record<'remark', typeof remark>> = short > 0 ? { remark } : {};
  return (
    <CommandDialog
      title={drafts.length === 1 ? t`Realise draft ${first!.number}?` : t`Realise ${drafts.length} drafts?`}
      confirmLabel={t`Settle the line`}
      call={client.bankStatements.settleStatementLine}
      fields={fields}
      input={({ remark = '' }) => ({
        id: line.id,
        version: line.version,
        demandDraftIds: drafts.map(({ demandDraftId }) => demandDraftId),
        remark,
      })}
      {...ends}
    >
      {t`The credit of ${formatPaise(line.amountPaise)} of ${formatDay(line.valueDate)} is the money of ${numbers}.`}
    </CommandDialog>
  );
}

/** Asks before a draft is returned, and names the effects on its applications. */
export function SettleReturnDialog(
  props: DialogProps & {
    draft: LineCandidate;
    /** The return reason read from the bank's text, if any. */
    readReason: BankReturnReason | null;
  },
) {
  const { line, draft, readReason: read, ...ends } = props;
  const readReason = read ?? 'other';
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
      {...ends}
    >
      {isRecorded
        ? t`The return of this draft was recorded by hand. The debit of ${formatPaise(line.amountPaise)} becomes its line.`
        : draft.applicationCount === 1
          ? t`The bank took ${formatPaise(line.amountPaise)} back. What the draft paid for 1 application is pending again: if it was verified, it is rejected and its certificate withheld.`
          : t`The bank took ${formatPaise(line.amountPaise)} back. What the draft paid for ${formatCount(draft.applicationCount)} applications is pending again: those that were verified are rejected and their certificates withheld.`}
    </CommandDialog>
  );
}
