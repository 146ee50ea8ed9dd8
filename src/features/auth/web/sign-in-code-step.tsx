import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setSession } from '#platform/web/api/session.ts';
import { fetchScreen } from '#platform/web/router/fetch-screen.ts';
import { landingPaths } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { SignInCodeForm } from './sign-in-code-form.tsx';
import { rememberedRole, updateSignInFlow, useSignInFlow } from './sign-in-flow.ts';
import { BackToLogin, StepHead } from './sign-in-frame.tsx';

/** Second step of signing in; once a session opens, the person is taken onwards. */
export function SignInCodeStep({ onBack }: { onBack: () => void }) {
  const awaited = useSignInFlow().signIn!;
  const router = useRouter();
  // Preloads the landing page while the person looks up the code.
  useEffect(() => fetchScreen(router, landingPaths[rememberedRole()]), [router]);
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
