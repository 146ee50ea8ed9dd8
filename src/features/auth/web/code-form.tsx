import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { hasCode } from '#platform/web/api/problem.ts';
import { CodeBoxes } from '#platform/web/components/code-boxes.tsx';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { t } from '#shared/words.ts';
import type { AwaitedCode } from './sign-in-flow.ts';

type CodeFormProps = {
  awaited: AwaitedCode;
  /** What went wrong with the last code or mail; a wrong code stands by the boxes. */
  error: Error | null;
  pending: boolean;
  onSubmit: (code: string) => void;
  /** What stands beside Continue: how to get another code. */
  beside: ReactNode;
  back: ReactNode;
};

/** The boxes of a code, with Continue. A complete code goes off by itself. */
export function CodeForm({ awaited, error, pending, onSubmit, beside, back }: CodeFormProps) {
  const { digits, challengeId } = awaited.challenge;
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
    if (typed.length < digits) setFault(t`Enter all ${digits} digits of the code.`);
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
          label={t`${digits}-digit code`}
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
          {beside}
          <Button type="submit" loading={pending} miw={120}>
            {t`Continue`}
          </Button>
        </Group>
        <Text component="div" size="sm">
          {back}
        </Text>
      </Stack>
    </form>
  );
}
