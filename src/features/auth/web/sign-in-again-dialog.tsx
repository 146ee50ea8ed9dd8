import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#features/client.ts';
import { setSession, useSession } from '#platform/web/api/session.ts';
import {
  type SignInReason,
  settleSignInAgain,
  useSignInAgainAsked,
} from '#platform/web/api/sign-in-again.ts';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { signInPath } from '#platform/web/sign-in-path.ts';
import { paths } from '#shared/paths.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { SignInCodeForm } from './sign-in-code-form.tsx';
import type { AwaitedCode } from './sign-in-flow.ts';
import { type StepField, StepForm } from './step-form.tsx';

type Wording = { title: string; closeLabel: string; sentence: (name: string) => string; submit: string };

const wordings: Record<SignInReason, Wording> = {
  session_ended: {
    title: t`Sign in again`,
    closeLabel: t`Close without signing in`,
    sentence: (name) =>
      t`Your session has ended. Your input is saved on the page behind. Sign in as ${name} to continue.`,
    submit: t`Login`,
  },
  confirm_identity: {
    title: t`Confirm your identity`,
    closeLabel: t`Close`,
    sentence: () => t`This opens an account to somebody. Enter your password and a code to continue.`,
    submit: t`Continue`,
  },
};

const password: StepField = {
  name: 'password',
  label: t`Password`,
  show: t`Show password`,
  autoComplete: 'current-password',
  missing: t`Enter your password.`,
  isFocused: true,
};

/**
 * Lies over a page whose session has ended, or that asks for password and code before it goes on: the same person gives
 * them, and the page goes on where it stood.
 */
export function SignInAgainDialog() {
  const session = useSession();
  const queries = useQueryClient();
  const reason = useSignInAgainAsked() ?? 'session_ended';
  const { title, closeLabel } = wordings[reason];
  const [awaited, setAwaited] = useState<AwaitedCode | null>(null);
  const goOn = (opened: Session) => {
    // What waits behind the dialog was typed by somebody else, and nobody sends it in their name.
    if (opened.staffId !== session.staffId) {
      window.location.assign(paths.login);
      return;
    }
    setSession(opened);
    settleSignInAgain(true);
    void queries.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
  };
  return (
    <Dialog
      onClose={() => settleSignInAgain(false)}
      title={title}
      closeLabel={closeLabel}
      closeOnClickOutside={false}
    >
      {awaited ? (
        <Stack gap="sm">
          <SignInCodeForm
            awaited={awaited}
            keepsSession={reason === 'confirm_identity'}
            onMailed={setAwaited}
            onOpened={goOn}
            head={(sentence) => <Text>{sentence}</Text>}
            back={
              <Button variant="subtle" size="compact-sm" onClick={() => setAwaited(null)}>
                {t`Back to the password`}
              </Button>
            }
          />
        </Stack>
      ) : (
        <PasswordStep session={session} reason={reason} onChallenged={setAwaited} />
      )}
    </Dialog>
  );
}

type PasswordStepProps = {
  session: Session;
  reason: SignInReason;
  onChallenged: (awaited: AwaitedCode) => void;
};

function PasswordStep({ session: { role, email, name }, reason, onChallenged }: PasswordStepProps) {
  return (
    <StepForm
      fields={{ password: { ...password, description: email } }}
      call={api.auth.startSignIn.call}
      input={(typed) => ({ role, email, ...typed })}
      onDone={(challenge) => onChallenged({ email, challenge, mailedAt: Date.now() })}
      submitLabel={wordings[reason].submit}
      beside={
        reason === 'confirm_identity' ? (
          <Button variant="default" onClick={() => settleSignInAgain(false)}>
            {t`Cancel`}
          </Button>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            component="a"
            href={signInPath(`${window.location.pathname}${window.location.search}`)}
          >
            {t`Leave without saving`}
          </Button>
        )
      }
    >
      <Text>{wordings[reason].sentence(name)}</Text>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
    </StepForm>
  );
}
