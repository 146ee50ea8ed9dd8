import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Certificate } from '#features/certificates/contract.ts';
import { api, client } from '#features/client.ts';
import { useChoices } from '#features/masters/web/use-choices.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { FileField } from '#platform/web/components/file-field.tsx';
import { UnsavedChanges } from '#platform/web/components/unsaved-changes.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { useKeptInput } from '#platform/web/components/use-kept-input.ts';
import { whyNot } from '#shared/errors.ts';
import type { FileReference } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import { ReprintEntry } from '../contract.ts';
import { reprintCan } from '../rules.ts';
import { requestsOf } from './certificate-reprints.tsx';

const typingPause = 250;
const offered = 20;

/** What the dialog has to know of a certificate, wherever it is asked from. */
export type PrintedCertificate = Pick<
  Certificate,
  'id' | 'convocationNumber' | 'studentName' | 'state' | 'withheldAt'
>;

/** The two references show what the ids send. */
type Values = ReprintEntry & { certificate: PrintedCertificate | null; errorPhoto: FileReference | null };

/** Asks for a new copy of this certificate, or of one that is chosen here. */
export function AskForReprintDialog(props: { certificate: PrintedCertificate | null; onClose: () => void }) {
  const given = props.certificate;
  const form = useForm<Values>({
    initialValues: {
      certificateId: given?.id ?? '',
      certificate: given,
      reason: '',
      errorPhotoFileId: '',
      errorPhoto: null,
    },
    validate: schemaResolver(ReprintEntry, { sync: true }),
  });
  const kept = useKeptInput<Values>(form, given ? `reprint-${given.id}` : 'reprint');
  const { certificate, errorPhoto } = form.getValues();
  const reasons = useChoices('reprint_reasons');
  const reason = useWhyNot(certificate);
  const command = useCommand(client.reprints.requestReprint, {
    onSuccess: async () => {
      await kept.finish();
      notifications.show({
        message: t`A reprint of ${certificate!.convocationNumber} is asked for. A second person decides on it.`,
        color: 'green',
      });
      props.onClose();
    },
  });

  function send({ certificateId, reason: why, errorPhotoFileId }: Values): void {
    // The refusal is shown below by the command's own state.
    command.attempt({ certificateId, reason: why.trim(), errorPhotoFileId });
  }

  return (
    <Dialog onClose={props.onClose} title={t`Ask for a reprint`}>
      <form noValidate onSubmit={form.onSubmit(send)}>
        <Stack gap="sm">
          <UnsavedChanges
            kept={kept}
            nameOf={(values) => [values.certificate?.convocationNumber, values.reason]}
            isDirty={form.isDirty()}
            onStartOver={() => {
              form.reset();
              kept.forget();
            }}
            onDone={() => form.getInputNode('reason')?.focus()}
          />
          {given ? (
            <Text>{certificateLabel(given)}</Text>
          ) : (
            <CertificatePicker
              chosen={certificate}
              onChoose={(row) => form.setValues({ certificateId: row.id, certificate: row })}
              error={form.errors.certificateId}
            />
          )}
          <ChoiceInput
            label={t`Reason for reprint`}
            description={t`What is wrong with the printed copy. Where the data are wrong, the application has to be reopened instead.`}
            required
            data={reasons}
            takesOther
            maxLength={500}
            data-autofocus={given !== null || undefined}
            {...form.getInputProps('reason')}
          />
          <FileField
            label={t`Photo of error`}
            kind="error_photo"
            isRequired
            value={errorPhoto}
            onChange={(file) => form.setValues({ errorPhoto: file, errorPhotoFileId: file?.id ?? '' })}
            error={form.errors.errorPhotoFileId}
          />
          {reason !== null && <Text size="sm">{reason}</Text>}
          {command.error != null && <ErrorNotice error={command.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {t`Cancel`}
            </Button>
            <ActionButton type="submit" reason={reason} isPending={command.isPending}>
              {t`Ask for a reprint`}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The sentence why no reprint of this certificate can be asked for, or null; a request that is open is looked up. */
function useWhyNot(certificate: PrintedCertificate | null): string | null {
  const requests = useQuery(requestsOf(certificate?.id));
  if (!certificate) return null;
  const hasOpen = requests.data?.rows.some((one) => one.reprintedAt === null && one.status !== 'rejected');
  return whyNotRequested(certificate, hasOpen ?? false);
}

/** The same by what is known of the certificate alone. */
export function whyNotRequested(
  certificate: Pick<PrintedCertificate, 'state' | 'withheldAt'>,
  hasOpenRequest = false,
): string | null {
  return whyNot(reprintCan.request(certificate, hasOpenRequest));
}

/** Finds a printed certificate by name, number, roll number or college. */
function CertificatePicker(props: {
  /** Says which one is chosen, once it is. */
  chosen: PrintedCertificate | null;
  onChoose: (certificate: Certificate) => void;
  error?: ReactNode;
}) {
  const { chosen } = props;
  const label = chosen ? certificateLabel(chosen) : '';
  const [typed, setTyped] = useState(label);
  const [search] = useDebouncedValue(typed === label ? '' : typed.trim(), typingPause);
  const found = useQuery(
    api.certificates.listCertificates.queryOptions({
      input: { search, stage: 'printed', sort: '-printedAt', limit: offered },
    }),
  );
  const rows = found.data?.rows ?? [];
  const isMissing = chosen !== null && rows.every(({ id }) => id !== chosen.id);
  const offers = isMissing ? [chosen, ...rows] : rows;
  return (
    <>
      <Select
        label={t`Certificate`}
        description={t`Enter a convocation number, a name or a roll number.`}
        required
        searchable
        data-autofocus
        // The dialog opens here, and Escape closes it, not a list first.
        openOnFocus={false}
        data={offers.map((row) => ({ value: row.id, label: certificateLabel(row) }))}
        // The server searched already.
        filter={({ options }) => options}
        nothingFoundMessage={found.isFetching ? t`Searching…` : t`No printed certificates found`}
        value={chosen?.id ?? null}
        allowDeselect={false}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(id) => {
          const row = rows.find((one) => one.id === id);
          if (row) props.onChoose(row);
        }}
        error={props.error}
      />
      {found.error && <ErrorNotice error={found.error} />}
      {chosen === null && rows.length === offered && (
        <Text size="xs" c="dimmed">{t`The newest ${offered} are offered. Type more to find others.`}</Text>
      )}
    </>
  );
}

function certificateLabel(row: { convocationNumber: string; studentName: string }): string {
  return `${row.convocationNumber}, ${row.studentName}`;
}
