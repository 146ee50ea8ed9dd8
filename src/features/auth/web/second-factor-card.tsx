import { Trans } from '@lingui/react/macro';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { api } from '#features/client.ts';
import { useSignOn } from '#platform/web/api/session.ts';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { t } from '#shared/words.ts';
import type { OwnSecondFactor } from '../contract.ts';
import { AccountCard } from './account-card.tsx';
import { AuthenticatorEnrolment } from './authenticator-enrolment.tsx';
import { currentPassword } from './password-fields.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type StepField, StepForm } from './step-form.tsx';

/** From this many on, new codes are recommended. */
const few = 3;

/** The source of the person's codes, and how to change it. */
export function SecondFactorCard() {
  const queryClient = useQueryClient();
  const [change, setChange] = useState<SecondFactorChange | null>(null);
  const query = api.auth.getOwnSecondFactor.queryOptions();
  const { data: own, error, refetch } = useQuery(query);
  const chosen = change && changes[change];
  const close = () => setChange(null);
  const done = (notification: { title: string; message: string } | null) => {
    close();
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
    if (notification) notifications.show({ color: 'green', ...notification });
  };
  return (
    <AccountCard title={t`Second factor`} description={t`The code that is asked for when you sign in.`}>
      {error && !own && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!own && !error && <Skeleton height={72} aria-label={t`Loading`} />}
      {own?.factor === 'email_code' && (
        <Stack gap="sm">
          <Text size="sm">
            <strong>{t`Email code.`}</strong> {t`A code is mailed to you each time.`}
          </Text>
          <Group justify="end">
            <Button variant="default" onClick={() => setChange('enrol')}>
              {t`Use an authenticator app`}
            </Button>
          </Group>
        </Stack>
      )}
      {own?.factor === 'authenticator' && <AppFacts own={own} onChange={setChange} />}
      <Dialog
        isOpen={change !== null}
        onClose={close}
        title={chosen?.title ?? ''}
        // It may show codes only once, so a stray click outside must not close it.
        closeOnClickOutside={false}
      >
        {chosen && <chosen.Steps onClose={close} onDone={done} />}
      </Dialog>
    </AccountCard>
  );
}

type AppFactsProps = { own: OwnSecondFactor; onChange: (change: SecondFactorChange) => void };

function AppFacts({ own, onChange }: AppFactsProps) {
  const left = own.recoveryCodesLeft;
  return (
    <Stack gap="sm">
      <Text size="sm">
        <Trans>
          <strong>Authenticator app.</strong> Set up on <Moment value={own.enrolledAt} />.
        </Trans>
      </Text>
      <Text size="sm">
        {left === 1 ? t`1 recovery code is left.` : t`${left} recovery codes are left.`}
        {left <= few && <> {t`Create new ones before they run out.`}</>}
      </Text>
      <Group justify="end" gap="xs">
        <Button variant="default" onClick={() => onChange('recovery-codes')}>
          {t`New recovery codes`}
        </Button>
        <Button variant="default" onClick={() => onChange('remove')}>
          {t`Go back to Email code`}
        </Button>
      </Group>
    </Stack>
  );
}

type SecondFactorChange = 'enrol' | 'remove' | 'recovery-codes';

type ChangeProps = {
  onClose: () => void;
  /** Called after the change, with a message if the dialog has not shown everything. */
  onDone: (notification: { title: string; message: string } | null) => void;
};

const codeOfApp = {
  code: {
    label: t`Code of the app`,
    description: t`Without your phone: one of your recovery codes.`,
    autoComplete: 'one-time-code',
    missing: t`Enter a code of your authenticator app, or a recovery code.`,
    refusals: ['auth.wrong_second_factor'],
  },
} satisfies Record<string, StepField>;

/** The own password before the code, where there are passwords; otherwise the session must be fresh. */
function useProof(): Record<'currentPassword' | 'code', StepField> {
  const { provider } = useSignOn();
  const fields = provider
    ? codeOfApp
    : { currentPassword: { ...currentPassword, isFocused: true }, ...codeOfApp };
  return fields as Record<'currentPassword' | 'code', StepField>;
}

/** The changes of the second factor, each with its steps. */
const changes: Record<SecondFactorChange, { title: string; Steps: ComponentType<ChangeProps> }> = {
  enrol: {
    title: t`Set up an authenticator app`,
    Steps: ({ onDone }) => (
      <AuthenticatorEnrolment
        onDone={() =>
          onDone({
            title: t`Authenticator app set up`,
            message: t`Enter its code the next time that you sign in.`,
          })
        }
      />
    ),
  },
  remove: { title: t`Go back to Email code`, Steps: BackToEmailCode },
  'recovery-codes': { title: t`New recovery codes`, Steps: NewRecoveryCodes },
};

function BackToEmailCode({ onClose, onDone }: ChangeProps) {
  const fields = useProof();
  return (
    <StepForm
      fields={fields}
      call={api.auth.removeOwnAuthenticator.call}
      input={(typed) => typed}
      onDone={() =>
        onDone({
          title: t`Back to Email code`,
          message: t`The code is mailed to you the next time that you sign in.`,
        })
      }
      submitLabel={t`Remove the app`}
      isGrave
      onCancel={onClose}
    >
      <Text size="sm">
        {t`Codes are sent to you by email again. The authenticator app and your recovery codes no longer work.`}
      </Text>
    </StepForm>
  );
}

function NewRecoveryCodes({ onClose, onDone }: ChangeProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const fields = useProof();
  if (codes) return <RecoveryCodes codes={codes} onKept={() => onDone(null)} />;
  return (
    <StepForm
      fields={fields}
      call={api.auth.makeRecoveryCodes.call}
      input={(typed) => typed}
      onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
      submitLabel={t`Make new codes`}
      onCancel={onClose}
    >
      <Text size="sm">{t`Ten new codes are created. The ones that you have no longer work.`}</Text>
    </StepForm>
  );
}
