import { Anchor } from '@mantine/core';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { setSession, signOut, useSession } from '#platform/web/api/session.ts';
import { destinationAfterSignIn } from '#platform/web/sign-in-path.ts';
import { t } from '#shared/words.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { SignInFrame, StepHead } from './sign-in-frame.tsx';

/** At the first sign-in, the password set by an administrator must be replaced before anything else. */
export function FirstPasswordPage() {
  const session = useSession();
  const { next }: { next?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const onwards = destinationAfterSignIn(session, next);
  if (!session.mustChangePassword) return <Navigate {...onwards} replace />;
  return (
    <SignInFrame>
      <StepHead title={t`Choose your password`}>
        {t`Welcome, ${session.name}. The password that you were given works once; choose your own to go on.`}
      </StepHead>
      <ChangePasswordForm
        currentLabel={t`Password that you were given`}
        submitLabel={t`Save and go on`}
        onChanged={() => {
          setSession({ ...session, mustChangePassword: false });
          void navigate({ ...onwards, replace: true });
        }}
      />
      <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
        {t`Sign out`}
      </Anchor>
    </SignInFrame>
  );
}
