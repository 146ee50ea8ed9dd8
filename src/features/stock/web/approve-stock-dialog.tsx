import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { type CommandCall, useCommand } from '#platform/web/components/use-command.ts';
import { t } from '#shared/words.ts';
import { formatQuantity, type StockUnit } from '../rules.ts';
import type { StockRecord } from '../stock-record.ts';
import { stockKey } from './stock-lists.ts';

/** Asks the second person, who vouches for what somebody else received. */
export function ApproveStockDialog(props: {
  record: StockRecord;
  unit: StockUnit;
  label: string;
  call: CommandCall<{ id: string; version: number }, unknown>;
  onClose: () => void;
}) {
  const { record, unit, label } = props;
  const command = useCommand(props.call, {
    invalidates: [stockKey, ['print-queue', 'batches']],
    onSuccess: () => {
      notifications.show({ message: t`${label} is approved.`, color: 'green' });
      props.onClose();
    },
  });
  const accepted = formatQuantity(record.receivedQuantity - record.rejectedQuantity, unit);
  const rejected = formatQuantity(record.rejectedQuantity, unit);
  return (
    <ConfirmDialog
      isOpen
      title={t`Approve ${label}?`}
      confirmLabel={t`Approve stock`}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.run({ id: record.id, version: record.version }).catch(() => {})}
      onCancel={props.onClose}
    >
      <Text>
        {t`${record.receivedBy} received ${formatQuantity(record.receivedQuantity, unit)}; ${rejected} were rejected. You vouch that ${accepted} are there: they are in stock from now on. An approval cannot be taken back.`}
      </Text>
    </ConfirmDialog>
  );
}
