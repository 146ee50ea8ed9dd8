import { useMutation } from '@tanstack/react-query';
import { api } from '#web/api/client.ts';
import { setSession } from '#web/api/session.ts';
import { CodeForm } from './code-form.tsx';
import { updateSignInFlow, useSignInFlow } from './sign-in-flow.ts';
import { BackToLogin, StepHead } from './sign-in-frame.tsx';

/** Second step of signing in; the session that it opens takes the person onwards. */
export function SignInCodeStep({ onBack }: { onBack: () => void }) {
  const mailed = useSignInFlow().signIn!;
  const complete = useMutation(api.auth.completeSignIn.mutationOptions({ onSuccess: setSession }));
  const resend = useMutation(
    api.auth.resendSignInCode.mutationOptions({
      onSuccess: (challenge) => updateSignInFlow({ signIn: { ...mailed, challenge, mailedAt: Date.now() } }),
    }),
  );
  const { challengeId, digits } = mailed.challenge;
  return (
    <>
      <StepHead title="Enter the code">
        We sent a {digits}-digit code to <strong>{mailed.email}</strong>. It is valid for 10 minutes.
      </StepHead>
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
        back={<BackToLogin onBack={onBack} />}
      />
    </>
  );
}
