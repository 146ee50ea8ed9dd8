import { Anchor } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { StepHead } from './sign-in-frame.tsx';

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
