import { Anchor } from '@mantine/core';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { setSession, signOut, useSession } from '#platform/web/api/session.ts';
import { destinationAfterSignIn } from '#platform/web/sign-in-path.ts';
import { t } from '#shared/words.ts';
import { AuthenticatorEnrolment } from './authenticator-enrolment.tsx';
import { SignInFrame, StepHead } from './sign-in-frame.tsx';

/** If an administrator chose the authenticator app, it must be set up before anything else. */
export function FirstAuthenticatorPage() {
  const session = useSession();
  const { next }: { next?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const onwards = destinationAfterSignIn(session, next);
  if (!session.mustEnrolAuthenticator) return <Navigate {...onwards} replace />;
  return (
    <SignInFrame>
      <StepHead title={t`Set up your authenticator app`}>
        {t`From now on a code of this app is asked for when you sign in, ${session.name}.`}
      </StepHead>
      <AuthenticatorEnrolment
        onDone={() => {
          setSession({ ...session, mustEnrolAuthenticator: false });
          void navigate({ ...onwards, replace: true });
        }}
      />
      <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
        {t`Sign out`}
      </Anchor>
    </SignInFrame>
  );
}
