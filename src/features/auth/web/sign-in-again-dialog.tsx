import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '#shared/session.ts';
import { api } from '#web/api/client.ts';
import { setSession, useSession } from '#web/api/session.ts';
import { settleSignInAgain } from '#web/api/sign-in-again.ts';
import { ErrorNotice } from '#web/components/error-notice.tsx';
import { paths, signInPath } from '#web/paths.ts';
import { CodeForm } from './code-form.tsx';
import type { Mailed } from './sign-in-flow.ts';

/** Lies over a page whose session has ended: the same person signs in, and the page goes on where it stood. */
export function SignInAgainDialog() {
  const session = useSession();
  const [mailed, setMailed] = useState<Mailed | null>(null);
  return (
    <Modal
      opened
      onClose={() => settleSignInAgain(false)}
      title={<Text fw={600}>Sign in again</Text>}
      closeButtonProps={{ 'aria-label': 'Close without signing in' }}
      closeOnClickOutside={false}
    >
      {mailed ? (
        <CodeStep session={session} mailed={mailed} onMailed={setMailed} onBack={() => setMailed(null)} />
      ) : (
        <PasswordStep session={session} onMailed={setMailed} />
      )}
    </Modal>
  );
}

function PasswordStep({ session, onMailed }: { session: Session; onMailed: (mailed: Mailed) => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const start = useMutation(
    api.auth.startSignIn.mutationOptions({
      onSuccess: (challenge, { email }) => onMailed({ email, challenge, mailedAt: Date.now() }),
    }),
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const password = String(new FormData(event.currentTarget).get('password'));
        setFault(password ? null : 'Type your password.');
        if (password) start.mutate({ role: session.role, email: session.email, password });
      }}
    >
      <Stack gap="sm">
        <Text>
          Your session has ended. What you typed is kept on the page behind; sign in as {session.name} to go
          on.
        </Text>
        {start.error && <ErrorNotice error={start.error} />}
        <input type="hidden" name="username" autoComplete="username" value={session.email} readOnly />
        <PasswordInput
          name="password"
          label="Password"
          description={session.email}
          autoComplete="current-password"
          data-autofocus
          error={fault}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        />
        <Group justify="space-between" mt="xs">
          <Button
            variant="subtle"
            color="gray"
            component="a"
            href={signInPath(`${window.location.pathname}${window.location.search}`)}
          >
            Leave and lose the input
          </Button>
          <Button type="submit" loading={start.isPending}>
            Login
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type CodeStepProps = {
  session: Session;
  mailed: Mailed;
  onMailed: (mailed: Mailed) => void;
  onBack: () => void;
};

function CodeStep({ session, mailed, onMailed, onBack }: CodeStepProps) {
  const queries = useQueryClient();
  const { challengeId } = mailed.challenge;
  const complete = useMutation(
    api.auth.completeSignIn.mutationOptions({
      onSuccess: (opened) => {
        // What waits behind the dialog was typed by somebody else, and nobody sends it in their name.
        if (opened.staffId !== session.staffId) {
          window.location.assign(paths.login);
          return;
        }
        setSession(opened);
        settleSignInAgain(true);
        void queries.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
      },
    }),
  );
  const resend = useMutation(
    api.auth.resendSignInCode.mutationOptions({
      onSuccess: (challenge) => onMailed({ ...mailed, challenge, mailedAt: Date.now() }),
    }),
  );
  return (
    <Stack gap="sm">
      <Text>
        We sent a {mailed.challenge.digits}-digit code to <strong>{mailed.email}</strong>.
      </Text>
      <CodeForm
        mailed={mailed}
        error={resend.error ?? complete.error}
        pending={complete.isPending}
        resending={resend.isPending}
        onSubmit={(code) => {
          resend.reset();
          complete.mutate({ challengeId, code });
        }}
        onResend={() => {
          complete.reset();
          resend.mutate({ challengeId });
        }}
        back={
          <Button variant="subtle" size="compact-sm" onClick={onBack}>
            Back to the password
          </Button>
        }
      />
    </Stack>
  );
}
