import { Button } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { IconFingerprint } from '@tabler/icons-react';
import { client } from '#features/client.ts';
import type { Role } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { fromAuthenticator, PasskeyNotice } from './passkey-answer.tsx';
import { useGuardedMutation } from './use-guarded-mutation.ts';

type PasskeyButtonProps = {
  role: Role;
  /** Whether the current session continues; the passkey then only confirms the person. */
  keepsSession?: boolean;
  onOpened: (session: Session) => void;
};

type AuthenticatorOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Signs in with a passkey of this device or of a phone; the passkey identifies the person. */
export function PasskeyButton({ role, keepsSession, onOpened }: PasskeyButtonProps) {
  const signIn = useGuardedMutation({
    mutationFn: async () => {
      const { options }: { options: object } = await client.auth.startPasskeySignIn({ role });
      const optionsJSON = options as AuthenticatorOptions;
      const answer = await fromAuthenticator(startAuthentication({ optionsJSON }));
      return client.auth.completePasskeySignIn({ answer: { ...answer }, keepsSession });
    },
    onSuccess: onOpened,
  });
  return (
    <>
      {signIn.error && <PasskeyNotice error={signIn.error} />}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={signIn.isPending}
        onClick={signIn.press}
      >
        {t`Sign in with a passkey`}
      </Button>
    </>
  );
}
