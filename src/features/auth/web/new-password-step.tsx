import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { t } from '#shared/words.ts';
import { faultyPasswordField, NewPasswordEntry } from './new-password.ts';
import { clearSignInFlow, useSignInFlow } from './sign-in-flow.ts';
import { BackToLogin, StepHead } from './sign-in-frame.tsx';

type NewPasswordStepProps = { onChanged: () => void; onBack: () => void };

/** Second step of a forgotten password. */
export function NewPasswordStep({ onChanged, onBack }: NewPasswordStepProps) {
  const { resetToken, email } = useSignInFlow();
  const form = useForm({
    mode: 'uncontrolled',
    validateInputOnBlur: true,
    initialValues: { password: '', confirmation: '' },
    validate: schemaResolver(NewPasswordEntry, { sync: true }),
  });
  const change = useMutation(
    api.auth.completePasswordReset.mutationOptions({
      onSuccess: () => {
        onChanged();
        clearSignInFlow();
      },
      onError: (error) => {
        const field = faultyPasswordField(error);
        if (field) form.setFieldError(field, error.message);
      },
    }),
  );
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((entry) => change.mutate({ ...entry, resetToken: resetToken! }))}
    >
      <StepHead title={t`Choose a new password`}>
        {t`Step 2 of 3. At least 12 characters; a sentence is good.`}
      </StepHead>
      <Stack gap="sm">
        {change.error && !faultyPasswordField(change.error) && <ErrorNotice error={change.error} />}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label={t`New password`}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t`Show new password`, tabIndex: 0 }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={t`Confirm new password`}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t`Show confirmation`, tabIndex: 0 }}
          key={form.key('confirmation')}
          {...form.getInputProps('confirmation')}
        />
        <Group justify="space-between" mt="xs">
          <BackToLogin onBack={onBack} />
          <Button type="submit" loading={change.isPending}>
            {t`Save password`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
