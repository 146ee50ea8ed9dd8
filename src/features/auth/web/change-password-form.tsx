import { api } from '#features/client.ts';
import { t } from '#shared/words.ts';
import { currentPassword, newPassword, PasswordChangeEntry } from './password-fields.ts';
import { StepForm } from './step-form.tsx';

type ChangePasswordFormProps = {
  /** 'Current password', or the label of the initial one. */
  currentLabel: string;
  submitLabel: string;
  onChanged: () => void;
};

export function ChangePasswordForm({ currentLabel, submitLabel, onChanged }: ChangePasswordFormProps) {
  return (
    <StepForm
      fields={{
        currentPassword: { ...currentPassword, label: currentLabel, show: t`Show: ${currentLabel}` },
        password: { ...newPassword.password, description: t`At least 12 characters; a sentence is good.` },
        confirmation: newPassword.confirmation,
      }}
      schema={PasswordChangeEntry}
      call={api.auth.changePassword.call}
      input={(typed) => typed}
      onDone={onChanged}
      submitLabel={submitLabel}
    />
  );
}
