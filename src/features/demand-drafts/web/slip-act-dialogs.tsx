import { client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { dayInIndia } from '#shared/dates.ts';
import { formatCount, formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { DepositSlip } from '../slip-contract.ts';

type DialogProps = { slip: DepositSlip; onClose: () => void };

/** Records the day on which the slip was paid in. */
export function DepositSlipDialog({ slip, onClose }: DialogProps) {
  const today = dayInIndia(new Date());
  return (
    <CommandDialog
      title={t`Was slip ${slip.slipNumber} paid in?`}
      confirmLabel={t`Deposited`}
      call={client.depositSlips.depositSlip}
      fields={{
        depositedOn: {
          kind: 'day',
          label: t`Deposited on`,
          initial: today,
          minDay: dayInIndia(new Date(slip.preparedAt)),
          maxDay: today,
        },
      }}
      input={({ depositedOn }) => ({ id: slip.id, version: slip.version, depositedOn })}
      done={() => t`Slip ${slip.slipNumber} is deposited.`}
      onClose={onClose}
    >
      {t`${formatCount(slip.draftCount)} drafts of ${formatRupees(slip.total)} in all are with ${slip.bankBranch} then. No draft comes off the slip any more.`}
    </CommandDialog>
  );
}

export function CancelSlipDialog({ slip, onClose }: DialogProps) {
  return (
    <CommandDialog
      tone="danger"
      title={t`Cancel slip ${slip.slipNumber}?`}
      confirmLabel={t`Cancel slip`}
      cancelLabel={t`Keep it`}
      call={client.depositSlips.cancelSlip}
      input={() => ({ id: slip.id, version: slip.version })}
      done={() => t`Slip ${slip.slipNumber} is cancelled.`}
      onClose={onClose}
    >
      {t`Its ${formatCount(slip.draftCount)} drafts are in hand again. The slip number is not used again. This cannot be undone.`}
    </CommandDialog>
  );
}
