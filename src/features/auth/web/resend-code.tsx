import { Anchor, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '#shared/words.ts';
import type { AwaitedCode } from './sign-in-flow.ts';

type ResendCodeProps = { awaited: AwaitedCode; pending: boolean; onResend: () => void };

/** Sends a new code, once the wait that the server asks for is over and while mails are left. */
export function ResendCode({ awaited: { challenge, mailedAt }, pending, onResend }: ResendCodeProps) {
  const wait = useSecondsUntil(mailedAt + challenge.resendAfterSeconds * 1000);
  if (challenge.mailsLeft === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t`No more codes can be sent. Start again if none has arrived.`}
      </Text>
    );
  }
  const left = challenge.mailsLeft === 1 ? t`1 mail left` : t`${challenge.mailsLeft} mails left`;
  return (
    <Text size="sm" c="dimmed" component="div">
      {t`No code?`}{' '}
      {wait > 0 ? (
        <span>{t`Resend in ${wait} s (${left})`}</span>
      ) : (
        <>
          <Anchor component="button" type="button" size="sm" disabled={pending} onClick={onResend}>
            {t`Resend`}
          </Anchor>{' '}
          ({left})
        </>
      )}
    </Text>
  );
}

function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((moment - now) / 1000));
  const over = left === 0;
  useEffect(() => {
    setNow(Date.now());
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [over]);
  return left;
}
