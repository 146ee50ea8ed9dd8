import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { client } from '#features/client.ts';
import { setSession } from '#platform/web/api/session.ts';
import { Loading } from '#platform/web/components/loading.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { consumeRedirect, notifyOpener, type ProviderOutcome } from './provider-redirect.ts';
import { updateSignInFlow } from './sign-in-flow.ts';
import { BackToLogin, SignInFrame, StepHead } from './sign-in-frame.tsx';

/**
 * The page that the provider redirects back to. It removes the answer from the address first, then sends it itself, so
 * that the request carries the attempt's cookie, which is never sent from another site.
 */
export function ProviderReturnPage() {
  const navigate = useNavigate();
  const [redirect] = useState(consumeRedirect);
  const isSent = useRef(false);
  const complete = useMutation({
    mutationFn: (answer: string) => client.auth.completeProviderSignIn({ answer }),
    onSuccess: (outcome) => (redirect.isPopup ? returnToOpener(outcome) : goOn(outcome)),
  });
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    const answer = window.location.search.slice(1);
    window.history.replaceState(window.history.state, '', paths.signInWithProvider);
    complete.mutate(answer);
  }, [complete.mutate]);

  function goOn({ email, challenge, session }: ProviderOutcome): void {
    if (session) setSession(session);
    if (challenge) updateSignInFlow({ email, signIn: { email, challenge, mailedAt: Date.now() } });
    const search = { step: challenge ? 'code' : undefined, next: redirect.next };
    void navigate({ to: paths.login, search, replace: true });
  }

  function returnToOpener(outcome: ProviderOutcome): void {
    notifyOpener(outcome);
    window.close();
  }

  return (
    <SignInFrame>
      <StepHead title={t`University account`} />
      {complete.isSuccess && <Text>{t`Go on in the first window. You can close this one.`}</Text>}
      {complete.error && <ErrorNotice error={complete.error} />}
      {complete.error && !redirect.isPopup && (
        <Text mt="md">
          <BackToLogin onBack={() => void navigate({ to: paths.login, replace: true })} />
        </Text>
      )}
      {complete.isPending && <Loading />}
    </SignInFrame>
  );
}
