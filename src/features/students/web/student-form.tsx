import { Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useRouter } from '@tanstack/react-router';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { FormSection } from '#platform/web/components/form-section.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { useEditedRecord } from '#platform/web/components/use-edited-record.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type Student, StudentEntry } from '../contract.ts';

const labels: Record<keyof StudentEntry, string> = {
  name: t`Student Name`,
  nameNative: t`Name in Kannada or Devanagari`,
  collegeId: t`College`,
  address: t`Address`,
  registrationNumber: t`Registration number`,
  examRollNumber: t`Exam roll number`,
};

type CollegeChoice = { id: string; name: string; code: string };

/** Adds a student to the master or edits one. */
export function StudentForm({ colleges, student }: { colleges: CollegeChoice[]; student: Student | null }) {
  const router = useRouter();
  const form = useForm<StudentEntry>({
    initialValues: valuesOf(student),
    validate: schemaResolver(StudentEntry, { sync: true }),
  });
  const choices = colleges.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }));
  const editing = useEditedRecord<Student, StudentEntry>({
    record: student,
    toValues: valuesOf,
    reload: () => client.students.getStudent({ id: student!.id }),
    labels,
    textOf: (field, value) =>
      (field === 'collegeId' ? choices.find((choice) => choice.value === value)?.label : String(value)) ||
      '(empty)',
  });
  const add = useCommand(client.students.addStudent);
  const edit = useCommand(client.students.editStudent);

  async function save(entry: StudentEntry): Promise<string> {
    if (student && editing) {
      await edit.run({ ...entry, id: student.id, version: editing.version });
      return t`${entry.name} is saved.`;
    }
    await add.run(entry);
    return t`${entry.name} is added.`;
  }

  function goBack(): void {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ href: paths.admin.studentMaster });
  }

  return (
    <FormPage
      title={student ? t`Edit student` : t`Add student`}
      description={student ? `${student.name}, ${student.registrationNumber}` : undefined}
      form={form}
      editing={editing}
      draftKey={student ? `student-${student.id}` : 'new-student'}
      draftName={(values) => [values.name, values.registrationNumber]}
      submitLabel={student ? t`Save student` : t`Add student`}
      save={save}
      onSaved={(message) => {
        notifications.show({ message, color: 'green' });
        goBack();
      }}
      onCancel={goBack}
    >
      <FormSection title={t`Student`}>
        <TextInput
          label={labels.name}
          description={t`As on the marks card.`}
          required
          {...form.getInputProps('name')}
        />
        <TextInput
          label={labels.nameNative}
          description={t`If the marks card has it.`}
          {...form.getInputProps('nameNative')}
        />
        <ChoiceInput label={labels.collegeId} required data={choices} {...form.getInputProps('collegeId')} />
        <Textarea label={labels.address} required autosize minRows={2} {...form.getInputProps('address')} />
        <TextInput label={labels.registrationNumber} required {...form.getInputProps('registrationNumber')} />
        <TextInput
          label={labels.examRollNumber}
          description={t`Optional. It can be added later, with the first examination.`}
          {...form.getInputProps('examRollNumber')}
        />
      </FormSection>
    </FormPage>
  );
}

function valuesOf(student: Student | null): StudentEntry {
  return {
    name: student?.name ?? '',
    nameNative: student?.nameNative ?? '',
    collegeId: student?.collegeId ?? '',
    address: student?.address ?? '',
    registrationNumber: student?.registrationNumber ?? '',
    examRollNumber: student?.examRollNumber ?? '',
  };
}
