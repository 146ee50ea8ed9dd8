import { useMutation } from '@tanstack/react-query';
import { api } from '#web/api/client.ts';
import { CodeForm } from './code-form.tsx';
import { updateSignInFlow, useSignInFlow } from './sign-in-flow.ts';
import { BackToLogin, StepHead } from './sign-in-frame.tsx';

type ResetCodeStepProps = { onChecked: () => void; onBack: () => void };

/** First step of a forgotten password. The sentence does not tell whether the address has an account. */
export function ResetCodeStep({ onChecked, onBack }: ResetCodeStepProps) {
  const mailed = useSignInFlow().reset!;
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
      onSuccess: (challenge) => updateSignInFlow({ reset: { ...mailed, challenge, mailedAt: Date.now() } }),
    }),
  );
  const { challengeId, digits } = mailed.challenge;
  return (
    <>
      <StepHead title="Forgot Password">
        Step 1 of 3. If <strong>{mailed.email}</strong> belongs to an account, a {digits}-digit code is on its
        way to it.
      </StepHead>
      <CodeForm
        mailed={mailed}
        error={resend.error ?? check.error}
        pending={check.isPending}
        resending={resend.isPending}
        onSubmit={(code) => {
          resend.reset();
          check.mutate({ challengeId, code });
        }}
        onResend={() => {
          check.reset();
          resend.mutate({ challengeId });
        }}
        back={<BackToLogin onBack={onBack} />}
      />
    </>
  );
}
