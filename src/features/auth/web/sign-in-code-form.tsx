import { Trans } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '#features/client.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { CodeForm, MailedCodeForm } from './code-form.tsx';
import type { AwaitedCode } from './sign-in-flow.ts';
import { type StepField, StepForm } from './step-form.tsx';

type SignInCodeFormProps = {
  awaited: AwaitedCode;
  /** The present session goes on; the code only confirms whose it is. */
  keepsSession?: boolean;
  /** A new code is on its way. */
  onMailed: (awaited: AwaitedCode) => void;
  onOpened: (session: Session) => void;
  /** Puts the sentence that says what to type where it belongs. */
  head: (sentence: ReactNode) => ReactNode;
  back: ReactNode;
};

/** The second step of signing in: the awaited code, that of the authenticator app, or a recovery code in its place. */
export function SignInCodeForm(props: SignInCodeFormProps) {
  const { challenge, email } = props.awaited;
  const [isRecovery, setIsRecovery] = useState(false);
  if (challenge.factor === 'email_code') {
    return (
      <>
        {props.head(
          <Trans>
            We sent a {challenge.digits}-digit code to <strong>{email}</strong>. It is valid for 10 minutes.
          </Trans>,
        )}
        <MailedCode {...props} />
      </>
    );
  }
  return isRecovery ? (
    <>
      {props.head(t`Enter one of the recovery codes that you kept when you set up the app.`)}
      <RecoveryCode {...props} onSwitch={() => setIsRecovery(false)} />
    </>
  ) : (
    <>
      {props.head(t`Enter the ${challenge.digits}-digit code of your authenticator app.`)}
      <AppCode {...props} onSwitch={() => setIsRecovery(true)} />
    </>
  );
}

function MailedCode({ awaited, keepsSession, onMailed, onOpened, back }: SignInCodeFormProps) {
  const { challengeId } = awaited.challenge;
  const complete = useMutation(api.auth.completeSignIn.mutationOptions({ onSuccess: onOpened }));
  return (
    <MailedCodeForm
      awaited={awaited}
      check={complete}
      onCode={(code) => complete.mutate({ challengeId, code, keepsSession })}
      resend={api.auth.resendSignInCode}
      onMailed={onMailed}
      back={back}
    />
  );
}

type SwitchingProps = SignInCodeFormProps & { onSwitch: () => void };

function AppCode({ awaited, keepsSession, onOpened, back, onSwitch }: SwitchingProps) {
  const { challengeId, digits } = awaited.challenge;
  const complete = useMutation(api.auth.completeSignIn.mutationOptions({ onSuccess: onOpened }));
  return (
    <CodeForm
      key={challengeId}
      digits={digits}
      label={t`${digits}-digit code`}
      error={complete.error}
      wrong="auth.wrong_code"
      pending={complete.isPending}
      onCode={(code) => complete.mutate({ challengeId, code, keepsSession })}
      beside={
        <Anchor component="button" type="button" size="sm" onClick={onSwitch}>
          {t`Use a recovery code instead`}
        </Anchor>
      }
      back={back}
    />
  );
}

const recoveryCode = {
  recoveryCode: {
    label: t`Recovery code`,
    description: t`Each works once. Capitals and hyphens do not matter.`,
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
    autoFocus: true,
    missing: t`Enter one of your recovery codes.`,
    refusals: ['auth.wrong_code'],
  },
} satisfies Record<string, StepField>;

function RecoveryCode({ awaited, keepsSession, onOpened, back, onSwitch }: SwitchingProps) {
  const { challengeId } = awaited.challenge;
  return (
    <StepForm
      fields={recoveryCode}
      call={api.auth.recoverSignIn.call}
      input={(typed) => ({ challengeId, recoveryCode: typed.recoveryCode.trim(), keepsSession })}
      onDone={onOpened}
      submitLabel={t`Continue`}
      beside={
        <Anchor component="button" type="button" size="sm" onClick={onSwitch}>
          {t`Use the authenticator app`}
        </Anchor>
      }
      below={back}
    />
  );
}
