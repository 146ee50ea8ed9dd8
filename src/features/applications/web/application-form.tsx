import { Alert, List, Select, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { client } from '#web/api/client.ts';
import { uploadFile } from '#web/api/upload.ts';
import { FileField } from '#web/components/file-field.tsx';
import { FormPage } from '#web/components/form-page.tsx';
import { FormSection } from '#web/components/form-section.tsx';
import { RupeesInput } from '#web/components/rupees-input.tsx';
import { useCommand } from '#web/components/use-command.ts';
import { paths } from '#web/paths.ts';
import {
  type ApplicationDetail,
  CorrectApplicationInput,
  ReceiveApplicationInput,
  returnReasonLabels,
} from '../contract.ts';
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
      return `The application of ${values.candidateName} waits for a decision again.`;
    }
    const { acknowledgementNumber } = await receive.run(entry);
    return `Received: acknowledgement number ${acknowledgementNumber} for ${values.candidateName}.`;
  }

  function goBack(): void {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ href: paths.applicationReceiver.manageApplication });
  }

  return (
    <FormPage
      title={application ? 'Correct application' : 'New application'}
      description={application ? `Acknowledgement number ${application.acknowledgementNumber}` : undefined}
      form={form}
      draftKey={application ? `application-${application.id}-${application.version}` : 'new-application'}
      submitLabel={application ? 'Save correction' : 'Receive application'}
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
      <FormSection title="Photo and bank receipt">
        <FileField
          label="Photo"
          kind="photo"
          path="photoFileId"
          isRequired
          value={form.values.photo}
          error={form.errors.photoFileId}
          upload={uploadFile}
          onChange={(photo) => form.setValues({ photo, photoFileId: photo?.id ?? '' })}
        />
        <FileField
          label="Bank receipt (DD)"
          kind="receipt"
          path="receiptFileId"
          isRequired
          value={form.values.receipt}
          error={form.errors.receiptFileId}
          upload={uploadFile}
          onChange={(receipt) => form.setValues({ receipt, receiptFileId: receipt?.id ?? '' })}
        />
      </FormSection>
      <FormSection title="Fee">
        <RupeesInput
          label="Total amount"
          description="Whole rupees; the convocation fee of the college."
          required
          {...form.getInputProps('totalAmount')}
        />
      </FormSection>
      {application && <RecordedDrafts application={application} />}
      <DraftFields form={form} title={application ? 'Further demand drafts' : 'Demand drafts'} />
    </FormPage>
  );
}

function CertificateFields({ form, choices }: { form: ApplicationFormState; choices: Choices }) {
  const colours = [...new Set(choices.papers.map((paper) => paper.colour))].sort();
  const papers = choices.papers.filter((paper) => paper.colour === form.values.colour);
  return (
    <FormSection title="Certificate">
      <Select
        label="Certificate type"
        required
        data={choices.certificateTypes}
        {...form.getInputProps('certificateType')}
      />
      <Select
        label="Chosen Color"
        required
        data={colours}
        {...form.getInputProps('colour')}
        onChange={(colour) => form.setValues({ colour: colour ?? '', paperId: '' })}
      />
      <Select
        label="Selected Paper"
        required
        description={form.values.colour ? undefined : 'Choose the colour first.'}
        data={papers.map((paper) => ({ value: paper.id, label: paper.name }))}
        {...form.getInputProps('paperId')}
      />
    </FormSection>
  );
}

function WhatWasWrong({ application }: { application: ApplicationDetail }) {
  const isRejected = application.status === 'rejected';
  const by = isRejected ? application.rejectedBy : application.returnedBy;
  return (
    <Alert
      color={isRejected ? 'red' : 'yellow'}
      variant="light"
      icon={<IconArrowBackUp aria-hidden />}
      title={`${isRejected ? 'Rejected' : 'Returned'} by ${by}`}
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
