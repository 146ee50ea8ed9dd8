import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '#features/client.ts';
import { hasCode } from '#platform/web/api/problem.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { CodeForm } from './code-form.tsx';
import { ResendCode } from './resend-code.tsx';
import type { AwaitedCode } from './sign-in-flow.ts';

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
      <RecoveryCode {...props} onAppInstead={() => setIsRecovery(false)} />
    </>
  ) : (
    <>
      {props.head(t`Enter the ${challenge.digits}-digit code of your authenticator app.`)}
      <AppCode {...props} onRecoveryInstead={() => setIsRecovery(true)} />
    </>
  );
}

function MailedCode({ awaited, keepsSession, onMailed, onOpened, back }: SignInCodeFormProps) {
  const { challengeId } = awaited.challenge;
  const complete = useMutation(api.auth.completeSignIn.mutationOptions({ onSuccess: onOpened }));
  const resend = useMutation(
    api.auth.resendSignInCode.mutationOptions({
      onSuccess: (challenge) => onMailed({ ...awaited, challenge, mailedAt: Date.now() }),
    }),
  );
  return (
    <CodeForm
      awaited={awaited}
      error={resend.error ?? complete.error}
      pending={complete.isPending}
      onSubmit={(code) => {
        resend.reset();
        complete.mutate({ challengeId, code, keepsSession });
      }}
      beside={
        <ResendCode
          awaited={awaited}
          pending={resend.isPending}
          onResend={() => {
            complete.reset();
            resend.mutate({ challengeId });
          }}
        />
      }
      back={back}
    />
  );
}

function AppCode(props: SignInCodeFormProps & { onRecoveryInstead: () => void }) {
  const { challenge } = props.awaited;
  const complete = useMutation(api.auth.completeSignIn.mutationOptions({ onSuccess: props.onOpened }));
  return (
    <CodeForm
      awaited={props.awaited}
      error={complete.error}
      pending={complete.isPending}
      onSubmit={(code) =>
        complete.mutate({ challengeId: challenge.challengeId, code, keepsSession: props.keepsSession })
      }
      beside={
        <Anchor component="button" type="button" size="sm" onClick={props.onRecoveryInstead}>
          {t`Use a recovery code instead`}
        </Anchor>
      }
      back={props.back}
    />
  );
}

function RecoveryCode(props: SignInCodeFormProps & { onAppInstead: () => void }) {
  const { challengeId } = props.awaited.challenge;
  const [fault, setFault] = useState<string | null>(null);
  const recover = useMutation(api.auth.recoverSignIn.mutationOptions({ onSuccess: props.onOpened }));
  const isWrong = hasCode(recover.error, 'auth.wrong_code');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const recoveryCode = String(new FormData(event.currentTarget).get('recovery-code')).trim();
        setFault(recoveryCode ? null : t`Enter one of your recovery codes.`);
        if (recoveryCode) recover.mutate({ challengeId, recoveryCode, keepsSession: props.keepsSession });
      }}
    >
      <Stack gap="md">
        {recover.error && !isWrong && <ErrorNotice error={recover.error} />}
        <TextInput
          name="recovery-code"
          label={t`Recovery code`}
          description={t`Each works once. Capitals and hyphens do not matter.`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          error={fault ?? (isWrong ? recover.error?.message : undefined)}
        />
        <Group justify="space-between" gap="sm">
          <Anchor component="button" type="button" size="sm" onClick={props.onAppInstead}>
            {t`Use the authenticator app`}
          </Anchor>
          <Button type="submit" loading={recover.isPending} miw={120}>
            {t`Continue`}
          </Button>
        </Group>
        <Text component="div" size="sm">
          {props.back}
        </Text>
      </Stack>
    </form>
  );
}
