import { Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { RupeesInput } from '#platform/web/components/rupees-input.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { addMonths, dayInIndia, formatDay } from '#shared/dates.ts';
import { formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { DemandDraft } from '../contract.ts';
import { changedWithDrafts } from './draft-list.tsx';

type DialogProps = { draft: DemandDraft; onClose: () => void };

const iso = /^\d{4}-\d{2}-\d{2}$/;

/** Records the bank's credit of one draft. */
export function RealiseDialog({ draft, onClose }: DialogProps) {
  const today = dayInIndia(new Date());
  const [realisedOn, setRealisedOn] = useState(today);
  const command = useCommand(client.demandDrafts.realiseDrafts, {
    invalidates: changedWithDrafts,
    onSuccess: () => {
      notifications.show({ message: t`Draft ${draft.number} is realised.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t`Realise draft ${draft.number}?`}
      confirmLabel={t`Realise`}
      reason={iso.test(realisedOn) ? null : t`Write the date as dd/mm/yyyy.`}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.run({ draftIds: [draft.id], realisedOn }).catch(() => {})}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>{t`${formatRupees(draft.amount)} of ${draft.bank}, ${draft.branch} stand in the bank's statement as credited.`}</Text>
        <DayInput
          label={t`Value date`}
          value={realisedOn}
          minDay={draft.depositedOn ?? undefined}
          maxDay={today}
          onChange={setRealisedOn}
        />
      </Stack>
    </ConfirmDialog>
  );
}

/** Records that money which pays for nothing went back. */
export function RefundDialog({ draft, onClose }: DialogProps) {
  const [amount, setAmount] = useState<number | string>(draft.balance);
  const [paidTo, setPaidTo] = useState('');
  const [reference, setReference] = useState('');
  const command = useCommand(client.demandDrafts.refundDraft, {
    invalidates: changedWithDrafts,
    onSuccess: (_output, input) => {
      notifications.show({ message: t`${formatRupees(input.amount)} are refunded.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t`Refund from draft ${draft.number}?`}
      confirmLabel={t`Refund`}
      reason={missing()}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() =>
        command
          .run({ id: draft.id, version: draft.version, amount: Number(amount), paidTo, reference })
          .catch(() => {})
      }
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>
          {t`${formatRupees(draft.balance)} of this draft pay for nothing. What is refunded can pay for no application any more; this cannot be taken back.`}
        </Text>
        <RupeesInput label={t`Amount`} value={amount} onChange={setAmount} />
        <TextInput
          label={t`Paid to`}
          value={paidTo}
          maxLength={120}
          onChange={(event) => setPaidTo(event.currentTarget.value)}
        />
        <TextInput
          label={t`Reference`}
          description={t`The number of the payment, such as a cheque or UTR number.`}
          value={reference}
          maxLength={60}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );

  function missing(): string | null {
    if (Number(amount) < 1 || Number(amount) > draft.balance)
      return t`Write an amount of at most ${formatRupees(draft.balance)}.`;
    if (paidTo.trim().length < 2) return t`Write who got the money back.`;
    return reference.trim().length < 2 ? t`Write the number of the payment.` : null;
  }
}

/** Records until when its bank made a stale draft valid again. */
export function RevalidateDialog({ draft, onClose }: DialogProps) {
  const today = dayInIndia(new Date());
  const [validUntil, setValidUntil] = useState(addMonths(today, 3));
  const command = useCommand(client.demandDrafts.revalidateDraft, {
    invalidates: changedWithDrafts,
    onSuccess: (_output, input) => {
      const until = formatDay(input.validUntil);
      notifications.show({ message: t`Draft ${draft.number} is valid until ${until}.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t`Revalidate draft ${draft.number}?`}
      confirmLabel={t`Revalidate`}
      reason={iso.test(validUntil) ? null : t`Write the date as dd/mm/yyyy.`}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.run({ id: draft.id, version: draft.version, validUntil }).catch(() => {})}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>{t`${draft.bank}, ${draft.branch} has stamped and signed it anew. It can be deposited again.`}</Text>
        <DayInput
          label={t`Valid until`}
          value={validUntil}
          minDay={today}
          maxDay={addMonths(today, 3)}
          onChange={setValidUntil}
        />
      </Stack>
    </ConfirmDialog>
  );
}
