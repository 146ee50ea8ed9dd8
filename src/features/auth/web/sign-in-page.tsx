import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSessionAnswer } from '#web/api/session.ts';
import { pathAfterSignIn, paths } from '#web/paths.ts';
import { LoginForm } from './login-form.tsx';
import { NewPasswordStep } from './new-password-step.tsx';
import { PasswordChangedStep } from './password-changed-step.tsx';
import { ResetCodeStep } from './reset-code-step.tsx';
import { SignInCodeStep } from './sign-in-code-step.tsx';
import { clearSignInFlow, type SignInStep, useSignInFlow } from './sign-in-flow.ts';
import { SignInFrame } from './sign-in-frame.tsx';

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
  if (session) return <Navigate to={pathAfterSignIn(session.role, search.next)} replace />;

  const goTo = (next: SignInStep, replace = false) =>
    void navigate({
      to: paths.login,
      search: { step: next === 'login' ? undefined : next, next: search.next },
      replace,
    });
  return <SignInFrame>{!waiting && stepScreen(step, goTo)}</SignInFrame>;
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
  return <LoginForm onMailed={() => goTo('code')} onResetMailed={() => goTo('reset-code')} />;
}
