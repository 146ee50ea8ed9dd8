import { Alert, List, Select, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import { uploadFile } from '#web/api/upload.ts';
import { FileField } from '#web/components/file-field.tsx';
import { FormPage } from '#web/components/form-page.tsx';
import { FormSection } from '#web/components/form-section.tsx';
import { RupeesInput } from '#web/components/rupees-input.tsx';
import { useCommand } from '#web/components/use-command.ts';
import { paths } from '#web/paths.ts';
import { type ApplicationDetail, CorrectApplicationInput, ReceiveApplicationInput } from '../contract.ts';
import { returnReasonLabels } from '../decisions.ts';
import {
  type ApplicationFormState,
  type ApplicationFormValues,
  type Choices,
  newValues,
  valuesOf,
} from './application-form-values.ts';
import { applicationsKey } from './application-list.ts';
import { CandidateFields } from './candidate-fields.tsx';
import { DraftFields, RecordedDrafts } from './draft-fields.tsx';

const CorrectionEntry = CorrectApplicationInput.omit({ id: true, version: true });

/** Receives a new application or corrects one that came back. */
export function ApplicationForm({
  choices,
  application,
}: {
  choices: Choices;
  application: ApplicationDetail | null;
}) {
  const router = useRouter();
  const form = useForm<ApplicationFormValues>({
    initialValues: application ? valuesOf(application) : newValues(choices),
    validate: schemaResolver(application ? CorrectionEntry : ReceiveApplicationInput, { sync: true }),
  });
  const receive = useCommand(client.applications.receiveApplication, { invalidates: [applicationsKey] });
  const correct = useCommand(client.applications.correctApplication, { invalidates: [applicationsKey] });

  async function save(values: ApplicationFormValues): Promise<string> {
    const entry = values as ApplicationFormValues & ReceiveApplicationInput;
    if (application) {
      await correct.run({
        ...entry,
        id: application.id,
        version: application.version,
      } as CorrectApplicationInput);
      return t`The application of ${values.candidateName} waits for a decision again.`;
    }
    const { acknowledgementNumber } = await receive.run(entry);
    return t`Received: acknowledgement number ${acknowledgementNumber} for ${values.candidateName}.`;
  }

  function goBack(): void {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ href: paths.applicationReceiver.manageApplication });
  }

  return (
    <FormPage
      title={application ? t`Correct application` : t`New application`}
      description={application ? t`Acknowledgement number ${application.acknowledgementNumber}` : undefined}
      form={form}
      draftKey={application ? `application-${application.id}-${application.version}` : 'new-application'}
      submitLabel={application ? t`Save correction` : t`Receive application`}
      save={save}
      onSaved={(message) => {
        notifications.show({ message, color: 'green' });
        goBack();
      }}
      onCancel={goBack}
    >
      {application && <WhatWasWrong application={application} />}
      <CandidateFields form={form} choices={choices} isNew={application === null} />
      <CertificateFields form={form} choices={choices} />
      <FormSection title={t`Photo and bank receipt`}>
        <FileField
          label={t`Photo`}
          kind="photo"
          path="photoFileId"
          isRequired
          value={form.values.photo}
          error={form.errors.photoFileId}
          upload={uploadFile}
          onChange={(photo) => form.setValues({ photo, photoFileId: photo?.id ?? '' })}
        />
        <FileField
          label={t`Bank receipt (DD)`}
          kind="receipt"
          path="receiptFileId"
          isRequired
          value={form.values.receipt}
          error={form.errors.receiptFileId}
          upload={uploadFile}
          onChange={(receipt) => form.setValues({ receipt, receiptFileId: receipt?.id ?? '' })}
        />
      </FormSection>
      <FormSection title={t`Fee`}>
        <RupeesInput
          label={t`Total amount`}
          description={t`Whole rupees; the convocation fee of the college.`}
          required
          {...form.getInputProps('totalAmount')}
        />
      </FormSection>
      {application && <RecordedDrafts application={application} />}
      <DraftFields form={form} title={application ? t`Further demand drafts` : t`Demand drafts`} />
    </FormPage>
  );
}

function CertificateFields({ form, choices }: { form: ApplicationFormState; choices: Choices }) {
  const colours = [...new Set(choices.papers.map((paper) => paper.colour))].sort();
  const papers = choices.papers.filter((paper) => paper.colour === form.values.colour);
  return (
    <FormSection title={t`Certificate`}>
      <Select
        label={t`Certificate type`}
        required
        data={choices.certificateTypes}
        {...form.getInputProps('certificateType')}
      />
      <Select
        label={t`Chosen Color`}
        required
        data={colours}
        {...form.getInputProps('colour')}
        onChange={(colour) => form.setValues({ colour: colour ?? '', paperId: '' })}
      />
      <Select
        label={t`Selected Paper`}
        required
        description={form.values.colour ? undefined : t`Choose the colour first.`}
        data={papers.map((paper) => ({ value: paper.id, label: paper.name }))}
        {...form.getInputProps('paperId')}
      />
    </FormSection>
  );
}

function WhatWasWrong({ application }: { application: ApplicationDetail }) {
  const isRejected = application.status === 'rejected';
  const by = isRejected ? application.rejectedBy! : application.returnedBy!;
  return (
    <Alert
      color={isRejected ? 'red' : 'yellow'}
      variant="light"
      icon={<IconArrowBackUp aria-hidden />}
      title={isRejected ? t`Rejected by ${by}` : t`Returned by ${by}`}
    >
      {isRejected ? (
        <Text size="sm">{application.rejectionRemark}</Text>
      ) : (
        <>
          <List size="sm">
            {application.returnReasons.map((reason) => (
              <List.Item key={reason}>{returnReasonLabels[reason]}</List.Item>
            ))}
          </List>
          {application.returnRemark && <Text size="sm">{application.returnRemark}</Text>}
        </>
      )}
    </Alert>
  );
}
