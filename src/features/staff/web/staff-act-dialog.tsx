import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { initialPasswordHours } from '#features/auth/contract.ts';
import { client } from '#web/api/client.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useCommand } from '#web/components/use-command.ts';
import type { StaffMember } from '../contract.ts';
import { staffKey } from './staff-list.ts';

export type StaffAct = 'disable' | 'enable' | 'unlock' | 'resendPassword' | 'resetAuthenticator' | 'delete';

type ActWords = {
  call: (
    input: { id: string; version: number },
    options: { context: { idempotencyKey: string } },
  ) => Promise<unknown>;
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
    verb: 'Disable',
    question: (name) => `Disable ${name}?`,
    consequence: ({ name }) =>
      `${name} is signed out everywhere at once and cannot sign in until an admin enables the account again. What they did stays as it is.`,
    done: (name) => `${name} is disabled and signed out.`,
  },
  enable: {
    call: client.staff.enableStaff,
    verb: 'Enable',
    question: (name) => `Enable ${name}?`,
    consequence: ({ name, email }) =>
      `${name} can sign in again with ${email} and the password from before. Forgot Password gives them a new one.`,
    done: (name) => `${name} can sign in again.`,
  },
  unlock: {
    call: client.staff.unlockStaff,
    verb: 'Unlock',
    question: (name) => `Unlock ${name}?`,
    consequence: ({ name }) =>
      `The account was locked after 20 wrong codes. Ask ${name} whether they typed them: if not, somebody else knows the password, and it has to be changed first.`,
    done: (name) => `${name} is unlocked.`,
  },
  resendPassword: {
    call: client.staff.resendInitialPassword,
    verb: 'Resend initial password',
    question: (name) => `Send ${name} a new initial password?`,
    consequence: ({ email }) =>
      `A new password is mailed to ${email} and opens the account for ${initialPasswordHours} hours. The one before opens nothing any more.`,
    done: (name) => `A new initial password is on its way to ${name}.`,
  },
  resetAuthenticator: {
    call: client.staff.resetAuthenticator,
    verb: 'Reset authenticator',
    question: (name) => `Reset the authenticator app of ${name}?`,
    consequence: ({ name, email }) =>
      `The app and the recovery codes of ${name} work no more, and every session ends. The next code is mailed to ${email}; the app is then set up anew. Make sure that it is ${name} who asks.`,
    done: (name) => `The authenticator app of ${name} is reset.`,
  },
  delete: {
    call: client.staff.deleteStaff,
    tone: 'danger',
    verb: 'Delete',
    question: (name) => `Delete ${name}?`,
    consequence: ({ name, email }) =>
      `The account of ${name} (${email}) is removed. They have never done anything in the portal, so no record is touched. This cannot be taken back.`,
    done: (name) => `${name} is deleted.`,
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
  const command = useCommand(act.call, {
    invalidates: [staffKey],
    onSuccess: () => {
      notifications.show({ message: act.done(person.name), color: 'green' });
      props.onDone(props.act);
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={act.question(person.name)}
      confirmLabel={act.verb}
      tone={act.tone}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.run({ id: person.id, version: person.version }).catch(() => {})}
      onCancel={props.onClose}
    >
      <Text>{act.consequence(person)}</Text>
    </ConfirmDialog>
  );
}
