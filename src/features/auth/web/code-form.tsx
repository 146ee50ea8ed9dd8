import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hasCode } from '#platform/web/api/problem.ts';
import { CodeBoxes } from '#platform/web/components/code-boxes.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import type { ErrorCode } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { Challenge } from '../contract.ts';
import type { AwaitedCode } from './sign-in-flow.ts';

type CodeFormProps = {
  digits: number;
  label: string;
  /** Of the last code; `wrong` is shown at the boxes. */
  error: Error | null;
  wrong: ErrorCode;
  pending: boolean;
  onCode: (code: string) => void;
  /** 'Continue' by default, as in a sign-in step. */
  submitLabel?: string;
  /** Content beside the button, such as how to get another code. */
  beside: ReactNode;
  back?: ReactNode;
  children?: ReactNode;
};

/** The input boxes of a code and its button. A complete code is submitted automatically. */
export function CodeForm({ digits, error, pending, onCode, submitLabel, back, ...props }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [judged, setJudged] = useState<Error | null>(null);
  const sent = useRef('');
  // A refused code is cleared, so that the next one can be typed at once.
  if (error !== judged) {
    setJudged(error);
    if (error) setCode('');
  }
  const isWrong = hasCode(error, props.wrong);
  const submit = (typed: string) => {
    // Why the last code was refused says more than that the boxes are empty again.
    if (typed === '' && isWrong) return;
    if (typed.length < digits) return setFault(t`Enter all ${digits} digits of the code.`);
    // Enter after the last digit must not submit a complete code twice.
    if (pending || sent.current === typed) return;
    sent.current = typed;
    onCode(typed);
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
        {props.children}
        {error && !isWrong && <ErrorNotice error={error} />}
        <CodeBoxes
          label={props.label}
          length={digits}
          value={code}
          isDisabled={pending}
          autoFocus
          error={fault ?? (isWrong ? error?.message : undefined)}
          onChange={(typed) => {
            sent.current = '';
            setFault(null);
            setCode(typed);
          }}
          onComplete={submit}
        />
        <Group justify="space-between" gap="sm">
          {props.beside}
          <Button type="submit" loading={pending} miw={submitLabel ? undefined : 120}>
            {submitLabel ?? t`Continue`}
          </Button>
        </Group>
        {back && (
          <Text component="div" size="sm">
            {back}
          </Text>
        )}
      </Stack>
    </form>
  );
}

type MailedCodeFormProps = {
  awaited: AwaitedCode;
  check: { error: Error | null; isPending: boolean; reset: () => void };
  onCode: (code: string) => void;
  resend: { call: (input: { challengeId: string }) => Promise<Challenge> };
  onMailed: (awaited: AwaitedCode) => void;
  back: ReactNode;
};

/** The input boxes of a mailed code, with a button for another mail. */
export function MailedCodeForm({ awaited, check, onCode, onMailed, back, ...props }: MailedCodeFormProps) {
  const { challengeId, digits } = awaited.challenge;
  const resend = useMutation({
    mutationFn: () => props.resend.call({ challengeId }),
    onSuccess: (challenge) => {
      check.reset();
      onMailed({ ...awaited, challenge, mailedAt: Date.now() });
    },
  });
  return (
    <CodeForm
      key={challengeId}
      digits={digits}
      label={t`${digits}-digit code`}
      error={check.error}
      wrong="auth.wrong_code"
      pending={check.isPending}
      onCode={(code) => {
        resend.reset();
        onCode(code);
      }}
      beside={<ResendCode awaited={awaited} pending={resend.isPending} onResend={() => resend.mutate()} />}
      back={back}
    >
      {resend.error && <ErrorNotice error={resend.error} />}
    </CodeForm>
  );
}

type ResendCodeProps = { awaited: AwaitedCode; pending: boolean; onResend: () => void };

/** Sends a new code after the server's waiting time, while mails are left. */
function ResendCode({ awaited: { challenge, mailedAt }, pending, onResend }: ResendCodeProps) {
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
