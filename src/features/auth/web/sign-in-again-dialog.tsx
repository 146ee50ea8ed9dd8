import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { setSession, useSession, useSignOn } from '#platform/web/api/session.ts';
import {
  type SignInReason,
  settleSignInAgain,
  useSignInAgainAsked,
} from '#platform/web/api/sign-in-again.ts';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { paths } from '#shared/paths.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { FirstStepAgain } from './first-step-again.tsx';
import { SignInCodeForm } from './sign-in-code-form.tsx';
import type { AwaitedCode } from './sign-in-flow.ts';

type Wording = {
  title: string;
  closeLabel: string;
  sentence: (name: string) => string;
  /** The sentence where a provider replaces the password. */
  providerSentence: (name: string) => string;
  submit: string;
};

const wordings: Record<SignInReason, Wording> = {
  session_ended: {
    title: t`Sign in again`,
    closeLabel: t`Close without signing in`,
    sentence: (name) =>
      t`Your session has ended. Your input is saved on the page behind. Sign in as ${name} to continue.`,
    providerSentence: (name) =>
      t`Your session has ended. Your input is saved on the page behind. Sign in as ${name} to continue.`,
    submit: t`Login`,
  },
  confirm_identity: {
    title: t`Confirm your identity`,
    closeLabel: t`Close`,
    sentence: () => t`This opens an account to somebody. Enter your password and a code to continue.`,
    providerSentence: () =>
      t`This opens an account to somebody. Sign in with the university account again to continue.`,
    submit: t`Continue`,
  },
};

/**
 * Covers a page whose session has ended, or that requires password and code to continue. Once the same person has
 * signed in, the page continues where it was.
 */
export function SignInAgainDialog() {
  const session = useSession();
  const queries = useQueryClient();
  const reason = useSignInAgainAsked() ?? 'session_ended';
  const { title, closeLabel, sentence, providerSentence, submit } = wordings[reason];
  const { provider } = useSignOn();
  const [awaited, setAwaited] = useState<AwaitedCode | null>(null);
  const goOn = (opened: Session) => {
    // Somebody else signed in: what the first person typed must not be sent in their name.
    if (opened.staffId !== session.staffId) {
      window.location.assign(paths.login);
      return;
    }
    setSession(opened);
    settleSignInAgain(true);
    void queries.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
  };
  return (
    <Dialog
      onClose={() => settleSignInAgain(false)}
      title={title}
      closeLabel={closeLabel}
      closeOnClickOutside={false}
    >
      {awaited ? (
        <Stack gap="sm">
          <SignInCodeForm
            awaited={awaited}
            keepsSession={reason === 'confirm_identity'}
            onMailed={setAwaited}
            onOpened={goOn}
            head={(sentence) => <Text>{sentence}</Text>}
            back={
              <Button variant="subtle" size="compact-sm" onClick={() => setAwaited(null)}>
                {provider ? t`Back to login` : t`Back to the password`}
              </Button>
            }
          />
        </Stack>
      ) : (
        <FirstStepAgain
          reason={reason}
          sentence={provider ? providerSentence(session.name) : sentence(session.name)}
          submitLabel={provider ? t`Sign in with the university account` : submit}
          onChallenged={setAwaited}
          onOpened={goOn}
        />
      )}
    </Dialog>
  );
}
