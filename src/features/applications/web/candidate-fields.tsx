import { TextInput } from '@mantine/core';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormSection } from '#platform/web/components/form-section.tsx';
import { t } from '#shared/words.ts';
import { modesOfStudy } from '../contract.ts';
import type { ApplicationFormState, Choices } from './application-form-values.ts';
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
      <TextInput
        label={t`College Registration number`}
        required
        {...form.getInputProps('registrationNumber')}
      />
      <TextInput label={t`Exam roll number`} required {...form.getInputProps('examRollNumber')} />
      {isNew && <StudentNotice {...lookup} />}
      <TextInput
        label={t`Candidate name`}
        description={t`As on the marks card.`}
        required
        {...form.getInputProps('candidateName')}
      />
      <TextInput label={t`Name in Kannada or Devanagari`} {...form.getInputProps('candidateNameNative')} />
      <ChoiceInput
        label={t`College name`}
        required
        data={choices.colleges.map((college) => ({
          value: college.id,
          label: `${college.name} (${college.code})`,
        }))}
        {...form.getInputProps('collegeId')}
      />
      <ChoiceInput
        label={t`Course/Degree`}
        required
        data={choices.courses.map((course) => ({ value: course.id, label: course.name }))}
        {...form.getInputProps('courseId')}
      />
      <ChoiceInput
        label={t`Academic year`}
        required
        data={choices.academicYears}
        {...form.getInputProps('academicYear')}
      />
      <ChoiceInput
        label={t`Mode of study`}
        required
        data={[...modesOfStudy]}
        {...form.getInputProps('modeOfStudy')}
      />
      <TextInput
        label={t`Guide name`}
        description={t`For a doctorate.`}
        {...form.getInputProps('guideName')}
      />
    </FormSection>
  );
}
