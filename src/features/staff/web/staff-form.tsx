import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { initialPasswordHours, NewPassword, type SecondFactor } from '#features/auth/contract.ts';
import { api, client } from '#features/client.ts';
import { useSignOn } from '#platform/web/api/session.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { PasswordField } from '#platform/web/components/password-field.tsx';
import { RecordFormPage, useRecordForm } from '#platform/web/components/record-form.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { capitalized } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { type Role, roleLabels } from '#shared/roles.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import {
  type AddedRole,
  fieldsOfRole,
  type StaffField,
  type StaffMember,
  secondFactorLabels,
  staffEntryOf,
} from '../contract.ts';

/** The form's values; fields that the role lacks stay empty and are not sent. */
type StaffValues = Record<Exclude<StaffField, 'secondFactor'> | 'password', string> & {
  secondFactor: SecondFactor;
};

/** The input of the command; its other fields depend on the role. */
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

/** The form of one role; `?edit=<id>` opens an account. */
export function StaffFormPage({ of }: { of: Role }) {
  const { data: codes, error } = useQuery(api.staff.listStaffCodes.queryOptions());
  return (
    <RecordFormPage get={api.staff.getStaff}>
      {(person) => {
        if (!codes) return error ? <ErrorNotice error={error} /> : <Loading />;
        // The role is the person's own, whatever page the URL names.
        return (
          <StaffForm
            key={person?.id ?? 'new'}
            of={person?.role ?? of}
            person={person}
            colleges={codes.colleges}
          />
        );
      }}
    </RecordFormPage>
  );
}

/** /admin/add-case-worker. */
export const AddCaseWorkerPage = () => <StaffFormPage of="case_worker" />;

/** /admin/add-application-receiver. */
export const AddApplicationReceiverPage = () => <StaffFormPage of="receiver" />;

/** /admin/add-printer. */
export const AddPrinterPage = () => <StaffFormPage of="printer" />;

/** /admin/add-auditor. */
export const AddAuditorPage = () => <StaffFormPage of="auditor" />;

type StaffFormProps = {
  /** The role whose fields are shown. */
  of: Role;
  /** Null to add somebody. */
  person: StaffMember | null;
  colleges: readonly { code: string; name: string }[];
};

/** Adds or edits a member of staff. Passwords are not edited: resending or Forgot Password replaces them. */
function StaffForm({ of: role, person, colleges }: StaffFormProps) {
  const entry = staffEntryOf(role);
  const { provider } = useSignOn();
  const hasPassword = !person && !provider;
  // With an identity provider, the portal's password is random and known to nobody.
  const [nobodysPassword] = useState(() => crypto.randomUUID());
  const codes = [
    { value: 'ALL', label: t`ALL (whole university)` },
    ...colleges.map(({ code, name }) => ({ value: code, label: `${code} — ${name}` })),
  ];
  const { form, page } = useRecordForm<StaffMember, StaffValues, StaffEntry>({
    record: person,
    name: person ? 'staff' : role.replace('_', '-'),
    schema: hasPassword ? entry.extend({ password: NewPassword }) : entry,
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
    add: (typed, options) => {
      const password = provider ? nobodysPassword : typed.password;
      return client.staff.addStaff({ ...typed, password, role: role as AddedRole }, options);
    },
    edit: ({ password: _, ...typed }, options) => client.staff.editStaff(typed, options),
    added: ({ name }) =>
      provider
        ? t`${name} is added. A mail tells them how to sign in.`
        : t`${name} is added. A mail tells them how to sign in; hand them the initial password yourself.`,
    saved: ({ name }) => t`${name} is saved.`,
    backTo: listOfRole[role],
    labels,
    textOf: (field, value) => textOf(field, String(value ?? ''), codes),
  });
  const noun = translateLabel(roleLabels[role]).toLowerCase();

  return (
    <FormPage
      {...page}
      title={person ? t`Edit ${noun}` : t`Add ${noun}`}
      description={person ? `${person.name}, ${person.email}` : undefined}
      draftName={(values) => [values.name, values.email]}
      secrets={['password']}
      submitLabel={person ? t`Save ${noun}` : t`Add ${noun}`}
    >
      <FormSection title={capitalized(translateLabel(roleLabels[role]))}>
        {fieldsOfRole[role].flatMap((field, index, fields) => {
          const { data, ...look } = lookOf(field, { codes, isEdit: person !== null, provider });
          const input = { ...look, label: labels[field], required: true, ...form.getInputProps(field) };
          const element = data ? (
            <ChoiceInput key={field} data={data} {...input} />
          ) : (
            <TextInput key={field} autoComplete="off" {...input} />
          );
          // The specification puts the password before the field that only this role has.
          return hasPassword && index === fields.length - 1 ? [passwordElement(form), element] : [element];
        })}
      </FormSection>
    </FormPage>
  );
}

type Option = { value: string; label: string };

/** Props of a field; one with `data` is a select. */
function lookOf(
  field: StaffField,
  { codes, isEdit, provider }: { codes: Option[]; isEdit: boolean; provider: boolean },
) {
  switch (field) {
    case 'code':
      return {
        data: codes,
        placeholder: t`Choose`,
        description: t`The college whose records this person can see and change.`,
      };
    case 'secondFactor':
      return {
        data: optionsOf(secondFactorLabels),
        description: t`Where the code comes from that is asked for when the person signs in.`,
      };
    case 'email':
      return {
        type: 'email',
        description: isEdit
          ? consequenceOfMove(provider)
          : t`The Email Id to sign in with; codes are mailed there.`,
      };
    case 'mobile':
      return { type: 'tel', description: t`Ten digits.` };
    default:
      return {};
  }
}

function consequenceOfMove(provider: boolean): string {
  return provider
    ? t`A new Email Id signs the person out everywhere. For 24 hours they cannot sign in with the university account, unless another admin confirms the change.`
    : t`A new Email Id signs the person out everywhere. For 24 hours their password cannot be reset, unless another admin confirms the change.`;
}

function passwordElement(form: UseFormReturnType<StaffValues>): ReactElement {
  return (
    <PasswordField
      key="password"
      label={t`Password`}
      description={t`At least 12 characters. It works for ${initialPasswordHours} hours. The person chooses their own at first sign-in.`}
      required
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t`Show password`, tabIndex: 0 }}
      {...form.getInputProps('password')}
    />
  );
}

/** A value as text, for comparing conflicting edits. */
function textOf(field: string, value: string, codes: Option[]): string {
  if (field === 'code') return codes.find((option) => option.value === value)?.label ?? value;
  if (field === 'secondFactor') return secondFactorLabels[value as SecondFactor];
  return value || '(empty)';
}
