import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { dayInIndia } from '#shared/dates.ts';
import { formatCount, formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { DepositSlip } from '../slip-contract.ts';
import { changedWithDrafts } from './draft-list.tsx';

type DialogProps = { slip: DepositSlip; onClose: () => void };

/** Records the day on which the slip was paid in. */
export function DepositSlipDialog({ slip, onClose }: DialogProps) {
  const today = dayInIndia(new Date());
  const [depositedOn, setDepositedOn] = useState(today);
  const command = useCommand(client.depositSlips.depositSlip, {
    invalidates: changedWithDrafts,
    onSuccess: () => {
      notifications.show({ message: t`Slip ${slip.slipNumber} is deposited.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t`Was slip ${slip.slipNumber} paid in?`}
      confirmLabel={t`Deposited`}
      reason={/^\d{4}-\d{2}-\d{2}$/.test(depositedOn) ? null : t`Write the date as dd/mm/yyyy.`}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.run({ id: slip.id, version: slip.version, depositedOn }).catch(() => {})}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>
          {t`${formatCount(slip.draftCount)} drafts of ${formatRupees(slip.total)} in all are with ${slip.bankBranch} then. No draft comes off the slip any more.`}
        </Text>
        <DayInput
          label={t`Deposited on`}
          value={depositedOn}
          minDay={dayInIndia(new Date(slip.preparedAt))}
          maxDay={today}
          onChange={setDepositedOn}
        />
      </Stack>
    </ConfirmDialog>
  );
}

export function CancelSlipDialog({ slip, onClose }: DialogProps) {
  const command = useCommand(client.depositSlips.cancelSlip, {
    invalidates: changedWithDrafts,
    onSuccess: () => {
      notifications.show({ message: t`Slip ${slip.slipNumber} is cancelled.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      title={t`Cancel slip ${slip.slipNumber}?`}
      confirmLabel={t`Cancel slip`}
      cancelLabel={t`Keep it`}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.run({ id: slip.id, version: slip.version }).catch(() => {})}
      onCancel={onClose}
    >
      <Text>
        {t`Its ${formatCount(slip.draftCount)} drafts are in hand again. The number stays used; this cannot be taken back.`}
      </Text>
    </ConfirmDialog>
  );
}
