import { TextInput } from '@mantine/core';
import { useChoices } from '#features/masters/web/use-choices.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { t } from '#shared/words.ts';
import { type ApplicationDetail, type EarlierApplication, modesOfStudy } from '../contract.ts';
import type { ApplicationFormState, Choices } from './application-form-values.ts';
import { inputOf } from './application-labels.ts';
import { EarlierNote } from './earlier-note.tsx';
import type { NumberField } from './student-fill.ts';
import { StudentNotice } from './student-notice.tsx';
import { useEarlierApplication } from './use-earlier-application.ts';
import { useStudentLookup } from './use-student-lookup.ts';

const ownModes = Object.fromEntries(modesOfStudy.map((mode) => [mode, mode]));

/** The candidate. The numbers come first, because they find the student of a new application. */
export function CandidateFields({
  form,
  choices,
  application,
}: {
  form: ApplicationFormState;
  choices: Choices;
  /** The application being corrected. */
  application: ApplicationDetail | null;
}) {
  const isNew = application === null;
  const lookup = useStudentLookup(form, isNew);
  const byRegistration = useEarlierApplication(form, 'registrationNumber', application?.registrationNumber);
  const byRoll = useEarlierApplication(form, 'examRollNumber', application?.examRollNumber);
  const modes = useChoices('modes_of_study', ownModes);
  return (
    <FormSection title={t`Candidate`}>
      <NumberInput form={form} field="registrationNumber" earlier={byRegistration} />
      <NumberInput
        form={form}
        field="examRollNumber"
        earlier={byRoll?.id === byRegistration?.id ? null : byRoll}
      />
      {isNew && <StudentNotice {...lookup} />}
      <TextInput description={t`As on the marks card.`} required {...inputOf(form, 'candidateName')} />
      <TextInput {...inputOf(form, 'candidateNameNative')} />
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
      <TextInput description={t`For a doctorate.`} {...inputOf(form, 'guideName')} />
    </FormSection>
  );
}

/** A number of the candidate, with a note if another application already has it. */
function NumberInput({
  form,
  field,
  earlier,
}: {
  form: ApplicationFormState;
  field: NumberField;
  earlier: EarlierApplication | null;
}) {
  return (
    <TextInput
      required
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={earlier && <EarlierNote earlier={earlier} />}
      {...inputOf(form, field)}
    />
  );
}
