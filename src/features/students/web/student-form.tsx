import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { useChoices } from '#features/masters/web/use-choices.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { DeclaredInputOf } from '#platform/web/components/declared-input.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { NameInput } from '#platform/web/components/name-input.tsx';
import { RecordFormPage, useRecordForm } from '#platform/web/components/record-form.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { blankEntry, mapFields, textOfField } from '#shared/declared-field.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type StudentDetail, StudentEntry } from '../contract.ts';
import { studentRecord } from '../studies.ts';

type StudentFormValues = Required<StudentEntry>;

const labels: Record<keyof StudentFormValues, string> = {
  name: t`Student Name`,
  nameNative: t`Name in another script`,
  collegeId: t`College`,
  address: t`Address`,
  registrationNumber: t`Registration number`,
  examRollNumber: t`Exam roll number`,
  ...mapFields(studentRecord, ({ label }) => label),
};

type CollegeChoice = { id: string; name: string; code: string };

/** /admin/add-student; `?edit=<id>` opens a student. */
export function StudentFormPage() {
  const { data: colleges, error } = useQuery(api.colleges.listCollegeChoices.queryOptions());
  return (
    <RecordFormPage get={api.students.getStudent}>
      {(student) => {
        if (!colleges) return error ? <ErrorNotice error={error} /> : <Loading />;
        return <StudentForm key={student?.id ?? 'new'} colleges={colleges} student={student} />;
      }}
    </RecordFormPage>
  );
}

function StudentForm({ colleges, student }: { colleges: CollegeChoice[]; student: StudentDetail | null }) {
  const courses = useCourses(student);
  const names = {
    courses,
    modes_of_study: useChoices('modes_of_study'),
    categories: useChoices('categories'),
  };
  const choices = colleges.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }));
  const { form, page } = useRecordForm<StudentDetail, StudentFormValues>({
    record: student,
    name: 'student',
    schema: StudentEntry,
    blank: {
      name: '',
      nameNative: '',
      collegeId: '',
      address: '',
      registrationNumber: '',
      examRollNumber: '',
      ...blankEntry(studentRecord),
    },
    get: client.students.getStudent,
    add: client.students.addStudent,
    edit: client.students.editStudent,
    added: (entry) => t`${entry.name} is added.`,
    saved: (entry) => t`${entry.name} is saved.`,
    backTo: paths.admin.studentMaster,
    labels,
    textOf: (field, value) => textOf(field, value) || t`(empty)`,
  });

  function textOf(field: keyof StudentEntry, value: unknown) {
    if (field === 'collegeId') return choices.find((choice) => choice.value === value)?.label;
    if (field === 'courseId') return courses.find((course) => course.value === value)?.label;
    return textOfField(studentRecord, field, value);
  }

  return (
    <FormPage
      {...page}
      title={student ? t`Edit student` : t`Add student`}
      description={student ? `${student.name}, ${student.registrationNumber}` : undefined}
      draftName={(values) => [values.name, values.registrationNumber]}
      submitLabel={student ? t`Save student` : t`Add student`}
    >
      <FormSection title={t`Student`}>
        <NameInput
          isLatin
          label={labels.name}
          description={t`As on the marks card.`}
          required
          {...form.getInputProps('name')}
        />
        <NameInput
          label={labels.nameNative}
          description={t`If the marks card has it.`}
          {...form.getInputProps('nameNative')}
        />
        <ChoiceInput label={labels.collegeId} required data={choices} {...form.getInputProps('collegeId')} />
        <Textarea label={labels.address} required autosize minRows={2} {...form.getInputProps('address')} />
        <TextInput
          label={labels.registrationNumber}
          required
          data-plain-digits
          {...form.getInputProps('registrationNumber')}
        />
        <TextInput
          label={labels.examRollNumber}
          data-plain-digits
          description={t`Optional. It can be added later, with the first examination.`}
          {...form.getInputProps('examRollNumber')}
        />
      </FormSection>
      <FormSection
        title={t`Award record`}
        description={t`As far as the college knows it. All of it is optional.`}
      >
        {Object.entries(studentRecord).map(([name, field]) => (
          <DeclaredInputOf key={name} form={form} name={name} field={field} names={names} />
        ))}
      </FormSection>
    </FormPage>
  );
}

/** The courses offered today, and the student's own. */
function useCourses(student: StudentDetail | null) {
  const { data } = useQuery(api.applications.listApplicationChoices.queryOptions());
  const courses = (data?.courses ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { courseId = null, courseDegree = null } = student ?? {};
  const isOffered = courseId === null || courses.some(({ value }) => value === courseId);
  return isOffered ? courses : [...courses, { value: courseId, label: courseDegree ?? courseId }];
}
