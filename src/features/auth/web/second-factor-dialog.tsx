import { Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#features/client.ts';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { t } from '#shared/words.ts';
import { AuthenticatorEnrolment } from './authenticator-enrolment.tsx';
import { currentPassword } from './password-fields.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type StepField, StepForm } from './step-form.tsx';

export type SecondFactorChange = 'enrol' | 'remove' | 'recovery-codes';

type ChangeProps = {
  onClose: () => void;
  /** It is changed; what is to be said of it, if the dialog has not said all. */
  onDone: (said: { title: string; message: string } | null) => void;
};

const titles: Record<SecondFactorChange, string> = {
  enrol: t`Set up an authenticator app`,
  remove: t`Go back to Email code`,
  'recovery-codes': t`New recovery codes`,
};

/** One of the changes of the second factor, step by step. */
export function SecondFactorDialog(props: ChangeProps & { change: SecondFactorChange | null }) {
  const { change, onClose, onDone } = props;
  return (
    <Dialog
      isOpen={change !== null}
      onClose={onClose}
      title={change ? titles[change] : ''}
      // What it shows may be there for once: a slip of the hand must not close it.
      closeOnClickOutside={false}
    >
      {change === 'enrol' && (
        <AuthenticatorEnrolment
          onDone={() =>
            onDone({
              title: t`Authenticator app set up`,
              message: t`Enter its code the next time that you sign in.`,
            })
          }
        />
      )}
      {change === 'remove' && <Removal onClose={onClose} onDone={onDone} />}
      {change === 'recovery-codes' && <NewRecoveryCodes onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

const proof = {
  currentPassword: { ...currentPassword, isFocused: true },
  code: {
    label: t`Code of the app`,
    description: t`Without your phone: one of your recovery codes.`,
    autoComplete: 'one-time-code',
    missing: t`Enter a code of your authenticator app, or a recovery code.`,
    refusals: ['auth.wrong_second_factor'],
  },
} satisfies Record<string, StepField>;

function Removal({ onClose, onDone }: ChangeProps) {
  return (
    <StepForm
      fields={proof}
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
  if (codes) return <RecoveryCodes codes={codes} onKept={() => onDone(null)} />;
  return (
    <StepForm
      fields={proof}
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
