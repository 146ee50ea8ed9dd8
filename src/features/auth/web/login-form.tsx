import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { Role } from '#shared/roles.ts';
import { api } from '#web/api/client.ts';
import { ErrorNotice } from '#web/components/error-notice.tsx';
import { Email } from '../contract.ts';
import { DemoSignIns } from './demo-sign-ins.tsx';
import { RoleChips } from './role-chips.tsx';
import { rememberedRole, rememberRole, updateSignInFlow, useSignInFlow } from './sign-in-flow.ts';
import { StepHead } from './sign-in-frame.tsx';

const Credentials = z.object({ email: Email, password: z.string().min(1, 'Type your password.').max(128) });

type LoginFormProps = {
  /** The one-time code is on its way. */
  onMailed: () => void;
  /** The code for a forgotten password is on its way. */
  onResetMailed: () => void;
};

export function LoginForm({ onMailed, onResetMailed }: LoginFormProps) {
  const flow = useSignInFlow();
  const [role, setRole] = useState<Role>(rememberedRole);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: flow.email, password: '' },
    validate: schemaResolver(Credentials, { sync: true }),
  });
  const signIn = useMutation(
    api.auth.startSignIn.mutationOptions({
      onSuccess: (challenge, { email }) => {
        updateSignInFlow({ email, signIn: { email, challenge, mailedAt: Date.now() } });
        onMailed();
      },
    }),
  );
  const reset = useMutation(
    api.auth.startPasswordReset.mutationOptions({
      onSuccess: (challenge, { email }) => {
        updateSignInFlow({ email, reset: { email, challenge, mailedAt: Date.now() }, resetToken: null });
        onResetMailed();
      },
    }),
  );

  const choose = (chosen: Role) => {
    setRole(chosen);
    rememberRole(chosen);
  };
  const forgot = () => {
    signIn.reset();
    const email = Email.safeParse(form.getValues().email.trim());
    if (email.success) {
      reset.mutate({ email: email.data });
      return;
    }
    form.setErrors({ email: 'Type your Email Id here: the code for a new password goes to it.' });
    form.getInputNode('email')?.focus();
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => {
          reset.reset();
          signIn.mutate({ role, email: values.email.trim(), password: values.password });
        },
        (faults) => form.getInputNode(Object.keys(faults)[0] ?? 'email')?.focus(),
      )}
    >
      <StepHead title="Login">Choose your role and sign in. A one-time code follows by e-mail.</StepHead>
      <Stack gap="sm">
        <ErrorNotice error={signIn.error ?? reset.error} />
        <RoleChips value={role} onChange={choose} />
        <TextInput
          label="Email Id"
          type="email"
          autoComplete="username"
          inputMode="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Group justify="space-between" mt={4}>
          <Anchor component="button" type="button" size="sm" disabled={reset.isPending} onClick={forgot}>
            Forgot Password
          </Anchor>
          <Button type="submit" loading={signIn.isPending} miw={120}>
            Login
          </Button>
        </Group>
        <DemoSignIns
          onFill={(person) => {
            choose(person.role);
            form.setValues({ email: person.email, password: person.password });
            form.clearErrors();
          }}
        />
      </Stack>
    </form>
  );
}
