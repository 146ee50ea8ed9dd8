import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#features/client.ts';
import { useSignOn } from '#platform/web/api/session.ts';
import { QrCode } from '#platform/web/components/qr-code.tsx';
import { t } from '#shared/words.ts';
import { CodeForm } from './code-form.tsx';
import { currentPassword } from './password-fields.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { StepForm } from './step-form.tsx';

const digits = 6;
/** Required where there are passwords; otherwise the session must be fresh. */
const ownPassword = { currentPassword: { ...currentPassword, isFocused: true } };

/**
 * Sets up an authenticator app: own password, QR code with one code of the app, recovery codes. `onDone` is called once
 * the person confirms that these are saved.
 */
export function AuthenticatorEnrolment({ onDone }: { onDone: () => void }) {
  const { provider } = useSignOn();
  const [shown, setShown] = useState<{ secret: string; uri: string } | null>(null);
  const confirm = useMutation(api.auth.confirmAuthenticator.mutationOptions());
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onKept={onDone} />;
  if (!shown) {
    return (
      <StepForm
        fields={(provider ? {} : ownPassword) as typeof ownPassword}
        call={api.auth.startAuthenticator.call}
        input={(typed) => typed}
        onDone={setShown}
        submitLabel={t`Show the QR code`}
      >
        <Text size="sm">
          {t`You need an authenticator app on your phone, for example Google Authenticator, Microsoft Authenticator or Aegis. It makes the codes without any network.`}
        </Text>
      </StepForm>
    );
  }
  return (
    <CodeForm
      digits={digits}
      label={t`${digits}-digit code of the app`}
      error={confirm.error}
      wrong="auth.authenticator_code_differs"
      pending={confirm.isPending}
      onCode={(code) => confirm.mutate({ code })}
      submitLabel={t`Confirm`}
      beside={
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            confirm.reset();
            setShown(null);
          }}
        >
          {t`Start again`}
        </Button>
      }
    >
      <Text size="sm">{t`Scan this with the app, then type the code that it shows.`}</Text>
      <Group>
        <QrCode text={shown.uri} label={t`QR code for the authenticator app`} />
        <div>
          <Text size="sm" c="dimmed">
            {t`Or type this key:`}
          </Text>
          <Text ff="monospace" lh={1.7} maw="11.5rem" mt={2}>
            {inGroups(shown.secret)}
          </Text>
        </div>
      </Group>
    </CodeForm>
  );
}

/** Groups of four letters are easier to read and type. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)!.join(' ');
}
