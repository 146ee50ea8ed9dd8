import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import type { CommandCall } from '#platform/web/components/use-command.ts';
import { t } from '#shared/words.ts';
import { formatQuantity, type StockUnit } from '../rules.ts';
import type { StockRecord } from '../stock-record.ts';

/** Asks the second person, who vouches for what somebody else received. */
export function ApproveStockDialog(props: {
  record: StockRecord;
  unit: StockUnit;
  label: string;
  call: CommandCall<{ id: string; version: number }, unknown>;
  onClose: () => void;
}) {
  const { record, unit, label } = props;
  const accepted = formatQuantity(record.receivedQuantity - record.rejectedQuantity, unit);
  const rejected = formatQuantity(record.rejectedQuantity, unit);
  return (
    <CommandDialog
      title={t`Approve ${label}?`}
      confirmLabel={t`Approve stock`}
      call={props.call}
      input={() => ({ id: record.id, version: record.version })}
      done={() => t`${label} is approved.`}
      onClose={props.onClose}
    >
      {t`${record.receivedBy} received ${formatQuantity(record.receivedQuantity, unit)}; ${rejected} were rejected. You confirm that ${accepted} are there: they are in stock from now on. An approval cannot be undone.`}
    </CommandDialog>
  );
}
