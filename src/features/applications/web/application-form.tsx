import { Alert, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { ORPCError } from '@orpc/client';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SetUpNotice, useMissing } from '#features/checklist/web/set-up-notice.tsx';
import { api, client } from '#features/client.ts';
import { refreshAfterCommand } from '#platform/web/api/reads.ts';
import { currentSession } from '#platform/web/api/session.ts';
import { FormSection } from '#platform/web/components/fields.tsx';
import { FileField } from '#platform/web/components/file-field.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { PageHeader } from '#platform/web/components/page.tsx';
import { RecordFormPage, useEditedRecord } from '#platform/web/components/record-form.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { stringifySearch } from '#platform/web/search-params.ts';
import { type AwardField, awardRecord } from '#shared/award-record.ts';
import { whyNot } from '#shared/errors.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../contract.ts';
import type { CorrectApplicationInput, ReceiveApplicationInput } from '../entry-contract.ts';
import { applicationCan } from '../rules.ts';
import {
  type ApplicationFormState,
  type ApplicationFormValues,
  type Choices,
  draftEntries,
  emptyDraft,
  isUntouched,
  newValues,
  nextValues,
  valuesOf,
  withOwnChoices,
} from './application-form-values.ts';
import { fieldLabels, useComparedText } from './application-labels.ts';
import { AwardFields, ContactFields } from './award-fields.tsx';
import { CandidateFields, NumberFields } from './candidate-fields.tsx';
import { CertificateFields } from './certificate-fields.tsx';
import { Conversation } from './conversation.tsx';
import { DraftFields, ReceiptFields, RecordedDrafts } from './draft-fields.tsx';
import { pinnedDrafts } from './draft-fill.ts';
import { FeeFields, useDueCharges } from './fee-fields.tsx';
import { faultsOf } from './form-faults.ts';
import { PinnedNote, type Received, ReceivedNote, VerifiedFields, VerifiedNote } from './form-notes.tsx';
import { answersOf, ReturnAnswers, withoutTicks } from './return-answers.tsx';
import { type LookedUpDraft, useDraftLookup } from './use-draft-lookup.ts';
import { useStudentLookup } from './use-student-lookup.ts';

/** The candidate just received, and the start values for the next one. */
type QueueStep = { received: Received; start: ApplicationFormValues };

/** /application-receiver/new-application; `?edit=<id>` opens the same form filled in, to correct. */
export function ApplicationFormPage() {
  const [queue, setQueue] = useState<{ count: number; before: QueueStep | null }>({ count: 0, before: null });
  const { data: choices, error } = useQuery(api.applications.listApplicationChoices.queryOptions());
  const counter = useCounter();
  return (
    <RecordFormPage get={api.applications.getApplication}>
      {(application) => {
        if (!choices || !counter.missing) {
          const failure = error ?? counter.error;
          return failure ? <ErrorNotice error={failure} /> : <Loading />;
        }
        if (!application && !counter.isOpen) return <BlockedCounter {...counter} missing={counter.missing} />;
        return (
          <ApplicationForm
            key={application?.id ?? `new-${queue.count}`}
            choices={withOwnChoices(choices, application)}
            application={application}
            before={application ? null : queue.before}
            onNext={(before) => setQueue(({ count }) => ({ count: count + 1, before }))}
          />
        );
      }}
    </RecordFormPage>
  );
}

/** Whether applications can be received. A form once open stays open, so that typed input is not lost. */
function useCounter() {
  const counter = useMissing('receiving');
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && counter.missing?.length === 0) setIsOpen(true);
  return { ...counter, isOpen };
}

/** Shown instead of the form while required set-up is missing. */
function BlockedCounter(props: Pick<ComponentProps<typeof SetUpNotice>, 'missing' | 'administrators'>) {
  return (
    <Stack gap="md">
      <PageHeader title={t`New application`} />
      <SetUpNotice work="receiving" {...props} />
    </Stack>
  );
}

type ApplicationFormProps = {
  choices: Choices;
  /** The application being corrected; null for a new one. */
  application: ApplicationDetail | null;
  before: QueueStep | null;
  /** Opens a new form for the next candidate. */
  onNext: (step: QueueStep) => void;
};

/** Receives a new application or corrects one that came back. */
function ApplicationForm({ choices, application, before, onNext }: ApplicationFormProps) {
  const router = useRouter();
  const given = givenNumbers(useSearch({ strict: false }));
  const known = useRef<LookedUpDraft['known'][]>([]);
  const form = useForm<ApplicationFormValues>({
    initialValues: application
      ? valuesOf(application)
      : (before?.start ?? { ...newValues(choices), ...given }),
    validate: (values) => faultsOf(values, application === null, known.current),
  });
  usePhotoById(form);
  const looked = useDraftLookup(form);
  known.current = looked.map((one) => one.known);
  const lookup = useStudentLookup(form, choices, application === null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (before || given.examRollNumber || given.drafts) form.getInputNode('registrationNumber')?.focus();
    else if (given.registrationNumber) form.getInputNode('examRollNumber')?.focus();
  }, []);
  const [newest, setNewest] = useState(application);
  const due = useDueCharges(form, newest);
  const editing = useEditedRecord<ApplicationDetail, ApplicationFormValues>({
    record: application,
    toValues: valuesOf,
    reload: async () => {
      const reloaded = await client.applications.getApplication({ id: application!.id });
      setNewest(reloaded);
      return reloaded;
    },
    labels: fieldLabels,
    textOf: useComparedText(choices),
  });
  const refetchAfterUnmount = useRef<() => void>(null);
  // Refetches after this form is gone: it would look up its own numbers again and delay the next form.
  useEffect(() => () => refetchAfterUnmount.current?.(), []);
  const receive = useCommand(client.applications.receiveApplication, {
    refresh: (queries, changed) => {
      refetchAfterUnmount.current = () => refreshAfterCommand(queries, changed);
    },
  });
  const correct = useCommand(client.applications.correctApplication);
  const reasons = newest?.status === 'returned' ? newest.returnReasons : [];
  const [openReasons, setOpenReasons] = useState<readonly string[]>([]);

  async function save(values: ApplicationFormValues): Promise<Received> {
    const drafts = values.totalAmount === 0 ? [] : values.drafts.filter((draft) => !isUntouched(draft));
    // The server's errors refer to drafts by their index in this list.
    if (drafts.length < values.drafts.length) form.setFieldValue('drafts', drafts);
    const entry = { ...values, ...leftBlank(form), drafts: draftEntries(drafts) } as ReceiveApplicationInput;
    const { candidateName } = values;
    if (application && editing) {
      const correction = {
        ...entry,
        id: application.id,
        version: editing.version,
        replacedReceipts: replacedReceipts(values, newest!),
        answers: answersOf(reasons, values),
      };
      await correct.run(correction).catch((error: unknown) => {
        const open = reasonsLeftOpen(error);
        setOpenReasons(open);
        form.setFieldValue('returnAnswers', withoutTicks(values, open));
        throw error;
      });
      const { id, acknowledgementNumber } = application;
      return { id, acknowledgementNumber, candidateName };
    }
    return { ...(await receive.run(entry)), candidateName };
  }

  function goBack(): void {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ href: paths.applicationReceiver.manageApplication });
  }

  /** The next application that was returned to this person, after this one. */
  async function openNextReturned({ returnedAt }: ApplicationDetail): Promise<void> {
    const mine = { status: 'returned', receivedBy: currentSession().staffId } as const;
    const query = { ...mine, sort: 'waitingSince', limit: 100 } as const;
    const { rows } = await client.applications.listApplications(query).catch(() => ({ rows: [] }));
    const next = rows.find((row) => row.returnedAt! > returnedAt!) ?? rows[0];
    const { newApplication, manageApplication } = paths.applicationReceiver;
    const href = next ? newApplication + stringifySearch({ edit: next.id }) : manageApplication;
    await router.navigate({ href, replace: true });
  }

  function finish(saved: Received): void {
    notifications.show({
      id: 'application-saved',
      color: 'green',
      autoClose: application ? undefined : 30_000,
      message: application ? (
        t`Correction saved. ${saved.candidateName} is back with the case workers.`
      ) : (
        <ReceivedNote received={saved} />
      ),
    });
    if (application?.status === 'returned') void openNextReturned(application);
    else goBack();
  }

  function goOn(received: Received): void {
    onNext({ received, start: nextValues(form.values, choices, kept) });
  }

  const total = form.values.totalAmount || 0;
  const folded = {
    form,
    faults: faultsOf(form.values, application === null, known.current),
    student: lookup.student,
  };
  const kept = application ? [] : pinnedDrafts(form.values.drafts, known.current, total);
  return (
    <FormPage
      title={application ? t`Correct application` : t`New application`}
      description={
        application
          ? t`Acknowledgement number ${formatAcknowledgement(application.acknowledgementNumber)}`
          : undefined
      }
      form={form}
      editing={editing}
      draftKey={application ? `application-${application.id}` : 'new-application'}
      draftName={(values) => [values.candidateName, values.registrationNumber]}
      submitLabel={application ? t`Save correction` : t`Receive application`}
      reason={(newest && whyNot(applicationCan.correct(newest))) ?? due.reason}
      save={save}
      onSaved={kept.length > 0 ? goOn : finish}
      alternative={application ? undefined : { label: t`Receive and next`, onSaved: goOn }}
      onCancel={goBack}
    >
      {before && (
        <Alert color="green" variant="light" icon={<IconCircleCheck aria-hidden />} role="status">
          <ReceivedNote received={before.received} />
          <PinnedNote drafts={form.values.drafts} looked={looked} />
        </Alert>
      )}
      {newest && <Conversation application={newest} />}
      <ReturnAnswers form={form} reasons={reasons} open={openReasons} />
      {newest && <VerifiedNote application={newest} />}
      <VerifiedFields application={newest}>
        <NumberFields form={form} application={application} lookup={lookup} />
      </VerifiedFields>
      <DraftFields
        form={form}
        looked={looked}
        title={application ? t`Further demand drafts` : t`Demand drafts`}
        pending={Math.max(0, total - (newest?.paidAmount ?? 0))}
        mayPin={application === null}
        fee={
          <VerifiedFields application={newest}>
            <FeeFields form={form} due={due} />
          </VerifiedFields>
        }
      />
      <FormSection title={t`Photo and receipt`}>
        <VerifiedFields application={newest}>
          <FileField
            label={fieldLabels.photo}
            kind="photo"
            path="photoFileId"
            isRequired
            value={form.values.photo}
            error={form.errors.photoFileId}
            onChange={(photo) => form.setValues({ photo })}
          />
        </VerifiedFields>
        <ReceiptFields form={form} looked={looked} />
      </FormSection>
      <VerifiedFields application={newest}>
        {newest && <RecordedDrafts form={form} application={newest} />}
        <CertificateFields form={form} choices={choices} application={application} />
        <CandidateFields {...folded} choices={choices} isCorrection={application !== null} />
        <AwardFields {...folded} />
        <ContactFields {...folded} />
      </VerifiedFields>
    </FormPage>
  );
}

/** What the counter's field was given: `?registration=`, `?roll=` or `?draft=`. */
function givenNumbers(search: object): Partial<ApplicationFormValues> {
  const { registration, roll, draft } = search as Partial<Record<string, string>>;
  return {
    ...(registration !== undefined && { registrationNumber: registration }),
    ...(roll !== undefined && { examRollNumber: roll }),
    ...(draft !== undefined && { drafts: [{ ...emptyDraft(), number: draft }] }),
  };
}

/** The reasons of the return that the server misses an answer to. */
function reasonsLeftOpen(error: unknown): readonly string[] {
  if (!(error instanceof ORPCError) || error.code !== 'applications.reasons_open') return [];
  return (error.data as { reasons: string[] }).reasons;
}

/** Omits blank award fields that nobody touched: the server takes them from the student master. */
function leftBlank({ values, isTouched }: ApplicationFormState): Partial<ReceiveApplicationInput> {
  const untouched = Object.keys(awardRecord).filter(
    (field) => values[field as AwardField] === '' && !isTouched(field),
  );
  return Object.fromEntries(untouched.map((field) => [field, undefined]));
}

/** Receipts of recorded drafts that were replaced. */
function replacedReceipts(
  { recordedReceipts }: ApplicationFormValues,
  { allocations }: ApplicationDetail,
): CorrectApplicationInput['replacedReceipts'] {
  return recordedReceipts.flatMap(({ demandDraftId, receipt, alikeReason }) => {
    const recorded = allocations.find((draft) => draft.demandDraftId === demandDraftId)?.receipt;
    return receipt && receipt.id !== recorded?.id
      ? [{ demandDraftId, receiptFileId: receipt.id, alikeReason: alikeReason || undefined }]
      : [];
  });
}

/** Keeps the sent id in step with the shown photo, be it from an upload, an autosave or a colleague's version. */
function usePhotoById(form: ApplicationFormState): void {
  const { photo } = form.values;
  // Before the browser paints: a form sent as soon as the photo shows must already have its id.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the file changes
  useLayoutEffect(() => {
    const id = photo?.id ?? '';
    if (form.getValues().photoFileId !== id) form.setFieldValue('photoFileId', id);
  }, [photo]);
}
