import { Button, Group, Radio, type RadioGroupProps, Stack, Text } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
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
import { SignedOutNotice, UnsavedChanges } from '#platform/web/components/unsaved-changes.tsx';
import { useAutosave } from '#platform/web/components/use-autosave.ts';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { whyNot } from '#shared/errors.ts';
import type { FileReference } from '#shared/fields.ts';
import { formatRupees } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { lostReason, type ReprintCause, ReprintEntry, reprintCauseLabels } from '../contract.ts';
import { reprintCan } from '../rules.ts';
import { requestsOf } from './certificate-reprints.tsx';

const debounceMilliseconds = 250;
const offered = 20;

/** What the dialog needs to know of a certificate, wherever it is opened. */
export type PrintedCertificate = Pick<
  Certificate,
  'id' | 'convocationNumber' | 'studentName' | 'state' | 'withheldAt'
> &
  Partial<Pick<Certificate, 'missingFacts'>>;

/** The references are for display; their ids are sent. */
type Values = {
  certificateId: string;
  certificate: PrintedCertificate | null;
  kind: keyof typeof kindLabels;
  /** Null until chosen. */
  cause: ReprintCause | null;
  reason: string;
  errorPhoto: FileReference | null;
  declaration: FileReference | null;
};

const kindLabels = { wrong_copy: t`The copy is wrong`, lost: t`The sheet is lost` };

/** The request to send; a lost sheet has a declaration in place of the photo. */
function entryOf(values: Values): ReprintEntry {
  const { certificateId, kind, reason, errorPhoto, declaration } = values;
  const cause = values.cause as ReprintCause;
  return kind === 'lost'
    ? { certificateId, cause, reason: lostReason, declarationFileId: declaration?.id }
    : { certificateId, cause, reason: reason.trim(), errorPhotoFileId: errorPhoto?.id };
}

const check = schemaResolver(ReprintEntry, { sync: true });

/** Requests a new copy of the given certificate, or of one chosen here. */
export function RequestReprintDialog(props: { certificate: PrintedCertificate | null; onClose: () => void }) {
  const given = props.certificate;
  const form = useForm<Values>({
    initialValues: {
      certificateId: given?.id ?? '',
      certificate: given,
      kind: 'wrong_copy',
      cause: null,
      reason: '',
      errorPhoto: null,
      declaration: null,
    },
    // The schema would say nothing of the evidence while the cause is not chosen.
    validate: (values) => ({
      ...check(entryOf({ ...values, cause: values.cause ?? 'office' })),
      ...(values.cause === null && { cause: t`Choose whose fault it is.` }),
    }),
  });
  const kept = useAutosave<Values>(form, given ? `reprint-${given.id}` : 'reprint');
  const { certificate, kind, declaration } = form.getValues();
  const reason = useWhyNot(certificate);
  const command = useCommand(client.reprints.requestReprint, {
    onSuccess: ({ due }) => {
      kept.finish();
      const number = certificate!.convocationNumber;
      notifications.show({
        message:
          due === 0
            ? t`A reprint of ${number} is asked for. A second person decides on it.`
            : t`A reprint of ${number} is asked for. Once ${formatRupees(due)} are paid, a second person decides on it.`,
        color: 'green',
      });
      props.onClose();
    },
  });

  function send(values: Values): void {
    // The error is shown below, by the command's state.
    command.attempt(entryOf(values));
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
              onChoose={(row) => form.setValues({ certificateId: row?.id ?? '', certificate: row })}
              error={form.errors.certificateId}
            />
          )}
          <RadioField
            label={t`Why a new copy is needed`}
            labels={kindLabels}
            {...form.getInputProps('kind')}
          />
          <RadioField
            label={t`Whose fault it is`}
            labels={reprintCauseLabels}
            {...form.getInputProps('cause')}
          />
          {kind === 'lost' ? (
            <FileField
              label={t`Signed declaration`}
              description={t`The holder declares the loss in it. It takes the place of the photo.`}
              kind="declaration"
              isRequired
              value={declaration}
              onChange={(file) => form.setValues({ declaration: file })}
              error={form.errors.declarationFileId}
            />
          ) : (
            <WrongCopyFields form={form} isFocused={given !== null} />
          )}
          <SignedOutNotice kept={kept} />
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

function RadioField({
  labels,
  ...field
}: Omit<RadioGroupProps, 'children'> & { labels: Record<string, string> }) {
  return (
    <Radio.Group required {...field}>
      <Group gap="md" mt={4}>
        {optionsOf(labels).map((option) => (
          <Radio key={option.value} {...option} />
        ))}
      </Group>
    </Radio.Group>
  );
}

function WrongCopyFields({ form, isFocused }: { form: UseFormReturnType<Values>; isFocused: boolean }) {
  const reasons = useChoices('reprint_reasons');
  return (
    <>
      <ChoiceInput
        label={t`Reason for reprint`}
        description={t`What is wrong with the printed copy. Where the data are wrong, the application has to be reopened instead.`}
        required
        data={reasons}
        allowsOther
        maxLength={500}
        data-autofocus={isFocused || undefined}
        {...form.getInputProps('reason')}
      />
      <FileField
        label={t`Photo of error`}
        kind="error_photo"
        isRequired
        value={form.getValues().errorPhoto}
        onChange={(file) => form.setValues({ errorPhoto: file })}
        error={form.errors.errorPhotoFileId}
      />
    </>
  );
}

/** Why no reprint can be requested, as a sentence, or null; looks up whether a request is open. */
function useWhyNot(certificate: PrintedCertificate | null): string | null {
  const requests = useQuery(requestsOf(certificate?.id));
  if (!certificate) return null;
  const hasOpen = requests.data?.rows.some((one) => one.reprintedAt === null && one.status !== 'rejected');
  return whyNotRequested(certificate, hasOpen ?? false);
}

/** The same from the certificate alone. */
export function whyNotRequested(
  certificate: Pick<PrintedCertificate, 'state' | 'withheldAt' | 'missingFacts'>,
  hasOpenRequest = false,
): string | null {
  const { missingFacts: facts = [] } = certificate;
  return whyNot(reprintCan.request(certificate, hasOpenRequest), { facts });
}

/** Finds a printed certificate by name, number, roll number or college. */
function CertificatePicker(props: {
  chosen: PrintedCertificate | null;
  onChoose: (certificate: Certificate | null) => void;
  error?: ReactNode;
}) {
  const { chosen } = props;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), debounceMilliseconds);
  const { data, error } = useQuery(
    api.certificates.listCertificates.queryOptions({
      input: { search, stage: 'printed', sort: '-printedAt', limit: offered },
    }),
  );
  const rows = data?.rows ?? [];
  const isPending = !data || typed.trim() !== search;
  return (
    <>
      <ChoiceInput
        label={t`Certificate`}
        description={t`Enter a convocation number, a name or a roll number.`}
        required
        data-autofocus
        data={rows.map((row) => ({ value: row.id, label: certificateLabel(row) }))}
        search={{ onType: setTyped, isPending, label: chosen ? certificateLabel(chosen) : undefined }}
        nothingFoundMessage={isPending ? t`Searching…` : t`No printed certificates found`}
        value={chosen?.id ?? null}
        onChange={(id) => props.onChoose(rows.find((one) => one.id === id) ?? null)}
        error={props.error}
      />
      {error && <ErrorNotice error={error} />}
      {chosen === null && rows.length === offered && (
        <Text size="xs" c="dimmed">{t`The newest ${offered} are offered. Type more to find others.`}</Text>
      )}
    </>
  );
}

function certificateLabel(row: { convocationNumber: string; studentName: string }): string {
  return `${row.convocationNumber}, ${row.studentName}`;
}
