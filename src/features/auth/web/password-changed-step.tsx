import { Anchor } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { StepHead } from './sign-in-frame.tsx';

/** Third step of a forgotten password. */
export function PasswordChangedStep() {
  return (
    <div role="status">
      <IconCircleCheck size={40} color="var(--mantine-color-green-text)" aria-hidden />
      <StepHead title="Password changed">
        Step 3 of 3. Your new password is saved, and every session that was open has ended.
      </StepHead>
      <Anchor component={Link} to={paths.login}>
        Back to login
      </Anchor>
    </div>
  );
}
