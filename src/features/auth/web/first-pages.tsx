import { Anchor } from '@mantine/core';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { setSession, signOut, useSession } from '#platform/web/api/session.ts';
import { destinationAfterSignIn } from '#platform/web/sign-in-path.ts';
import { t } from '#shared/words.ts';
import { AuthenticatorEnrolment } from './authenticator-enrolment.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { SignInFrame, StepHead } from './sign-in-frame.tsx';

/** At the first sign-in, the password set by an administrator must be replaced before anything else. */
export function FirstPasswordPage() {
  const { name } = useSession();
  return (
    <FirstPage
      task="mustChangePassword"
      title={t`Choose your password`}
      lead={t`Welcome, ${name}. The password that you were given works once; choose your own to go on.`}
    >
      {(goOn) => (
        <ChangePasswordForm
          currentLabel={t`Password that you were given`}
          submitLabel={t`Save and go on`}
          onChanged={goOn}
        />
      )}
    </FirstPage>
  );
}

/** If an administrator chose the authenticator app, it must be set up before anything else. */
export function FirstAuthenticatorPage() {
  const { name } = useSession();
  return (
    <FirstPage
      task="mustEnrolAuthenticator"
      title={t`Set up your authenticator app`}
      lead={t`From now on a code of this app is asked for when you sign in, ${name}.`}
    >
      {(goOn) => <AuthenticatorEnrolment onDone={goOn} />}
    </FirstPage>
  );
}

function FirstPage(props: {
  task: 'mustChangePassword' | 'mustEnrolAuthenticator';
  title: string;
  lead: string;
  children: (goOn: () => void) => ReactNode;
}) {
  const session = useSession();
  const { next }: { next?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const onwards = destinationAfterSignIn(session, next);
  if (!session[props.task]) return <Navigate {...onwards} replace />;
  return (
    <SignInFrame>
      <StepHead title={props.title}>{props.lead}</StepHead>
      {props.children(() => {
        setSession({ ...session, [props.task]: false });
        void navigate({ ...onwards, replace: true });
      })}
      <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
        {t`Sign out`}
      </Anchor>
    </SignInFrame>
  );
}
