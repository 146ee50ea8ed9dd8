import { Group, Kbd } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { ActionButton, DialogButton } from '#platform/web/components/action-button.tsx';
import { t } from '#shared/words.ts';
import { type CaseFacts, type Decision, decisions, whyNotAllowed } from './decisions.ts';
import { ReopenDialog } from './reopen-dialog.tsx';

/** Return, reject and verify, with their keys where the screen has some; and reopen, once a certificate exists. */
export function DecisionButtons(props: {
  application: CaseFacts;
  actorId: string;
  onChoose: (decision: Decision) => void;
  hasKeys?: boolean;
}) {
  return (
    <Group justify="flex-end" gap="xs">
      {props.application.certificateId !== null && (
        <DialogButton
          variant="default"
          leftSection={<IconLockOpen size={16} aria-hidden />}
          reason={whyNotAllowed('reopen', props.application, props.actorId)}
          dialog={(onClose) => <ReopenDialog application={props.application} onClose={onClose} />}
        >
          {t`Reopen`}
        </DialogButton>
      )}
      {order.map((decision) => {
        const { verb, icon: Picture, look, key } = decisions[decision];
        return (
          <ActionButton
            key={decision}
            {...look}
            leftSection={<Picture size={16} aria-hidden />}
            reason={whyNotAllowed(decision, props.application, props.actorId)}
            onClick={() => props.onChoose(decision)}
            aria-keyshortcuts={props.hasKeys ? key : undefined}
            rightSection={
              props.hasKeys && (
                <Kbd size="xs" aria-hidden>
                  {key}
                </Kbd>
              )
            }
          >
            {verb}
          </ActionButton>
        );
      })}
    </Group>
  );
}

const order = ['return', 'reject', 'verify'] as const;
