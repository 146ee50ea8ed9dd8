import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { t } from '#shared/words.ts';
import { CodeForm } from './code-form.tsx';
import { ResendCode } from './resend-code.tsx';
import { updateSignInFlow, useSignInFlow } from './sign-in-flow.ts';
import { BackToLogin, StepHead } from './sign-in-frame.tsx';

type ResetCodeStepProps = { onChecked: () => void; onBack: () => void };

/** First step of a forgotten password. The sentence does not tell whether the address has an account. */
export function ResetCodeStep({ onChecked, onBack }: ResetCodeStepProps) {
  const awaited = useSignInFlow().reset!;
  const check = useMutation(
    api.auth.checkPasswordResetCode.mutationOptions({
      onSuccess: ({ resetToken }) => {
        updateSignInFlow({ resetToken });
        onChecked();
      },
    }),
  );
  const resend = useMutation(
    api.auth.resendPasswordResetCode.mutationOptions({
      onSuccess: (challenge) => updateSignInFlow({ reset: { ...awaited, challenge, mailedAt: Date.now() } }),
    }),
  );
  const { challengeId, digits } = awaited.challenge;
  return (
    <>
      <StepHead title={t`Forgot Password`}>
        <Trans>
          Step 1 of 3. If <strong>{awaited.email}</strong> belongs to an account, a {digits}-digit code is on
          its way to it.
        </Trans>
      </StepHead>
      <CodeForm
        awaited={awaited}
        error={resend.error ?? check.error}
        pending={check.isPending}
        onSubmit={(code) => {
          resend.reset();
          check.mutate({ challengeId, code });
        }}
        beside={
          <ResendCode
            awaited={awaited}
            pending={resend.isPending}
            onResend={() => {
              check.reset();
              resend.mutate({ challengeId });
            }}
          />
        }
        back={<BackToLogin onBack={onBack} />}
      />
    </>
  );
}
