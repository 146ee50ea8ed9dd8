import { Anchor, Button, Stack, Text } from '@mantine/core';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { api, client } from '#features/client.ts';
import { useSession, useSignOn } from '#platform/web/api/session.ts';
import { type SignInReason, settleSignInAgain } from '#platform/web/api/sign-in-again.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { signInPath } from '#platform/web/sign-in-path.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { type ProviderOutcome, rememberRedirect, subscribeToOutcome } from './provider-redirect.ts';
import type { AwaitedCode } from './sign-in-flow.ts';
import { type StepField, StepForm } from './step-form.tsx';
import { usePress } from './use-press.ts';

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
export function FirstStepAgain(props: FirstStepProps) {
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
  const start = usePress({
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
    <Button variant="default" onClick={() => settleSignInAgain(false)}>
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
