import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { t } from '#shared/words.ts';
import { faultyPasswordField, PasswordChangeEntry } from './new-password.ts';

type ChangePasswordFormProps = {
  /** 'Current password', or what the first one was called when it was handed over. */
  currentLabel: string;
  submitLabel: string;
  onChanged: () => void;
};

export function ChangePasswordForm({ currentLabel, submitLabel, onChanged }: ChangePasswordFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    validateInputOnBlur: true,
    initialValues: { currentPassword: '', password: '', confirmation: '' },
    validate: schemaResolver(PasswordChangeEntry, { sync: true }),
  });
  const change = useMutation(
    api.auth.changePassword.mutationOptions({
      onSuccess: () => {
        form.reset();
        onChanged();
      },
      onError: (error) => {
        const field = faultyPasswordField(error);
        if (field) form.setFieldError(field, error.message);
      },
    }),
  );
  return (
    <form noValidate onSubmit={form.onSubmit((entry) => change.mutate(entry))}>
      <Stack gap="sm">
        {change.error && !faultyPasswordField(change.error) && <ErrorNotice error={change.error} />}
        <PasswordInput
          label={currentLabel}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t`Show: ${currentLabel}`, tabIndex: 0 }}
          key={form.key('currentPassword')}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label={t`New password`}
          description={t`At least 12 characters; a sentence is good.`}
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
        <Group justify="end" mt="xs">
          <Button type="submit" loading={change.isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
