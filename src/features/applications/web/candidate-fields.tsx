import { TextInput } from '@mantine/core';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormSection } from '#platform/web/components/form-section.tsx';
import { t } from '#shared/words.ts';
import { modesOfStudy } from '../contract.ts';
import type { ApplicationFormState, Choices } from './application-form-values.ts';
import { inputOf } from './application-labels.ts';
import { StudentNotice } from './student-notice.tsx';
import { useStudentLookup } from './use-student-lookup.ts';

/** Who applies. The numbers come first, because a new application finds its student by them. */
export function CandidateFields({
  form,
  choices,
  isNew,
}: {
  form: ApplicationFormState;
  choices: Choices;
  isNew: boolean;
}) {
  const lookup = useStudentLookup(form, isNew);
  return (
    <FormSection title={t`Candidate`}>
      <TextInput required {...inputOf(form, 'registrationNumber')} />
      <TextInput required {...inputOf(form, 'examRollNumber')} />
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
      <ChoiceInput required data={[...modesOfStudy]} {...inputOf(form, 'modeOfStudy')} />
      <TextInput description={t`For a doctorate.`} {...inputOf(form, 'guideName')} />
    </FormSection>
  );
}
