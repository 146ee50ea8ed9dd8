import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { api } from '#features/client.ts';
import { useChoices } from '#features/masters/web/use-choices.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { DeclaredInputOf } from '#platform/web/components/declared-input.tsx';
import { FoldedSection, FormSection } from '#platform/web/components/fields.tsx';
import { NameInput } from '#platform/web/components/name-input.tsx';
import { awardRecord } from '#shared/award-record.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { ApplicationDetail, EarlierApplication } from '../contract.ts';
import type { ApplicationFormState, Choices } from './application-form-values.ts';
import { inputOf, ownModes } from './application-labels.ts';
import classes from './candidate-fields.module.css';
import { type FoldProps, filledState, foldOf } from './form-faults.ts';
import type { NumberField } from './student-fill.ts';
import { nameOf, type StudentLookup } from './use-student-lookup.ts';

/** The numbers, which find the student of a new application and its duplicates. */
export function NumberFields(props: {
  form: ApplicationFormState;
  /** The application being corrected. */
  application: ApplicationDetail | null;
  lookup: StudentLookup;
}) {
  const { form, application, lookup } = props;
  const byRegistration = useEarlierApplication(form, 'registrationNumber', application);
  const byRoll = useEarlierApplication(form, 'examRollNumber', application);
  return (
    <FormSection title={t`Numbers`}>
      <div className={classes.numbers}>
        <NumberInput form={form} field="registrationNumber" earlier={byRegistration} />
        <NumberInput
          form={form}
          field="examRollNumber"
          earlier={byRoll?.id === byRegistration?.id ? null : byRoll}
        />
        {application === null && <StudentNotice {...lookup} />}
      </div>
    </FormSection>
  );
}

const always = [
  'candidateName',
  'candidateNameNative',
  'collegeId',
  'courseId',
  'academicYear',
  'modeOfStudy',
  'category',
  'attendance',
] as const;

/** The candidate and the studies, as the student master knows them for the most part. */
export function CandidateFields(props: FoldProps & { choices: Choices; isCorrection: boolean }) {
  const { form, faults, student, choices } = props;
  const modes = useChoices('modes_of_study', ownModes);
  const { courseId, guideName } = form.values;
  const hasGuide =
    guideName !== '' || choices.courses.some(({ id, namesGuide }) => id === courseId && namesGuide);
  const fold = foldOf(form, faults, [...always, 'guideName'], student);
  const fields = hasGuide ? ([...always, 'guideName'] as const) : always;
  return (
    <FoldedSection
      title={t`Candidate`}
      state={filledState(form, fields, student)}
      {...fold}
      isIncomplete={props.isCorrection || fold.isIncomplete}
    >
      <NameInput
        isLatin
        description={t`As on the marks card.`}
        required
        {...inputOf(form, 'candidateName')}
      />
      <NameInput {...inputOf(form, 'candidateNameNative')} />
      <ChoiceInput
        required
        data={choices.colleges.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
        {...inputOf(form, 'collegeId')}
      />
      <ChoiceInput
        required
        data={choices.courses.map(({ id, name }) => ({ value: id, label: name }))}
        {...inputOf(form, 'courseId')}
      />
      <ChoiceInput required data={choices.academicYears} {...inputOf(form, 'academicYear')} />
      <ChoiceInput required data={modes} {...inputOf(form, 'modeOfStudy')} />
      {hasGuide && <NameInput {...inputOf(form, 'guideName')} />}
      <ChoiceInput
        allowsOther
        data={choices.categories}
        maxLength={awardRecord.category.most}
        {...inputOf(form, 'category')}
      />
      <DeclaredInputOf form={form} name="attendance" field={awardRecord.attendance} />
    </FoldedSection>
  );
}

/** A number of the candidate, with a note if another application already has it. */
function NumberInput(props: {
  form: ApplicationFormState;
  field: NumberField;
  earlier: EarlierApplication | null;
}) {
  const { form, field, earlier } = props;
  return (
    <TextInput
      required
      data-plain-digits
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={earlier && <EarlierNote earlier={earlier} />}
      {...inputOf(form, field)}
    />
  );
}

/** Links to an existing application with the number above. */
function EarlierNote({ earlier }: { earlier: EarlierApplication }) {
  const { id, candidateName, registrationNumber, examRollNumber } = earlier;
  const acknowledgementNumber = formatAcknowledgement(earlier.acknowledgementNumber);
  return (
    <Text span size="sm" c="var(--mantine-color-orange-text)" role="status">
      <Trans>
        Already received:{' '}
        <Anchor href={paths.applicationReceiver.application(id)} target="_blank" rel="noopener" inherit>
          application ACK {acknowledgementNumber} {candidateName}
        </Anchor>
        , with College Registration number {registrationNumber} and Exam roll number {examRollNumber}.
      </Trans>
    </Text>
  );
}

const debounceMilliseconds = 300;
const minimumLength = 3;

/**
 * The existing application with a number of the form, in its college once that is chosen; null if there is none, or if
 * the number is that of the application being corrected.
 */
function useEarlierApplication(
  form: ApplicationFormState,
  by: NumberField,
  corrected: ApplicationDetail | null,
): EarlierApplication | null {
  const typed = form.values[by].trim();
  const [number] = useDebouncedValue(typed, debounceMilliseconds);
  const shouldLookUp = number === typed && typed.length >= minimumLength && typed !== corrected?.[by];
  const { data } = useQuery(
    api.applications.findEarlierApplication.queryOptions({
      input: { by, number, collegeId: form.values.collegeId || undefined },
      enabled: shouldLookUp,
    }),
  );
  const found = shouldLookUp ? data?.application : null;
  return found && found.id !== corrected?.id ? found : null;
}

/** Shows, and announces to screen readers, what the student master has for the numbers. */
function StudentNotice({ sentence, isWarning, several, choose, change }: StudentLookup) {
  const undoButton = useRef<HTMLButtonElement>(null);
  return (
    <div className={classes.notice}>
      <Text size="sm" c={isWarning ? 'var(--mantine-color-orange-text)' : 'dimmed'} role="status">
        {sentence}
      </Text>
      {several.map((student) => (
        <Button
          key={student.id}
          styles={{ label: { textAlign: 'start' } }}
          size="compact-sm"
          variant="default"
          onClick={() => {
            // The clicked button disappears, so the focus moves to the undo button.
            flushSync(() => choose(student));
            undoButton.current?.focus();
          }}
        >
          {nameOf(student)}
        </Button>
      ))}
      {change && (
        <Button ref={undoButton} size="compact-sm" variant="subtle" onClick={change.act}>
          {change.label}
        </Button>
      )}
    </div>
  );
}
