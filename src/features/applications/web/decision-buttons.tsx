import { Group, Kbd } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import { applicationCan, type Ruling } from '../rules.ts';
import type { Decision } from './use-decide.ts';

type CaseFacts = Application & { lease: { staffId: string; name: string } | null };

/** Why this decision is not to be had, as a sentence; null when it is. */
export function reasonAgainst(decision: Decision, application: CaseFacts, actorId: string): string | null {
  const ruling: Ruling = applicationCan[decision](application, actorId);
  if (ruling === true) return null;
  if (ruling === 'applications.fee_short')
    return errorSentence(ruling, { pending: application.pendingAmount });
  if (ruling === 'applications.leased')
    return errorSentence(ruling, { by: application.lease?.name ?? t`A colleague` });
  return errorSentence(ruling as 'applications.own_work', undefined);
}

/** Return, reject and verify, with their keys where the screen has some. */
export function DecisionButtons(props: {
  application: CaseFacts;
  actorId: string;
  onChoose: (decision: Decision) => void;
  keys?: Record<Decision, string>;
}) {
  const button = (decision: Decision) => ({
    reason: reasonAgainst(decision, props.application, props.actorId),
    onClick: () => props.onChoose(decision),
    'aria-keyshortcuts': props.keys?.[decision],
    rightSection: props.keys && (
      <Kbd size="xs" aria-hidden>
        {props.keys[decision]}
      </Kbd>
    ),
  });
  return (
    <Group justify="flex-end" gap="xs">
      <ActionButton
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        {...button('return')}
      >
        {t`Return`}
      </ActionButton>
      <ActionButton
        variant="light"
        color="red"
        leftSection={<IconX size={16} aria-hidden />}
        {...button('reject')}
      >
        {t`Reject`}
      </ActionButton>
      <ActionButton leftSection={<IconCheck size={16} aria-hidden />} {...button('verify')}>
        {t`Verify`}
      </ActionButton>
    </Group>
  );
}
