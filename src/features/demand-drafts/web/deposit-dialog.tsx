import { client } from '#features/client.ts';
import { CommandDialog, pastDay } from '#platform/web/components/command-dialog.tsx';
import { dayInIndia, formatCount, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { DepositSlip } from '../slip-contract.ts';

/** Records the day on which a slip was paid in; `bookedOn` is the day of the bank's credit, if it is known. */
export function DepositDialog(props: { slip: DepositSlip; bookedOn?: string; onClose: () => void }) {
  const { slip, bookedOn, onClose } = props;
  const preparedOn = dayInIndia(new Date(slip.preparedAt));
  const day = pastDay(t`Deposited on`, preparedOn);
  const initial = bookedOn && bookedOn >= preparedOn && bookedOn <= day.initial ? bookedOn : day.initial;
  return (
    <CommandDialog
      title={t`Record slip ${slip.slipNumber} as deposited?`}
      confirmLabel={t`Record as deposited`}
      call={client.depositSlips.depositSlip}
      fields={{ depositedOn: { ...day, initial } }}
      input={({ depositedOn }) => ({ id: slip.id, version: slip.version, depositedOn })}
      done={() => t`Slip ${slip.slipNumber} is deposited.`}
      onClose={onClose}
    >
      {t`Its drafts (${formatCount(slip.draftCount)}, ${formatRupees(slip.total)} in all) are with ${slip.bankBranch}. Drafts can no longer be taken off it.`}
    </CommandDialog>
  );
}
