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
  /** Whether the current session continues; the code then only confirms the person. */
  keepsSession?: boolean;
  /** Called when a new code has been mailed. */
  onMailed: (awaited: AwaitedCode) => void;
  onOpened: (session: Session) => void;
  /** Renders the instruction where the caller wants it. */
  head: (sentence: ReactNode) => ReactNode;
  back: ReactNode;
};

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

/** The second step of signing in: a mailed code, the authenticator's code, or a recovery code instead. */
export function SignInCodeForm({ awaited, keepsSession, head, back, ...props }: SignInCodeFormProps) {
  const { challenge, email } = awaited;
  const { challengeId, digits } = challenge;
  const [isRecovery, setIsRecovery] = useState(false);
  const complete = useMutation(api.auth.completeSignIn.mutationOptions({ onSuccess: props.onOpened }));
  const onCode = (code: string) => complete.mutate({ challengeId, code, keepsSession });
  const goToOther = () => {
    complete.reset();
    setIsRecovery(!isRecovery);
  };
  if (challenge.factor === 'email_code') {
    return (
      <>
        {head(
          <Trans>
            We sent a {challenge.digits}-digit code to <strong>{email}</strong>. It is valid for 10 minutes.
          </Trans>,
        )}
        <MailedCodeForm
          awaited={awaited}
          check={complete}
          onCode={onCode}
          resend={api.auth.resendSignInCode}
          onMailed={props.onMailed}
          back={back}
        />
      </>
    );
  }
  const toOther = (
    <Anchor component="button" type="button" size="sm" onClick={goToOther}>
      {isRecovery ? t`Use the authenticator app` : t`Use a recovery code instead`}
    </Anchor>
  );
  return isRecovery ? (
    <>
      {head(t`Enter one of the recovery codes that you kept when you set up the app.`)}
      <StepForm
        fields={recoveryCode}
        call={api.auth.recoverSignIn.call}
        input={(typed) => ({ challengeId, recoveryCode: typed.recoveryCode.trim(), keepsSession })}
        onDone={props.onOpened}
        submitLabel={t`Continue`}
        beside={toOther}
        below={back}
      />
    </>
  ) : (
    <>
      {head(t`Enter the ${challenge.digits}-digit code of your authenticator app.`)}
      <CodeForm
        key={challengeId}
        digits={digits}
        label={t`${digits}-digit code`}
        error={complete.error}
        wrong="auth.wrong_code"
        pending={complete.isPending}
        onCode={onCode}
        beside={toOther}
        back={back}
      />
    </>
  );
}
