import { PasswordInput, TextInput } from '@mantine/core';
import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { initialPasswordHours, NewPassword, SecondFactor } from '#features/auth/contract.ts';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { FormSection } from '#platform/web/components/form-section.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { useEditedRecord } from '#platform/web/components/use-edited-record.ts';
import { paths } from '#shared/paths.ts';
import { type Role, roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import {
  type AddedRole,
  fieldsOfRole,
  type StaffField,
  type StaffMember,
  secondFactorLabels,
  staffEntryOf,
} from '../contract.ts';

/** What is typed; the fields that the role does not have stay empty and are not sent. */
type StaffValues = {
  name: string;
  code: string;
  email: string;
  password: string;
  mobile: string;
  printerCode: string;
  secondFactor: SecondFactor;
};

const labels: Record<StaffField, string> = {
  name: t`Name`,
  code: t`Code`,
  email: t`Email`,
  mobile: t`Mobile`,
  printerCode: t`Printer code`,
  secondFactor: t`MFA`,
};

const listOfRole: Record<Role, string> = {
  admin: paths.admin.userManagement,
  case_worker: paths.admin.caseWorkerManagement,
  receiver: paths.admin.applicationReceiverManagement,
  printer: paths.admin.printerManagement,
  auditor: paths.admin.auditorManagement,
};

type StaffFormProps = {
  /** The role whose fields it has. */
  of: Role;
  /** Null when somebody is added. */
  person: StaffMember | null;
  colleges: readonly { code: string; name: string }[];
};

/** Adds a member of staff or edits one. Nobody's password is edited: resending or Forgot Password replaces it. */
export function StaffForm({ of: role, person, colleges }: StaffFormProps) {
  const router = useRouter();
  const entry = staffEntryOf(role);
  const form = useForm<StaffValues>({
    initialValues: valuesOf(person),
    validate: schemaResolver(person ? entry : entry.extend({ password: NewPassword }), { sync: true }),
  });
  const codes = [
    { value: 'ALL', label: t`ALL (whole university)` },
    ...colleges.map(({ code, name }) => ({ value: code, label: `${code} — ${name}` })),
  ];
  const editing = useEditedRecord<StaffMember, StaffValues>({
    record: person,
    toValues: valuesOf,
    reload: () => client.staff.getStaff({ id: person!.id }),
    labels,
    textOf: (field, value) => textOf(field, String(value ?? ''), codes),
  });
  const add = useCommand(client.staff.addStaff);
  const edit = useCommand(client.staff.editStaff);
  const noun = roleLabels[role].toLowerCase();

  async function save(values: StaffValues): Promise<string> {
    const typed = entry.parse(values) as Pick<StaffValues, 'name' | 'email'>;
    if (person && editing) {
      await edit.run({ ...typed, id: person.id, version: editing.version });
      return t`${typed.name} is saved.`;
    }
    await add.run({ ...typed, role: role as AddedRole, password: values.password });
    return t`${typed.name} is added. A mail tells them how to sign in; hand them the initial password yourself.`;
  }

  function goBack(): void {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ href: listOfRole[role] });
  }

  return (
    <FormPage
      title={person ? t`Edit ${noun}` : t`Add ${noun}`}
      description={person ? `${person.name}, ${person.email}` : undefined}
      form={form}
      editing={editing}
      draftKey={person ? `staff-${person.id}` : `new-${role.replace('_', '-')}`}
      draftName={(values) => [values.name, values.email]}
      secrets={['password']}
      submitLabel={person ? t`Save ${noun}` : t`Add ${noun}`}
      save={save}
      onSaved={(message) => {
        notifications.show({ message, color: 'green' });
        goBack();
      }}
      onCancel={goBack}
    >
      <FormSection title={roleLabels[role]}>
        {fieldsOfRole[role].flatMap((field, index, fields) => {
          const element = fieldElement(field, { form, codes, isEdit: person !== null });
          // In the order of the specification the password stands before what only this role has.
          return !person && index === fields.length - 1 ? [passwordElement(form), element] : [element];
        })}
      </FormSection>
    </FormPage>
  );
}

type FormOf = UseFormReturnType<StaffValues, StaffValues, (values: StaffValues) => FormErrors>;
type Option = { value: string; label: string };

function fieldElement(
  field: StaffField,
  { form, codes, isEdit }: { form: FormOf; codes: readonly Option[]; isEdit: boolean },
): ReactElement {
  const input = { label: labels[field], required: true, ...form.getInputProps(field) };
  switch (field) {
    case 'code':
      return (
        <ChoiceInput
          key={field}
          data={codes}
          placeholder={t`Choose`}
          description={t`The college whose records this person can see and change.`}
          {...input}
        />
      );
    case 'secondFactor':
      return (
        <ChoiceInput
          key={field}
          data={SecondFactor.options.map((value) => ({ value, label: secondFactorLabels[value] }))}
          description={t`What is asked for after the password.`}
          {...input}
        />
      );
    case 'email':
      return (
        <TextInput
          key={field}
          type="email"
          autoComplete="off"
          description={
            isEdit
              ? t`A new Email Id signs the person out everywhere. For 24 hours their password cannot be reset, unless another admin confirms the change.`
              : t`The Email Id to sign in with; codes are mailed there.`
          }
          {...input}
        />
      );
    case 'mobile':
      return <TextInput key={field} type="tel" autoComplete="off" description={t`Ten digits.`} {...input} />;
    default:
      return <TextInput key={field} autoComplete="off" {...input} />;
  }
}

function passwordElement(form: FormOf): ReactElement {
  return (
    <PasswordInput
      key="password"
      label={t`Password`}
      description={t`At least 12 characters. It works for ${initialPasswordHours} hours; at the first sign-in the person chooses an own one.`}
      required
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t`Show password`, tabIndex: 0 }}
      {...form.getInputProps('password')}
    />
  );
}

function valuesOf(person: StaffMember | null): StaffValues {
  return {
    name: person?.name ?? '',
    code: person?.code ?? '',
    email: person?.email ?? '',
    password: '',
    mobile: person?.mobile ?? '',
    printerCode: person?.printerCode ?? '',
    secondFactor: person?.secondFactor ?? 'email_code',
  };
}

/** How a value reads where mine and theirs are compared. */
function textOf(field: string, value: string, codes: readonly Option[]): string {
  if (field === 'code') return codes.find((option) => option.value === value)?.label ?? value;
  if (field === 'secondFactor') return secondFactorLabels[value as SecondFactor];
  return value || '(empty)';
}
