import { Alert } from '@mantine/core';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { t } from '#shared/words.ts';

/** The browser created or found no passkey: the person cancelled or was not recognised. */
class NotConfirmed extends Error {}

export async function fromAuthenticator<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (cause) {
    throw new NotConfirmed('no passkey', { cause });
  }
}

/** Why there is no passkey, from the browser or the server. */
export function PasskeyNotice({ error }: { error: unknown }) {
  if (!(error instanceof NotConfirmed)) return <ErrorNotice error={error} />;
  return (
    <Alert color="red" variant="light" role="alert">
      {t`No passkey was confirmed on this device. Try again.`}
    </Alert>
  );
}
