import { Trans } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '#features/client.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { MailedCodeForm } from './code-form.tsx';
import { NewPasswordEntry, newPassword } from './password-fields.ts';
import { clearSignInFlow, updateSignInFlow, useSignInFlow } from './sign-in-flow.ts';
import { BackToLogin, StepHead } from './sign-in-frame.tsx';
import { StepForm } from './step-form.tsx';

type ResetStepProps = { onDone: () => void; onBack: () => void };

/** First step of a forgotten password. The text does not reveal whether the address has an account. */
export function ResetCodeStep({ onDone, onBack }: ResetStepProps) {
  const awaited = useSignInFlow().reset!;
  const check = useMutation(
    api.auth.checkPasswordResetCode.mutationOptions({
      onSuccess: ({ resetToken }) => {
        updateSignInFlow({ resetToken });
        onDone();
      },
    }),
  );
  const { challengeId, digits } = awaited.challenge;
  return (
    <>
      <StepHead title={t`Forgot Password`}>
        <Trans>
          Step 1 of 3. If <strong>{awaited.email}</strong> belongs to an account, a {digits}-digit code is on
          its way to it.
        </Trans>
      </StepHead>
      <MailedCodeForm
        awaited={awaited}
        check={check}
        onCode={(code) => check.mutate({ challengeId, code })}
        resend={api.auth.resendPasswordResetCode}
        onMailed={(reset) => updateSignInFlow({ reset })}
        back={<BackToLogin onBack={onBack} />}
      />
    </>
  );
}

/** Second step of a forgotten password. */
export function NewPasswordStep({ onDone, onBack }: ResetStepProps) {
  const { resetToken, email } = useSignInFlow();
  return (
    <>
      <StepHead title={t`Choose a new password`}>
        {t`Step 2 of 3. At least 12 characters; a sentence is good.`}
      </StepHead>
      <StepForm
        fields={newPassword}
        schema={NewPasswordEntry}
        call={api.auth.completePasswordReset.call}
        input={(typed) => ({ ...typed, resetToken: resetToken! })}
        onDone={() => {
          onDone();
          clearSignInFlow();
        }}
        submitLabel={t`Save password`}
        beside={<BackToLogin onBack={onBack} />}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      </StepForm>
    </>
  );
}

/** Third step of a forgotten password. */
export function PasswordChangedStep() {
  return (
    <div role="status">
      <IconCircleCheck size={40} color="var(--mantine-color-green-text)" aria-hidden />
      <StepHead title={t`Password changed`}>
        {t`Step 3 of 3. Your new password is saved, and every session that was open has ended.`}
      </StepHead>
      <Anchor component={Link} to={paths.login}>
        {t`Back to login`}
      </Anchor>
    </div>
  );
}
