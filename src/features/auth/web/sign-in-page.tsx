import { lazyRouteComponent, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useSessionAnswer, useSignOn } from '#platform/web/api/session.ts';
import { destinationAfterSignIn } from '#platform/web/sign-in-path.ts';
import { paths } from '#shared/paths.ts';
import { LoginForm } from './login-form.tsx';
import { clearSignInFlow, type SignInStep, useSignInFlow } from './sign-in-flow.ts';
import { SignInFrame } from './sign-in-frame.tsx';

// The login form is loaded first; later steps are loaded when reached.
const resetSteps = () => import('./password-reset-steps.tsx');
const ProviderForm = lazyRouteComponent(() => import('./provider-form.tsx'), 'ProviderForm');
const SignInCodeStep = lazyRouteComponent(() => import('./sign-in-code-step.tsx'), 'SignInCodeStep');
const ResetCodeStep = lazyRouteComponent(resetSteps, 'ResetCodeStep');
const NewPasswordStep = lazyRouteComponent(resetSteps, 'NewPasswordStep');
const PasswordChangedStep = lazyRouteComponent(resetSteps, 'PasswordChangedStep');

type Search = { step?: string; next?: string };

/** Landing and login screen: the steps of signing in and of a forgotten password. */
export function SignInPage() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const flow = useSignInFlow();
  const { session, waiting } = useSessionAnswer();
  const { provider } = useSignOn();
  const step = reachable(search.step, flow);

  useEffect(() => {
    if (session) clearSignInFlow();
  }, [session]);
  if (session) return <Navigate {...destinationAfterSignIn(session, search.next)} replace />;

  const goTo = (next: SignInStep, replace = false) =>
    void navigate({
      to: paths.login,
      search: { step: next === 'login' ? undefined : next, next: search.next },
      replace,
    });
  return (
    <SignInFrame>
      <Suspense>
        {!waiting &&
          (provider && step !== 'code' ? <ProviderForm next={search.next} /> : stepScreen(step, goTo))}
      </Suspense>
    </SignInFrame>
  );
}

/** A step without its state (from a bookmarked or shared address) starts over. */
function reachable(step: string | undefined, flow: ReturnType<typeof useSignInFlow>): SignInStep {
  if (step === 'code' && flow.signIn) return 'code';
  if (step === 'reset-code' && flow.reset) return 'reset-code';
  if (step === 'new-password' && flow.resetToken) return 'new-password';
  return step === 'done' ? 'done' : 'login';
}

function stepScreen(step: SignInStep, goTo: (step: SignInStep, replace?: boolean) => void) {
  const onBack = () => goTo('login', true);
  switch (step) {
    case 'login':
      return <LoginForm onChallenged={() => goTo('code')} onResetMailed={() => goTo('reset-code')} />;
    case 'code':
      return <SignInCodeStep onBack={onBack} />;
    case 'reset-code':
      return <ResetCodeStep onDone={() => goTo('new-password', true)} onBack={onBack} />;
    case 'new-password':
      return <NewPasswordStep onDone={() => goTo('done', true)} onBack={onBack} />;
    case 'done':
      return <PasswordChangedStep />;
  }
}
