import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { setSession, useSignOn } from '#platform/web/api/session.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { t } from '#shared/words.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { rememberRedirect } from './provider-redirect.ts';
import { RoleChips } from './role-chips.tsx';
import { rememberedRole, rememberRole } from './sign-in-flow.ts';
import { StepHead } from './sign-in-frame.tsx';
import { useGuardedMutation } from './use-guarded-mutation.ts';

/** The login form where the university's provider replaces the password. */
export function ProviderForm({ next }: { next: string | undefined }) {
  const { passkeys } = useSignOn();
  const [role, setRole] = useState(rememberedRole);
  const start = useGuardedMutation({
    mutationFn: () => client.auth.startProviderSignIn({ role }),
    onSuccess: ({ address }) => {
      rememberRedirect({ isPopup: false, next });
      window.location.assign(address);
    },
  });
  return (
    <>
      <StepHead title={t`Login`}>{t`Choose your role and sign in with the university account.`}</StepHead>
      <Stack gap="sm">
        {start.error && <ErrorNotice error={start.error} />}
        <RoleChips
          value={role}
          onChange={(chosen) => {
            setRole(chosen);
            rememberRole(chosen);
          }}
        />
        <Button mt={4} fullWidth loading={start.isPending} onClick={start.press}>
          {t`Sign in with the university account`}
        </Button>
        {passkeys && <PasskeyButton role={role} onOpened={setSession} />}
      </Stack>
    </>
  );
}
