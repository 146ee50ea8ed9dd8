import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { hasCode } from '#web/api/problem.ts';
import { CodeBoxes } from '#web/components/code-boxes.tsx';
import { ErrorNotice } from '#web/components/error-notice.tsx';
import { ResendCode } from './resend-code.tsx';
import type { Mailed } from './sign-in-flow.ts';

type CodeFormProps = {
  mailed: Mailed;
  /** What went wrong with the last code or mail; a wrong code stands by the boxes. */
  error: Error | null;
  pending: boolean;
  resending: boolean;
  onSubmit: (code: string) => void;
  onResend: () => void;
  back: ReactNode;
};

/** The boxes of a mailed code, with Continue and Resend. A complete code goes off by itself. */
export function CodeForm({ mailed, error, pending, resending, onSubmit, onResend, back }: CodeFormProps) {
  const { digits, challengeId } = mailed.challenge;
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [judged, setJudged] = useState<Error | null>(null);
  // A refused code is wiped, so that the next one can be typed at once.
  if (error !== judged) {
    setJudged(error);
    if (error) setCode('');
  }
  const wrongCode = hasCode(error, 'auth.wrong_code');
  const boxError = fault ?? (wrongCode && error ? error.message : undefined);
  const submit = (typed: string) => {
    if (pending) return;
    if (typed.length < digits) setFault(`Type all ${digits} digits of the code.`);
    else onSubmit(typed);
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
        {error && !wrongCode && <ErrorNotice error={error} />}
        <CodeBoxes
          key={challengeId}
          label={`${digits}-digit code`}
          length={digits}
          value={code}
          isDisabled={pending}
          autoFocus
          error={boxError}
          onChange={(typed) => {
            setFault(null);
            setCode(typed);
          }}
          onComplete={submit}
        />
        <Group justify="space-between" gap="sm">
          <ResendCode mailed={mailed} pending={resending} onResend={onResend} />
          <Button type="submit" loading={pending} miw={120}>
            Continue
          </Button>
        </Group>
        <Text component="div" size="sm">
          {back}
        </Text>
      </Stack>
    </form>
  );
}
