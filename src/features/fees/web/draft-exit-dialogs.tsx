import { Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import {
  type BankReturnReason,
  bankReturnReasonLabels,
  bankReturnReasons,
  type DemandDraft,
  DraftEntry,
} from '#features/demand-drafts/contract.ts';
import { changedWithDrafts } from '#features/demand-drafts/web/draft-list.tsx';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { RupeesInput } from '#platform/web/components/rupees-input.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { dayInIndia } from '#shared/dates.ts';
import { formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';

type DialogProps = { draft: DemandDraft; onClose: () => void };

/** Records that the bank gave the draft back, after saying what follows from it. */
export function ReturnDraftDialog({ draft, onClose }: DialogProps) {
  const [reason, setReason] = useState<BankReturnReason | null>(null);
  const [remark, setRemark] = useState('');
  const command = useCommand(client.fees.returnDraft, {
    invalidates: changedWithDrafts,
    onSuccess: ({ rejected }) => {
      notifications.show({
        message: t`Draft ${draft.number} is returned; verified applications that are rejected now: ${rejected}.`,
        color: 'green',
      });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      title={t`Was draft ${draft.number} returned by the bank?`}
      confirmLabel={t`Returned by bank`}
      reason={whyNotYet(reason, remark)}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() =>
        command.run({ id: draft.id, version: draft.version, reason: reason!, remark }).catch(() => {})
      }
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>
          {t`The ${formatRupees(draft.allocatedAmount)} that it paid are pending again. Verified applications among them are rejected, and their certificates are withheld until the fee is paid and a person verifies them again. This cannot be taken back.`}
        </Text>
        <Select
          label={t`Reason`}
          data={bankReturnReasons.map((value) => ({ value, label: bankReturnReasonLabels[value] }))}
          value={reason}
          onChange={(value) => setReason(value as BankReturnReason | null)}
          data-autofocus
        />
        <Textarea
          label={t`Remark`}
          value={remark}
          maxLength={300}
          autosize
          minRows={2}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}

function whyNotYet(reason: BankReturnReason | null, remark: string): string | null {
  if (reason === null) return t`Choose the reason that the bank gave.`;
  return reason === 'other' && remark.trim() === '' ? t`Say in the remark what was wrong.` : null;
}

type Typed = { number: string; drawnOn: string; bank: string; branch: string; amount: number | string };

/** Takes the particulars of the draft that was brought instead, in the order of its face. */
export function ReplaceDraftDialog({ draft, onClose }: DialogProps) {
  const [typed, setTyped] = useState<Typed>({
    number: '',
    drawnOn: dayInIndia(new Date()),
    bank: draft.bank,
    branch: draft.branch,
    amount: draft.amount,
  });
  const entry = DraftEntry.safeParse(typed);
  const command = useCommand(client.fees.replaceDraft, {
    invalidates: changedWithDrafts,
    onSuccess: ({ allocated }, input) => {
      notifications.show({
        message: t`Draft ${input.draft.number} pays ${formatRupees(allocated)} in place of ${draft.number}.`,
        color: 'green',
      });
      onClose();
    },
  });
  const change = (part: Partial<Typed>) => setTyped((current) => ({ ...current, ...part }));
  return (
    <ConfirmDialog
      isOpen
      title={t`Replace draft ${draft.number}?`}
      confirmLabel={t`Replace`}
      reason={entry.success ? null : entry.error.issues[0]!.message}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() =>
        entry.success &&
        command.run({ id: draft.id, version: draft.version, draft: entry.data }).catch(() => {})
      }
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>
          {t`The draft below pays for the same applications, in the same order, as far as it goes. Applications whose fee it covers wait for a decision again.`}
        </Text>
        <TextInput
          label={t`DD number`}
          inputMode="numeric"
          maxLength={6}
          value={typed.number}
          onChange={(event) => change({ number: event.currentTarget.value })}
          data-autofocus
        />
        <DayInput
          label={t`DD date`}
          maxDay={dayInIndia(new Date())}
          value={typed.drawnOn}
          onChange={(drawnOn) => change({ drawnOn })}
        />
        <TextInput
          label={t`Issuing bank`}
          maxLength={80}
          value={typed.bank}
          onChange={(event) => change({ bank: event.currentTarget.value })}
        />
        <TextInput
          label={t`Branch`}
          maxLength={80}
          value={typed.branch}
          onChange={(event) => change({ branch: event.currentTarget.value })}
        />
        <RupeesInput label={t`Amount`} value={typed.amount} onChange={(amount) => change({ amount })} />
      </Stack>
    </ConfirmDialog>
  );
}
