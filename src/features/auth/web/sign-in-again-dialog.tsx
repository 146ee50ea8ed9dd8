import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { api, client } from '#features/client.ts';
import { setSession, useSession, useSignOn } from '#platform/web/api/session.ts';
import { type SignInReason, settleSignIn, useSignInRequest } from '#platform/web/api/sign-in-again.ts';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { signInPath } from '#platform/web/sign-in-path.ts';
import { paths } from '#shared/paths.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { type ProviderOutcome, rememberRedirect, subscribeToOutcome } from './provider-redirect.ts';
import { SignInCodeForm } from './sign-in-code-form.tsx';
import type { AwaitedCode } from './sign-in-flow.ts';
import { type StepField, StepForm } from './step-form.tsx';
import { useGuardedMutation } from './use-guarded-mutation.ts';

type Wording = {
  title: string;
  closeLabel: string;
  sentence: (name: string) => string;
  /** The sentence where a provider replaces the password. */
  providerSentence: (name: string) => string;
  submit: string;
};

const wordings: Record<SignInReason, Wording> = {
  session_ended: {
    title: t`Sign in again`,
    closeLabel: t`Close without signing in`,
    sentence: (name) =>
      t`Your session has ended. Your input is saved on the page behind. Sign in as ${name} to continue.`,
    providerSentence: (name) =>
      t`Your session has ended. Your input is saved on the page behind. Sign in as ${name} to continue.`,
    submit: t`Login`,
  },
  confirm_identity: {
    title: t`Confirm your identity`,
    closeLabel: t`Close`,
    sentence: () => t`You are creating an account. Confirm that it is you: enter your password and a code.`,
    providerSentence: () =>
      t`You are creating an account. Confirm that it is you: sign in with the university account again.`,
    submit: t`Continue`,
  },
};

/**
 * Covers a page whose session has ended, or that requires password and code to continue. Once the same person has
 * signed in, the page continues where it was.
 */
export function SignInAgainDialog() {
  const session = useSession();
  const queries = useQueryClient();
  const reason = useSignInRequest() ?? 'session_ended';
  const { title, closeLabel, sentence, providerSentence, submit } = wordings[reason];
  const { provider } = useSignOn();
  const [awaited, setAwaited] = useState<AwaitedCode | null>(null);
  const goOn = (opened: Session) => {
    // Somebody else signed in: what the first person typed must not be sent in their name.
    if (opened.staffId !== session.staffId) {
      window.location.assign(paths.login);
      return;
    }
    setSession(opened);
    settleSignIn(true);
    void queries.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
  };
  return (
    <Dialog
      onClose={() => settleSignIn(false)}
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
                {provider ? t`Back to login` : t`Back to the password`}
              </Button>
            }
          />
        </Stack>
      ) : (
        <FirstStepAgain
          reason={reason}
          sentence={provider ? providerSentence(session.name) : sentence(session.name)}
          submitLabel={provider ? t`Sign in with the university account` : submit}
          onChallenged={setAwaited}
          onOpened={goOn}
        />
      )}
    </Dialog>
  );
}

const PasskeyButton = lazyRouteComponent(() => import('./passkey-button.tsx'), 'PasskeyButton');

const password: StepField = {
  name: 'password',
  label: t`Password`,
  show: t`Show password`,
  autoComplete: 'current-password',
  missing: t`Enter your password.`,
  isFocused: true,
};

type FirstStepProps = {
  reason: SignInReason;
  sentence: string;
  submitLabel: string;
  /** Called if a code is required. */
  onChallenged: (awaited: AwaitedCode) => void;
  /** Called if no code is required. */
  onOpened: (session: Session) => void;
};

/** The step before the code: password, university account in its own window, or a passkey alone. */
function FirstStepAgain(props: FirstStepProps) {
  const { provider, passkeys } = useSignOn();
  const { role } = useSession();
  return (
    <Stack gap="sm">
      {provider ? <ProviderStep {...props} /> : <PasswordStep {...props} />}
      {passkeys && (
        <Suspense>
          <PasskeyButton
            role={role}
            keepsSession={props.reason === 'confirm_identity'}
            onOpened={props.onOpened}
          />
        </Suspense>
      )}
      {provider && cancelButtons[props.reason]()}
    </Stack>
  );
}

function PasswordStep({ reason, sentence, submitLabel, onChallenged }: FirstStepProps) {
  const { role, email } = useSession();
  return (
    <StepForm
      fields={{ password: { ...password, description: email } }}
      call={api.auth.startSignIn.call}
      input={(typed) => ({ role, email, ...typed })}
      onDone={(challenge) => onChallenged({ email, challenge, mailedAt: Date.now() })}
      submitLabel={submitLabel}
      beside={cancelButtons[reason]()}
    >
      <Text>{sentence}</Text>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
    </StepForm>
  );
}

/** The provider gets its own window, which reports the outcome; the page behind stays as it is. */
function ProviderStep({ reason, sentence, submitLabel, onChallenged, onOpened }: FirstStepProps) {
  const { role } = useSession();
  const confirms = reason === 'confirm_identity';
  const start = useGuardedMutation({
    mutationFn: async () => {
      // Opened directly in the click handler: later, browsers block it as a pop-up.
      const popup = window.open('', '_blank', 'popup,width=520,height=680');
      const { address } = await client.auth.startProviderSignIn({ role, confirms }).catch((error) => {
        popup?.close();
        throw error;
      });
      rememberRedirect({ isPopup: true });
      if (popup) popup.location.href = address;
      return { blocked: popup ? null : address };
    },
  });
  const onOutcome = useEffectEvent(({ email, challenge, session }: ProviderOutcome) => {
    if (challenge) onChallenged({ email, challenge, mailedAt: Date.now() });
    if (session) onOpened(session);
  });
  useEffect(() => subscribeToOutcome((outcome) => onOutcome(outcome)), []);
  return (
    <>
      <Text>{sentence}</Text>
      {start.error && <ErrorNotice error={start.error} />}
      {start.data?.blocked && (
        <Text>
          {t`The browser blocked the window.`}{' '}
          <Anchor href={start.data.blocked} target="_blank">
            {t`Open the university account`}
          </Anchor>
        </Text>
      )}
      <Button loading={start.isPending} onClick={start.press}>
        {submitLabel}
      </Button>
    </>
  );
}

const cancelButtons: Record<SignInReason, () => ReactNode> = {
  confirm_identity: () => (
    <Button variant="default" onClick={() => settleSignIn(false)}>
      {t`Cancel`}
    </Button>
  ),
  session_ended: () => (
    <Button
      variant="subtle"
      color="gray"
      component="a"
      href={signInPath(`${window.location.pathname}${window.location.search}`)}
    >
      {t`Leave without saving`}
    </Button>
  ),
};
