import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { dayInIndia } from '#shared/dates.ts';
import { errorSentence } from '#shared/errors.ts';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { Bundle } from '../bundle-contract.ts';
import { signatureDayFault } from '../rules.ts';
import { changedByHandOver } from './certificates-keys.ts';

/** Asks for the day on which the chosen students signed the list of the bundle. */
export function SignaturesDialog(props: {
  bundle: Bundle;
  certificateIds: readonly string[];
  onClose: () => void;
}) {
  const { bundle, certificateIds, onClose } = props;
  const today = dayInIndia(new Date());
  const handedOverOn = dayInIndia(new Date(bundle.handedOverAt));
  const [signedOn, setSignedOn] = useState(today);
  const command = useCommand(client.bundles.recordSignatures, {
    invalidates: changedByHandOver,
    onSuccess: ({ recorded }) => {
      notifications.show({ message: t`${formatCount(recorded)} signatures are recorded.`, color: 'green' });
      onClose();
    },
  });

  function missing(): string | null {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(signedOn)) return t`Write the date as dd/mm/yyyy.`;
    const fault = signatureDayFault(signedOn, { handedOverOn, today });
    return fault && errorSentence(fault, undefined);
  }

  return (
    <ConfirmDialog
      isOpen
      title={t`Record ${formatCount(certificateIds.length)} signatures?`}
      confirmLabel={t`Record signatures`}
      reason={missing()}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() =>
        command.run({ id: bundle.id, certificateIds: [...certificateIds], signedOn }).catch(() => {})
      }
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>
          {t`The list of bundle ${bundle.bundleNumber} came back with them: each of these students has the certificate. This cannot be taken back.`}
        </Text>
        <DayInput
          label={t`Signed on`}
          value={signedOn}
          minDay={handedOverOn}
          maxDay={today}
          onChange={setSignedOn}
        />
      </Stack>
    </ConfirmDialog>
  );
}
