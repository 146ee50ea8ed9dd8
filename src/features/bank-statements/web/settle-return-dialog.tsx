import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import {
  type BankReturnReason,
  bankReturnReasonLabels,
  bankReturnReasons,
} from '#features/demand-drafts/contract.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { formatCount, formatPaise, formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { LineCandidate, StatementLine } from '../line-contract.ts';
import { decisionInvalidates } from './statement-keys.ts';

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
  const [reason, setReason] = useState<BankReturnReason>(props.readReason ?? 'other');
  const [remark, setRemark] = useState('');
  const giveBack = useCommand(client.bankStatements.returnDraftOfLine, {
    invalidates: decisionInvalidates,
    onSuccess: props.onDone,
  });
  const differs = draft.amount * 100 !== line.amountPaise;
  const isRecorded = draft.state === 'returned_by_bank';
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      title={isRecorded ? t`Is this the return of draft ${draft.number}?` : t`Return draft ${draft.number}?`}
      confirmLabel={isRecorded ? t`Settle the line` : t`Return draft`}
      reason={differs && remark.trim() === '' ? t`Write why the amount differs.` : null}
      error={giveBack.error}
      isPending={giveBack.isPending}
      onConfirm={() =>
        giveBack
          .run({
            id: line.id,
            version: line.version,
            demandDraftId: draft.demandDraftId,
            reason,
            remark,
          })
          .catch(() => {})
      }
      onCancel={props.onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          {isRecorded
            ? t`The return of this draft was recorded by hand. The debit of ${formatPaise(line.amountPaise)} becomes its line.`
            : draft.applicationCount === 1
              ? t`The bank took ${formatPaise(line.amountPaise)} back. What the draft paid for 1 application is pending again: if it was verified, it is rejected and its certificate withheld.`
              : t`The bank took ${formatPaise(line.amountPaise)} back. What the draft paid for ${formatCount(draft.applicationCount)} applications is pending again: those that were verified are rejected and their certificates withheld.`}
        </Text>
        {!isRecorded && (
          <Select
            label={t`Why the bank returned it`}
            data={bankReturnReasons.map((value) => ({ value, label: bankReturnReasonLabels[value] }))}
            allowDeselect={false}
            value={reason}
            onChange={(value) => setReason(value as BankReturnReason)}
          />
        )}
        <TextInput
          label={differs ? t`The draft is of ${formatRupees(draft.amount)}. Why does it differ?` : t`Remark`}
          value={remark}
          maxLength={300}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
