import { z } from 'zod';
import { Email, NewPassword, SecondFactor } from '#features/auth/contract.ts';
import { listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { Day, Id, Moment, SearchTerm, sortOf, typedNumber, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { type Role, roles } from '#shared/roles.ts';
import { t } from '#shared/words.ts';

export const secondFactorLabels: Record<SecondFactor, string> = {
  email_code: t`Email code`,
  authenticator: t`Authenticator app`,
};

/** Roles that have a form; admins are created on the server by `npm run staff:create-admin`. */
export const addedRoles = ['case_worker', 'receiver', 'printer', 'auditor'] as const;
export type AddedRole = (typeof addedRoles)[number];

export const staffStatusLabels = {
  active: t`Active`,
  disabled: t`Disabled`,
  locked: t`Locked`,
  initial_password: t`Initial password`,
};
export type StaffStatus = keyof typeof staffStatusLabels;

export const StaffMember = z.object({
  id: Id,
  role: z.enum(roles),
  name: z.string(),
  email: z.string(),
  /** `ALL` or the code of one college. */
  code: z.string(),
  collegeName: z.string().nullable(),
  mobile: z.string().nullable(),
  printerCode: z.string().nullable(),
  secondFactor: SecondFactor,
  status: z.enum(namesOf(staffStatusLabels)),
  disabledAt: Moment.nullable(),
  /** Locked on every device. */
  lockedAt: Moment.nullable(),
  /** Locked on devices on which the person never signed in. */
  unknownDeviceLockedAt: Moment.nullable(),
  /** An identity provider signs people in, so passwords are not used. */
  passwordIsReplaced: z.boolean(),
  passwordIsInitial: z.boolean(),
  /** When an initial password expires; null once the person has chosen their own. */
  initialPasswordEndsAt: Moment.nullable(),
  /**
   * Whether the audit log has an event by this person; then the account cannot be deleted, because the log names it.
   */
  hasActed: z.boolean(),
  isLastAdmin: z.boolean(),
  hasAuthenticator: z.boolean(),
  hasPasskeys: z.boolean(),
  /**
   * An email change that no other admin has confirmed. Until then the password cannot be reset, and the provider signs
   * nobody in to the account.
   */
  emailHold: z.object({ until: Moment, changedBy: Id, changedByName: z.string() }).nullable(),
  createdAt: Moment,
  version: Version,
});
export type StaffMember = z.infer<typeof StaffMember>;

export const accountStateLabels = { active: t`Active`, disabled: t`Disabled`, deleted: t`Deleted` };

/** A person and their rights at the end of a past day. */
export const PersonOnDay = StaffMember.pick({
  id: true,
  name: true,
  email: true,
  role: true,
  collegeName: true,
}).extend({
  state: z.enum(namesOf(accountStateLabels)),
  /** The last change of the person up to then. */
  since: Moment,
});
export type PersonOnDay = z.infer<typeof PersonOnDay>;

const entryFields = {
  name: typedText().trim().min(2, t`Enter the name.`).max(120),
  /** `ALL` or a college's code. */
  code: z.string().min(1, t`Choose the code.`).max(12),
  email: Email,
  mobile: typedNumber()
    .trim()
    .regex(/^(\+91[ -]?)?[6-9]\d{4}[ -]?\d{5}$/, t`Enter the ten digits of the mobile number.`),
  printerCode: typedNumber().trim().min(1, t`Enter the printer code.`).max(20),
  secondFactor: SecondFactor,
};
export type StaffField = keyof typeof entryFields;

/** The fields of each role besides the common ones; all are required. */
export const fieldsOfRole: Record<Role, readonly StaffField[]> = {
  admin: ['name', 'email', 'secondFactor'],
  case_worker: ['name', 'code', 'email', 'mobile'],
  receiver: ['name', 'code', 'email', 'secondFactor'],
  printer: ['name', 'email', 'code', 'printerCode'],
  auditor: ['name', 'code', 'email', 'secondFactor'],
};

/** Exactly the fields of one role. */
export function staffEntryOf(role: Role) {
  return z.object(Object.fromEntries(fieldsOfRole[role].map((field) => [field, entryFields[field]])));
}

/** The fields of a person; the last three depend on the role. */
const StaffEntry = z.object({
  ...entryFields,
  code: entryFields.code.default('ALL'),
  mobile: entryFields.mobile.optional(),
  printerCode: entryFields.printerCode.optional(),
  /** If omitted, unchanged; for a new person the mailed code. */
  secondFactor: SecondFactor.optional(),
});

export const AddStaffInput = StaffEntry.extend({
  role: z.enum(addedRoles),
  /** Initial: the person has to choose their own at the first sign-in, within 72 hours. */
  password: NewPassword,
}).superRefine(({ role, ...entry }, context) => {
  for (const path of missingFields(role, entry)) {
    const issues = entryFields[path].safeParse('').error?.issues ?? [];
    context.addIssue({ code: 'custom', path: [path], message: issues[0]?.message ?? t`Fill this in.` });
  }
});
export type AddStaffInput = z.infer<typeof AddStaffInput>;

export const EditStaffInput = StaffEntry.extend({ id: Id, version: Version });
export type EditStaffInput = z.infer<typeof EditStaffInput>;

/** The role's fields that an entry omits. */
export function missingFields(role: Role, entry: Pick<z.infer<typeof StaffEntry>, 'mobile' | 'printerCode'>) {
  const ofSomeRoles = ['mobile', 'printerCode'] as const;
  return ofSomeRoles.filter((field) => fieldsOfRole[role].includes(field) && entry[field] === undefined);
}

export const StaffFilters = z.object({
  search: SearchTerm,
  role: z.enum(['all', ...roles]).default('all'),
  /** `enabled`: every account that is not disabled. */
  status: z.enum(['all', 'enabled']).default('all'),
});
export type StaffFilters = z.infer<typeof StaffFilters>;

const VersionOfStaff = z.object({ id: Id, version: Version });
export type VersionOfStaff = z.infer<typeof VersionOfStaff>;
const Written = z.object({ version: Version });

/** Acts that give access need a recent sign-in; those that remove it do not. */
const fresh = { freshAuthentication: true } as const;

/** A change of one account whose only input is the version seen. */
function changeOf(
  verb: string,
  summary: string,
  errors: readonly ErrorCode[],
  options: { freshAuthentication?: true } = {},
) {
  return operation(`POST /staff/{id}/${verb}`, {
    summary,
    access: 'staff:edit',
    errors: ['staff.not_found', 'records.stale', ...errors],
    ...options,
  }).input(VersionOfStaff);
}

export const staffContract = {
  ...listOperation('Staff', {
    path: '/staff',
    of: 'the members of staff',
    access: 'staff:read',
    row: StaffMember,
    filters: StaffFilters,
    sort: sortOf(['name', 'email', 'role', 'createdAt']).default('name'),
  }),
  listStaffCodes: operation('GET /staff-codes', {
    summary: 'What the select of the code offers besides ALL: every college.',
    access: 'staff:read',
    reads: ['colleges'],
  }).output(z.object({ colleges: z.array(z.object({ code: z.string(), name: z.string() })) })),
  getStaff: readRecord('/staff/{id}', {
    summary: 'One member of staff.',
    access: 'staff:read',
    errors: ['staff.not_found'],
    answer: StaffMember,
  }),
  listPeopleOn: operation('GET /people-on-day', {
    summary:
      'Everybody who had an account at the end of a day, with the rights of then, by the audit log alone.',
    access: 'people:read_past',
    reads: ['staff'],
  })
    .input(z.object({ day: Day }))
    .output(z.object({ people: z.array(PersonOnDay) })),
  addStaff: operation('POST /staff', {
    summary: 'Adds a member of staff with an initial password, and mails them how to sign in.',
    access: 'staff:edit',
    freshAuthentication: true,
  })
    .input(AddStaffInput)
    .output(z.object({ id: Id })),
  editStaff: operation('POST /staff/{id}/edit', {
    summary:
      'Changes what is known of a person. Role and password stay; another Email Id ends their sessions and holds password resets, or sign-ins by the provider, for a day.',
    access: 'staff:edit',
    freshAuthentication: true,
    errors: ['staff.not_found', 'records.stale'],
  })
    .input(EditStaffInput)
    .output(Written),
  disableStaff: changeOf('disable', 'Shuts the person out at once: every session ends.', [
    'staff.own_account',
    'staff.already_disabled',
    'staff.last_admin',
  ]).output(Written),
  enableStaff: changeOf(
    'enable',
    'Lets a disabled person sign in again.',
    ['staff.not_disabled'],
    fresh,
  ).output(Written),
  endStaffSessions: operation('POST /staff/{id}/end-sessions', {
    summary: 'Signs the person out on every device at once.',
    access: 'staff:edit',
    errors: ['staff.not_found', 'staff.own_account', 'staff.not_signed_in'],
  })
    .input(z.object({ id: Id }))
    .output(z.object({ ended: z.number().int() })),
  confirmStaffEmail: changeOf(
    'confirm-email',
    'A second admin confirms a change of Email Id, so that it opens the account before 24 hours are over.',
    ['staff.own_account', 'staff.own_email_change', 'staff.email_not_held'],
    fresh,
  ).output(Written),
  unlockStaff: changeOf(
    'unlock',
    'Lifts the lock of too many wrong codes and forgets them.',
    ['staff.own_account', 'staff.not_locked'],
    fresh,
  ).output(Written),
  resendInitialPassword: changeOf(
    'resend-password',
    'Mails a new initial password to a person who has not chosen an own one yet.',
    [
      'staff.own_account',
      'staff.password_chosen',
      'staff.already_disabled',
      'staff.email_held',
      'auth.provider_replaces_password',
    ],
    fresh,
  ).output(Written),
  resetAuthenticator: changeOf(
    'reset-authenticator',
    'Forgets the authenticator app and the passkeys of a person who lost a device; they sign in by mail and set them up anew.',
    ['staff.own_account', 'staff.no_authenticator'],
    fresh,
  ).output(Written),
  deleteStaff: changeOf('delete', 'Removes a person who has never done anything in the portal.', [
    'staff.own_account',
    'staff.has_acted',
    'staff.last_admin',
  ]).output(z.object({})),
};
