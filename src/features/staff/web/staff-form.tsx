import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactElement } from 'react';
import { initialPasswordHours, NewPassword, SecondFactor } from '#features/auth/contract.ts';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { FormSection } from '#platform/web/components/form-section.tsx';
import { useRecordForm } from '#platform/web/components/use-record-form.ts';
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

/** What is sent; which of its fields depends on the role. */
type StaffEntry = Pick<StaffValues, 'name' | 'email' | 'password'>;

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
  const entry = staffEntryOf(role);
  const codes = [
    { value: 'ALL', label: t`ALL (whole university)` },
    ...colleges.map(({ code, name }) => ({ value: code, label: `${code} — ${name}` })),
  ];
  const { form, page } = useRecordForm<StaffMember, StaffValues, StaffEntry>({
    record: person,
    name: person ? 'staff' : role.replace('_', '-'),
    schema: person ? entry : entry.extend({ password: NewPassword }),
    blank: {
      name: '',
      code: '',
      email: '',
      password: '',
      mobile: '',
      printerCode: '',
      secondFactor: 'email_code',
    },
    toEntry: (values) => ({ ...(entry.parse(values) as StaffEntry), password: values.password }),
    get: client.staff.getStaff,
    add: (typed, options) => client.staff.addStaff({ ...typed, role: role as AddedRole }, options),
    edit: ({ password: _, ...typed }, options) => client.staff.editStaff(typed, options),
    added: ({ name }) =>
      t`${name} is added. A mail tells them how to sign in; hand them the initial password yourself.`,
    saved: ({ name }) => t`${name} is saved.`,
    backTo: listOfRole[role],
    labels,
    textOf: (field, value) => textOf(field, String(value ?? ''), codes),
  });
  const noun = roleLabels[role].toLowerCase();

  return (
    <FormPage
      {...page}
      title={person ? t`Edit ${noun}` : t`Add ${noun}`}
      description={person ? `${person.name}, ${person.email}` : undefined}
      draftName={(values) => [values.name, values.email]}
      secrets={['password']}
      submitLabel={person ? t`Save ${noun}` : t`Add ${noun}`}
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

type FormOf = UseFormReturnType<StaffValues>;
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

/** How a value reads where mine and theirs are compared. */
function textOf(field: string, value: string, codes: readonly Option[]): string {
  if (field === 'code') return codes.find((option) => option.value === value)?.label ?? value;
  if (field === 'secondFactor') return secondFactorLabels[value as SecondFactor];
  return value || '(empty)';
}
