import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useSessionAnswer } from '#platform/web/api/session.ts';
import { destinationAfterSignIn } from '#platform/web/sign-in-path.ts';
import { paths } from '#shared/paths.ts';
import { LoginForm } from './login-form.tsx';
import { clearSignInFlow, type SignInStep, useSignInFlow } from './sign-in-flow.ts';
import { SignInFrame } from './sign-in-frame.tsx';

// The login form comes first; the steps that follow are fetched when they are reached.
const SignInCodeStep = lazy(async () => ({
  default: (await import('./sign-in-code-step.tsx')).SignInCodeStep,
}));
const ResetCodeStep = lazy(async () => ({ default: (await import('./reset-code-step.tsx')).ResetCodeStep }));
const NewPasswordStep = lazy(async () => ({
  default: (await import('./new-password-step.tsx')).NewPasswordStep,
}));
const PasswordChangedStep = lazy(async () => ({
  default: (await import('./password-changed-step.tsx')).PasswordChangedStep,
}));

type Search = { step?: string; next?: string };

/** Landing and login screen: the steps of signing in and of a forgotten password. */
export function SignInPage() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const flow = useSignInFlow();
  const { session, waiting } = useSessionAnswer();
  const step = reachable(search.step, flow);

  useEffect(() => {
    if (session) clearSignInFlow();
  }, [session]);
  if (session) return <Navigate {...destinationAfterSignIn(session.role, search.next)} replace />;

  const goTo = (next: SignInStep, replace = false) =>
    void navigate({
      to: paths.login,
      search: { step: next === 'login' ? undefined : next, next: search.next },
      replace,
    });
  return (
    <SignInFrame>
      <Suspense>{!waiting && stepScreen(step, goTo)}</Suspense>
    </SignInFrame>
  );
}

/** A step whose beginning is missing (an address that was kept or sent) starts over. */
function reachable(step: string | undefined, flow: ReturnType<typeof useSignInFlow>): SignInStep {
  if (step === 'code' && flow.signIn) return 'code';
  if (step === 'reset-code' && flow.reset) return 'reset-code';
  if (step === 'new-password' && flow.resetToken) return 'new-password';
  return step === 'done' ? 'done' : 'login';
}

function stepScreen(step: SignInStep, goTo: (step: SignInStep, replace?: boolean) => void) {
  if (step === 'code') return <SignInCodeStep onBack={() => goTo('login', true)} />;
  if (step === 'reset-code') {
    return <ResetCodeStep onChecked={() => goTo('new-password', true)} onBack={() => goTo('login', true)} />;
  }
  if (step === 'new-password') {
    return <NewPasswordStep onChanged={() => goTo('done', true)} onBack={() => goTo('login', true)} />;
  }
  if (step === 'done') {
    return <PasswordChangedStep />;
  }
  return <LoginForm onChallenged={() => goTo('code')} onResetMailed={() => goTo('reset-code')} />;
}
