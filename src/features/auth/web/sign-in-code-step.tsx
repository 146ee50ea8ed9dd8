import { setSession } from '#platform/web/api/session.ts';
import { t } from '#shared/words.ts';
import { SignInCodeForm } from './sign-in-code-form.tsx';
import { updateSignInFlow, useSignInFlow } from './sign-in-flow.ts';
import { BackToLogin, StepHead } from './sign-in-frame.tsx';

/** Second step of signing in; the session that it opens takes the person onwards. */
export function SignInCodeStep({ onBack }: { onBack: () => void }) {
  const awaited = useSignInFlow().signIn!;
  return (
    <SignInCodeForm
      awaited={awaited}
      onMailed={(signIn) => updateSignInFlow({ signIn })}
      onOpened={setSession}
      head={(sentence) => <StepHead title={t`Enter the code`}>{sentence}</StepHead>}
      back={<BackToLogin onBack={onBack} />}
    />
  );
}
