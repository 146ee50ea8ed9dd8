import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#features/client.ts';
import { hasCode } from '#platform/web/api/problem.ts';
import { CodeBoxes } from '#platform/web/components/code-boxes.tsx';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { QrCode } from '#platform/web/components/qr-code.tsx';
import { t } from '#shared/words.ts';
import classes from './authenticator-enrolment.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

type EnrolmentProps = {
  /** The app is set up, and the recovery codes are kept. */
  onDone: () => void;
};

/** Sets an authenticator app up: the own password, the QR code and one code of the app, the recovery codes. */
export function AuthenticatorEnrolment({ onDone }: EnrolmentProps) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const start = useMutation(
    api.auth.startAuthenticator.mutationOptions({ onSuccess: () => setCurrentPassword('') }),
  );
  const confirm = useMutation(api.auth.confirmAuthenticator.mutationOptions());

  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onKept={onDone} />;
  if (start.data) {
    return (
      <Scan
        shown={start.data}
        error={confirm.error}
        isPending={confirm.isPending}
        onCode={(code) => confirm.mutate({ code })}
        onStartAgain={() => {
          confirm.reset();
          start.reset();
        }}
      />
    );
  }
  const isWrong = hasCode(start.error, 'auth.wrong_password');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setFault(currentPassword ? null : t`Enter your current password.`);
        if (currentPassword) start.mutate({ currentPassword });
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t`You need an app such as Google Authenticator, Microsoft Authenticator or Aegis on your phone. It makes the codes without any network.`}
        </Text>
        {start.error && !isWrong && <ErrorNotice error={start.error} />}
        <PasswordInput
          label={t`Current password`}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t`Show: Current password`, tabIndex: 0 }}
          value={currentPassword}
          error={fault ?? (isWrong ? start.error?.message : undefined)}
          data-autofocus
          onChange={(event) => setCurrentPassword(event.currentTarget.value)}
        />
        <Group justify="end" mt="xs">
          <Button type="submit" loading={start.isPending}>
            {t`Show the QR code`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type ScanProps = {
  shown: { secret: string; uri: string };
  error: Error | null;
  isPending: boolean;
  onCode: (code: string) => void;
  onStartAgain: () => void;
};

const digits = 6;

function Scan({ shown, error, isPending, onCode, onStartAgain }: ScanProps) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [judged, setJudged] = useState<Error | null>(null);
  // A refused code is wiped, so that the next one can be typed at once.
  if (error !== judged) {
    setJudged(error);
    if (error) setCode('');
  }
  const isWrong = hasCode(error, 'auth.authenticator_code_differs');
  const submit = (typed: string) => {
    if (isPending) return;
    if (typed.length < digits) setFault(t`Enter all ${digits} digits of the code.`);
    else onCode(typed);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(code);
      }}
    >
      <Stack gap="md">
        <Text size="sm">{t`Scan this with the app, then type the code that it shows.`}</Text>
        <div className={classes.scan}>
          <QrCode text={shown.uri} label={t`QR code for the authenticator app`} />
          <div>
            <Text size="sm" c="dimmed">
              {t`Or type this key:`}
            </Text>
            <p className={classes.secret}>{inGroups(shown.secret)}</p>
          </div>
        </div>
        {error && !isWrong && <ErrorNotice error={error} />}
        <CodeBoxes
          label={t`${digits}-digit code of the app`}
          length={digits}
          value={code}
          isDisabled={isPending}
          autoFocus
          error={fault ?? (isWrong ? error?.message : undefined)}
          onChange={(typed) => {
            setFault(null);
            setCode(typed);
          }}
          onComplete={submit}
        />
        <Group justify="space-between" gap="sm">
          <Button variant="subtle" color="gray" onClick={onStartAgain}>
            {t`Start again`}
          </Button>
          <Button type="submit" loading={isPending}>
            {t`Confirm`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Four letters at a time are read and typed without losing the place. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)!.join(' ');
}
