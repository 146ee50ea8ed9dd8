import { Trans } from '@lingui/react/macro';
import { Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useCommand } from '#web/components/use-command.ts';
import type { Application } from '../contract.ts';
import { applicationsKey } from './application-list.ts';

/** Records who takes the printed certificate along, and which identity paper the receiver saw. */
export function HandOverDialog(props: { application: Application | null; onClose: () => void }) {
  if (!props.application) return null;
  return <OpenDialog key={props.application.id} application={props.application} onClose={props.onClose} />;
}

function OpenDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  const [collectedBy, setCollectedBy] = useState(application.candidateName);
  const [identitySeen, setIdentitySeen] = useState('');
  const number = application.convocationNumber!;
  const certificate = useQuery({
    queryKey: [...applicationsKey, 'certificate', application.certificateId],
    queryFn: async () => {
      const { rows } = await client.certificates.listCertificates({ search: number, stage: 'printed' });
      return rows.find((row) => row.id === application.certificateId) ?? null;
    },
  });
  const command = useCommand(client.certificates.handOverCertificate, {
    invalidates: [applicationsKey],
    onSuccess: () => {
      notifications.show({ message: t`Certificate ${number} is handed over.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t`Hand over certificate ${number}?`}
      confirmLabel={t`Hand over`}
      reason={missing(collectedBy, identitySeen, certificate.data != null)}
      isPending={command.isPending}
      error={command.error ?? certificate.error}
      onConfirm={() =>
        command
          .run({
            id: application.certificateId!,
            version: certificate.data!.version,
            collectedBy,
            identitySeen,
          })
          .catch(() => {})
      }
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>
          <Trans>
            The sheet carries the serial number <strong>{certificate.data?.blankSerial ?? '…'}</strong>.
            Compare it before you give it away.
          </Trans>
        </Text>
        <TextInput
          label={t`Collected by`}
          value={collectedBy}
          maxLength={120}
          onChange={(event) => setCollectedBy(event.currentTarget.value)}
        />
        <TextInput
          label={t`Identity paper seen`}
          description={t`Its kind, such as Passport or Driving licence. Never an Aadhaar number.`}
          value={identitySeen}
          maxLength={120}
          onChange={(event) => setIdentitySeen(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}

function missing(collectedBy: string, identitySeen: string, isReady: boolean): string | null {
  if (!isReady) return t`The certificate is being looked up.`;
  if (collectedBy.trim().length < 2) return t`Write who collects it.`;
  return identitySeen.trim().length < 2 ? t`Write which identity paper was seen.` : null;
}
