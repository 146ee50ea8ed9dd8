import { Trans } from '@lingui/react/macro';
import { Anchor, Box, Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, lazyRouteComponent } from '@tanstack/react-router';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { api } from '#features/client.ts';
import { setSession, useSignOn } from '#platform/web/api/session.ts';
import { PasswordField } from '#platform/web/components/password-field.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { paths } from '#shared/paths.ts';
import { type Role, roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import type { Challenge } from '../contract.ts';
import { demoSignInsQuery } from './demo-api.ts';
import classes from './login-form.module.css';
import { RoleChips } from './role-chips.tsx';
import { rememberedRole, rememberRole, updateSignInFlow, useSignInFlow } from './sign-in-flow.ts';
import { StepHead } from './sign-in-frame.tsx';

// Loaded only where passkeys are set up.
const PasskeyButton = lazyRouteComponent(() => import('./passkey-button.tsx'), 'PasskeyButton');

type LoginFormProps = {
  /** Called when password and role are right and a one-time code is required. */
  onChallenged: () => void;
  /** Called when the reset code has been mailed. */
  onResetMailed: () => void;
};

export function LoginForm({ onChallenged, onResetMailed }: LoginFormProps) {
  const flow = useSignInFlow();
  const { passkeys } = useSignOn();
  const [role, setRole] = useState<Role>(rememberedRole);
  const [email, setEmail] = useState(flow.email);
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<{ email?: string; password?: string }>({});
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  /** Stores the address and the time of mailing, for the step that asks for the code. */
  const awaiting = (code: 'signIn' | 'reset', onMailed: () => void) => ({
    onSuccess: (challenge: Challenge, { email }: { email: string }) => {
      const awaited = { email, challenge, mailedAt: Date.now() };
      updateSignInFlow({ email, [code]: awaited, ...(code === 'reset' && { resetToken: null }) });
      onMailed();
    },
  });
  const signIn = useMutation(api.auth.startSignIn.mutationOptions(awaiting('signIn', onChallenged)));
  const reset = useMutation(api.auth.startPasswordReset.mutationOptions(awaiting('reset', onResetMailed)));

  const error = signIn.error ?? reset.error;
  const choose = (chosen: Role) => {
    setRole(chosen);
    rememberRole(chosen);
  };
  const login = (event: FormEvent) => {
    event.preventDefault();
    reset.reset();
    const isAddress = holdsAddress(emailField.current);
    setFaults({
      email: isAddress ? undefined : t`Enter an email address, for example name@university.example.`,
      password: password ? undefined : t`Enter your password.`,
    });
    if (!isAddress) emailField.current?.focus();
    else if (!password) passwordField.current?.focus();
    else signIn.mutate({ role, email: email.trim(), password });
  };
  const forgot = () => {
    signIn.reset();
    const isAddress = holdsAddress(emailField.current);
    setFaults(
      isAddress ? {} : { email: t`Enter your Email Id here: the code for a new password goes to it.` },
    );
    if (isAddress) reset.mutate({ email: email.trim() });
    else emailField.current?.focus();
  };
  return (
    <form noValidate onSubmit={login}>
      <StepHead title={t`Login`}>
        {/* The room of an error, so that nothing moves under the pointer when one comes. */}
        <Box mih="4.5rem">
          {error ? <ErrorNotice error={error} /> : t`Choose your role and sign in. A one-time code follows.`}
        </Box>
      </StepHead>
      <Stack gap="sm">
        <RoleChips value={role} onChange={choose} />
        <TextInput
          label={t`Email Id`}
          type="email"
          required
          withAsterisk={false}
          autoComplete="username"
          inputMode="email"
          ref={emailField}
          value={email}
          error={faults.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setFaults((found) => ({ ...found, email: undefined }));
          }}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t`Show password`, tabIndex: 0 }}
          ref={passwordField}
          value={password}
          error={faults.password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setFaults((found) => ({ ...found, password: undefined }));
          }}
        />
        <Group justify="space-between" mt={4}>
          <Anchor component="button" type="button" size="sm" disabled={reset.isPending} onClick={forgot}>
            {t`Forgot Password`}
          </Anchor>
          <Button type="submit" loading={signIn.isPending} miw={120}>
            {t`Login`}
          </Button>
        </Group>
        {passkeys && (
          // The form does not wait for the button; its space is reserved.
          <Suspense fallback={<Box h={36} />}>
            <PasskeyButton role={role} onOpened={setSession} />
          </Suspense>
        )}
        <DemoSignIns
          onFill={(person) => {
            choose(person.role);
            setEmail(person.email);
            setPassword(person.password);
            setFaults({});
          }}
        />
      </Stack>
    </form>
  );
}

/** Uses the browser's own check: the contract's would add its schema library to the first page. */
function holdsAddress(field: HTMLInputElement | null): boolean {
  return field?.checkValidity() ?? false;
}

type DemoSignInsProps = { onFill: (person: { role: Role; email: string; password: string }) => void };

/** In demo mode: fills the form for one of the sample people, and shows where the codes arrive. */
function DemoSignIns({ onFill }: DemoSignInsProps) {
  const { data } = useQuery(demoSignInsQuery);
  if (!data) return null;
  return (
    <section className={classes.demo} aria-label={t`Demo`}>
      <Text size="sm" fw={600}>
        {t`Demo: fill in as`}
      </Text>
      <Group gap="0.35rem">
        {data.signIns.map(({ role, email, name }) => (
          <UnstyledButton
            key={email}
            className={classes.person}
            title={`${name}, ${email}`}
            onClick={() => onFill({ role, email, password: data.password })}
          >
            {roleLabels[role]}
          </UnstyledButton>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        <Trans>
          Codes arrive in the{' '}
          <Anchor component={Link} to={paths.outbox} target="_blank" size="sm" underline="always">
            demo outbox
          </Anchor>{' '}
          (new tab).
        </Trans>
      </Text>
    </section>
  );
}
