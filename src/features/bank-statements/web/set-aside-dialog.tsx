import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { formatDay } from '#shared/dates.ts';
import { formatPaise } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import {
  type SetAsideReason,
  type StatementLine,
  setAsideReasonLabels,
  setAsideReasons,
} from '../line-contract.ts';
import { likelyReason } from '../rules.ts';
import { decisionInvalidates } from './statement-keys.ts';

/** Sets a line aside that is the money of no draft; it can be opened again. */
export function SetAsideDialog(props: { line: StatementLine; onDone: () => void; onClose: () => void }) {
  const { line } = props;
  const [reason, setReason] = useState<SetAsideReason>(line.finding ? likelyReason(line.finding) : 'other');
  const [remark, setRemark] = useState('');
  const setAside = useCommand(client.bankStatements.setLineAside, {
    invalidates: decisionInvalidates,
    onSuccess: props.onDone,
  });
  return (
    <ConfirmDialog
      isOpen
      title={t`Set the line aside?`}
      confirmLabel={t`Set aside`}
      reason={reason === 'other' && remark.trim() === '' ? t`Write what it is.` : null}
      error={setAside.error}
      isPending={setAside.isPending}
      onConfirm={() => setAside.run({ id: line.id, version: line.version, reason, remark }).catch(() => {})}
      onCancel={props.onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t`${formatPaise(line.amountPaise)} of ${formatDay(line.valueDate)} belong to no draft. The line can be opened again.`}
        </Text>
        <Select
          label={t`What it is`}
          data={setAsideReasons.map((value) => ({ value, label: setAsideReasonLabels[value] }))}
          allowDeselect={false}
          value={reason}
          onChange={(value) => setReason(value as SetAsideReason)}
        />
        <TextInput
          label={t`Remark`}
          value={remark}
          maxLength={300}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
