import {
  type Icon,
  IconDeviceMobileOff,
  IconKey,
  IconLockOpen,
  IconLogout,
  IconMailCheck,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { initialPasswordHours } from '#features/auth/contract.ts';
import { client } from '#features/client.ts';
import { CommandDialog, DeleteDialog } from '#platform/web/components/command-dialog.tsx';
import { type RowAction, viewAction } from '#platform/web/components/list.tsx';
import type { CommandCall } from '#platform/web/components/use-command.tsx';
import { whyNot } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { StaffMember, VersionOfStaff } from '../contract.ts';
import { type StaffRuling, staffCan } from '../rules.ts';

/** An act on an account: its rule, and the confirmation that names the person. */
type StaffAct = {
  label: string;
  icon: Icon;
  can: (person: StaffMember, actorId: string) => StaffRuling;
  call: CommandCall<VersionOfStaff, unknown>;
  tone?: 'danger';
  question: (name: string) => string;
  consequence: (person: StaffMember) => string;
  done: (name: string) => string;
};

const disable: StaffAct = {
  label: t`Disable`,
  icon: IconUserOff,
  can: staffCan.disable,
  call: client.staff.disableStaff,
  tone: 'danger',
  question: (name) => t`Disable ${name}?`,
  consequence: ({ name }) =>
    t`${name} is signed out everywhere at once and cannot sign in until an admin enables the account again. Their passkeys are removed. What they did stays as it is.`,
  done: (name) => t`${name} is disabled and signed out.`,
};

const enable: StaffAct = {
  label: t`Enable`,
  icon: IconUserCheck,
  can: staffCan.enable,
  call: client.staff.enableStaff,
  question: (name) => t`Enable ${name}?`,
  consequence: ({ name, email }) =>
    t`${name} can sign in again with ${email}. Passkeys that they had are added again in My account.`,
  done: (name) => t`${name} can sign in again.`,
};

const rareActs: StaffAct[] = [
  {
    label: t`End sessions`,
    icon: IconLogout,
    can: staffCan.endSessions,
    call: ({ id }, options) => client.staff.endStaffSessions({ id }, options),
    question: (name) => t`Sign ${name} out everywhere?`,
    consequence: ({ name }) => t`Every session of ${name} ends at once. They can sign in again.`,
    done: (name) => t`${name} is signed out everywhere.`,
  },
  {
    label: t`Confirm Email Id`,
    icon: IconMailCheck,
    can: staffCan.confirmEmail,
    call: client.staff.confirmStaffEmail,
    question: (name) => t`Confirm the new Email Id of ${name}?`,
    consequence: ({ name, email, emailHold }) =>
      t`${emailHold?.changedByName ?? ''} changed it to ${email}. Ask ${name} in person or by telephone whether it is theirs: whoever has it can open the account.`,
    done: (name) => t`The Email Id of ${name} is confirmed.`,
  },
  {
    label: t`Unlock`,
    icon: IconLockOpen,
    can: staffCan.unlock,
    call: client.staff.unlockStaff,
    question: (name) => t`Unlock ${name}?`,
    consequence: ({ name, passwordIsReplaced }) =>
      passwordIsReplaced
        ? t`The account was locked after 20 wrong codes. Ask ${name} whether they typed them: if not, somebody else has the university account, and it has to be secured first.`
        : t`The account was locked after 20 wrong codes. Ask ${name} whether they typed them: if not, somebody else knows the password, and it has to be changed first.`,
    done: (name) => t`${name} is unlocked.`,
  },
  {
    label: t`Resend initial password`,
    icon: IconKey,
    can: staffCan.resendPassword,
    call: client.staff.resendInitialPassword,
    question: (name) => t`Send ${name} a new initial password?`,
    consequence: ({ email }) =>
      t`A new password is mailed to ${email} and works for ${initialPasswordHours} hours. The earlier one no longer works.`,
    done: (name) => t`A new initial password is on its way to ${name}.`,
  },
  {
    label: t`Reset authenticator and passkeys`,
    icon: IconDeviceMobileOff,
    can: staffCan.resetAuthenticator,
    call: client.staff.resetAuthenticator,
    question: (name) => t`Reset the authenticator app and the passkeys of ${name}?`,
    consequence: ({ name, email }) =>
      t`The app, the recovery codes and the passkeys of ${name} no longer work, and every session ends. The next code is sent to ${email}; app and passkeys are then set up again. Make sure that the request comes from ${name}.`,
    done: (name) => t`The authenticator app and the passkeys of ${name} are reset.`,
  },
];

/** The actions on an account in a staff list. */
export const staffActions: RowAction<StaffMember>[] = [
  { label: t`Edit`, icon: 'edit', to: paths.admin.editStaff },
  viewAction,
  actionOf(disable, (row) => (row.disabledAt === null ? disable : enable)),
  ...rareActs.map((act) => ({ ...actionOf(act), place: 'details' as const })),
  {
    label: t`Delete`,
    icon: 'delete',
    disabledReason: (row, actorId) => whyNot(staffCan.delete(row, actorId)),
    dialog: (row, onClose) => (
      <DeleteDialog record={row} call={client.staff.deleteStaff} confirmLabel={t`Delete`} onClose={onClose}>
        {removalOf(row)}
      </DeleteDialog>
    ),
  },
];

/** `actOn` chooses between two opposite acts that share one button. */
function actionOf(act: StaffAct, actOn = (_: StaffMember) => act): RowAction<StaffMember> {
  return {
    label: act.label,
    icon: act.icon,
    onRow: actOn,
    disabledReason: (row, actorId) => whyNot(actOn(row).can(row, actorId)),
    dialog: (row, onClose) => {
      const { id, version, name } = row;
      const { label, question, consequence, done, ...asked } = actOn(row);
      return (
        <CommandDialog
          title={question(name)}
          confirmLabel={label}
          tone={asked.tone}
          call={asked.call}
          input={() => ({ id, version })}
          done={() => done(name)}
          onClose={onClose}
        >
          {consequence(row)}
        </CommandDialog>
      );
    },
  };
}

function removalOf({ name, email }: StaffMember): string {
  return t`The account of ${name} (${email}) is removed. They have never done anything in the portal, so no record is changed. This cannot be undone.`;
}
