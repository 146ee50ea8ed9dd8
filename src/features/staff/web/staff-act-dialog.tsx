import { initialPasswordHours } from '#features/auth/contract.ts';
import { client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import type { CommandCall } from '#platform/web/components/use-command.ts';
import { t } from '#shared/words.ts';
import type { StaffMember } from '../contract.ts';

export type StaffAct =
  | 'disable'
  | 'enable'
  | 'endSessions'
  | 'confirmEmail'
  | 'unlock'
  | 'resendPassword'
  | 'resetAuthenticator'
  | 'delete';

type ActWords = {
  call: CommandCall<{ id: string; version: number }, unknown>;
  tone?: 'danger';
  verb: string;
  question: (name: string) => string;
  consequence: (person: StaffMember) => string;
  done: (name: string) => string;
};

const acts: Record<StaffAct, ActWords> = {
  disable: {
    call: client.staff.disableStaff,
    tone: 'danger',
    verb: t`Disable`,
    question: (name) => t`Disable ${name}?`,
    consequence: ({ name }) =>
      t`${name} is signed out everywhere at once and cannot sign in until an admin enables the account again. What they did stays as it is.`,
    done: (name) => t`${name} is disabled and signed out.`,
  },
  enable: {
    call: client.staff.enableStaff,
    verb: t`Enable`,
    question: (name) => t`Enable ${name}?`,
    consequence: ({ name, email }) =>
      t`${name} can sign in again with ${email} and the password from before. Forgot Password gives them a new one.`,
    done: (name) => t`${name} can sign in again.`,
  },
  endSessions: {
    call: ({ id }, options) => client.staff.endStaffSessions({ id }, options),
    verb: t`End sessions`,
    question: (name) => t`Sign ${name} out everywhere?`,
    consequence: ({ name }) =>
      t`Every session of ${name} ends at once. They can sign in again with password and code.`,
    done: (name) => t`${name} is signed out everywhere.`,
  },
  confirmEmail: {
    call: client.staff.confirmStaffEmail,
    verb: t`Confirm Email Id`,
    question: (name) => t`Confirm the new Email Id of ${name}?`,
    consequence: ({ name, email, emailHold }) =>
      t`${emailHold?.changedByName ?? ''} changed it to ${email}. Ask ${name} in person or by telephone whether it is theirs: codes and new passwords are mailed there.`,
    done: (name) => t`The Email Id of ${name} is confirmed.`,
  },
  unlock: {
    call: client.staff.unlockStaff,
    verb: t`Unlock`,
    question: (name) => t`Unlock ${name}?`,
    consequence: ({ name }) =>
      t`The account was locked after 20 wrong codes. Ask ${name} whether they typed them: if not, somebody else knows the password, and it has to be changed first.`,
    done: (name) => t`${name} is unlocked.`,
  },
  resendPassword: {
    call: client.staff.resendInitialPassword,
    verb: t`Resend initial password`,
    question: (name) => t`Send ${name} a new initial password?`,
    consequence: ({ email }) =>
      t`A new password is mailed to ${email} and opens the account for ${initialPasswordHours} hours. The one before opens nothing any more.`,
    done: (name) => t`A new initial password is on its way to ${name}.`,
  },
  resetAuthenticator: {
    call: client.staff.resetAuthenticator,
    verb: t`Reset authenticator`,
    question: (name) => t`Reset the authenticator app of ${name}?`,
    consequence: ({ name, email }) =>
      t`The app and the recovery codes of ${name} no longer work, and every session ends. The next code is sent to ${email}; the app is then set up again. Make sure that the request comes from ${name}.`,
    done: (name) => t`The authenticator app of ${name} is reset.`,
  },
  delete: {
    call: client.staff.deleteStaff,
    tone: 'danger',
    verb: t`Delete`,
    question: (name) => t`Delete ${name}?`,
    consequence: ({ name, email }) =>
      t`The account of ${name} (${email}) is removed. They have never done anything in the portal, so no record is changed. This cannot be undone.`,
    done: (name) => t`${name} is deleted.`,
  },
};

/** Asks before an act on somebody's account, naming the person and what will happen. */
export function StaffActDialog(props: {
  act: StaffAct;
  person: StaffMember;
  onDone: (act: StaffAct) => void;
  onClose: () => void;
}) {
  const { person } = props;
  const act = acts[props.act];
  return (
    <CommandDialog
      title={act.question(person.name)}
      confirmLabel={act.verb}
      tone={act.tone}
      call={act.call}
      input={() => ({ id: person.id, version: person.version })}
      done={() => act.done(person.name)}
      onDone={() => props.onDone(props.act)}
      onClose={props.onClose}
    >
      {act.consequence(person)}
    </CommandDialog>
  );
}
