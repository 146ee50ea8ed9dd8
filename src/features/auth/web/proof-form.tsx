import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { hasCode } from '#platform/web/api/problem.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { t } from '#shared/words.ts';

export type Proof = { currentPassword: string; code: string };

type ProofFormProps = {
  /** What will happen. */
  children: ReactNode;
  submitLabel: string;
  isGrave?: boolean;
  error: Error | null;
  isPending: boolean;
  onSubmit: (proof: Proof) => void;
  onCancel: () => void;
};

/** Password and code, which the account asks for before its authenticator is changed. */
export function ProofForm(props: ProofFormProps) {
  const form = useForm<Proof>({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', code: '' },
    validate: {
      currentPassword: (typed) => (typed ? null : t`Enter your current password.`),
      code: (typed) => (typed.trim() ? null : t`Enter a code of your authenticator app, or a recovery code.`),
    },
  });
  const { error } = props;
  const wrongPassword = hasCode(error, 'auth.wrong_password') ? error?.message : undefined;
  const wrongCode = hasCode(error, 'auth.wrong_second_factor') ? error?.message : undefined;
  return (
    <form noValidate onSubmit={form.onSubmit(props.onSubmit)}>
      <Stack gap="sm">
        {props.children}
        {error && !wrongPassword && !wrongCode && <ErrorNotice error={error} />}
        <PasswordInput
          label={t`Current password`}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t`Show: Current password`, tabIndex: 0 }}
          data-autofocus
          key={form.key('currentPassword')}
          {...form.getInputProps('currentPassword')}
          error={form.errors.currentPassword ?? wrongPassword}
        />
        <TextInput
          label={t`Code of the app`}
          description={t`Without your phone: one of your recovery codes.`}
          autoComplete="one-time-code"
          key={form.key('code')}
          {...form.getInputProps('code')}
          error={form.errors.code ?? wrongCode}
        />
        <Group justify="end" gap="xs" mt="xs">
          <Button variant="default" onClick={props.onCancel}>
            {t`Cancel`}
          </Button>
          <Button type="submit" color={props.isGrave ? 'red' : undefined} loading={props.isPending}>
            {props.submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
