import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { formatDay } from '#shared/dates.ts';
import { formatPaise } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { LineCandidate, StatementLine } from '../line-contract.ts';
import { worthOf } from '../rules.ts';
import { decisionInvalidates } from './statement-keys.ts';

/** Asks before drafts are realised by a line, because no second act takes that back. */
export function SettleDialog(props: {
  line: StatementLine;
  drafts: readonly LineCandidate[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { line, drafts } = props;
  const [remark, setRemark] = useState('');
  const settle = useCommand(client.bankStatements.settleStatementLine, {
    invalidates: decisionInvalidates,
    onSuccess: props.onDone,
  });
  const short = worthOf(drafts) - line.amountPaise;
  const numbers = drafts.map(({ number, bank }) => t`${number} of ${bank}`).join(', ');
  const [first] = drafts;
  return (
    <ConfirmDialog
      isOpen
      title={drafts.length === 1 ? t`Realise draft ${first!.number}?` : t`Realise ${drafts.length} drafts?`}
      confirmLabel={t`Settle the line`}
      reason={short > 0 && remark.trim() === '' ? t`Write what the bank kept the difference for.` : null}
      error={settle.error}
      isPending={settle.isPending}
      onConfirm={() =>
        settle
          .run({
            id: line.id,
            version: line.version,
            demandDraftIds: drafts.map(({ demandDraftId }) => demandDraftId),
            remark,
          })
          .catch(() => {})
      }
      onCancel={props.onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t`The credit of ${formatPaise(line.amountPaise)} of ${formatDay(line.valueDate)} is the money of ${numbers}.`}
        </Text>
        {short > 0 && (
          <TextInput
            label={t`The bank kept ${formatPaise(short)}. What for?`}
            placeholder={t`Such as commission for collection`}
            value={remark}
            maxLength={300}
            data-autofocus
            onChange={(event) => setRemark(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
