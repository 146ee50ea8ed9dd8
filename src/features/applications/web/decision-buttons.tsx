import { Group, Kbd } from '@mantine/core';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import { applicationCan } from '../rules.ts';
import { type Decision, decisions } from './decisions.ts';

type CaseFacts = Application & { lease: { staffId: string; name: string } | null };

/** Why this decision is not to be had, as a sentence; null when it is. */
export function reasonAgainst(decision: Decision, application: CaseFacts, actorId: string): string | null {
  const ruling = applicationCan[decision](application, actorId);
  if (ruling === 'applications.fee_short') return whyNot(ruling, { pending: application.pendingAmount });
  if (ruling === 'applications.leased')
    return whyNot(ruling, { by: application.lease?.name ?? t`A colleague` });
  return whyNot(ruling);
}

/** Return, reject and verify, with their keys where the screen has some. */
export function DecisionButtons(props: {
  application: CaseFacts;
  actorId: string;
  onChoose: (decision: Decision) => void;
  hasKeys?: boolean;
}) {
  return (
    <Group justify="flex-end" gap="xs">
      {order.map((decision) => {
        const { verb, icon: Picture, look, key } = decisions[decision];
        return (
          <ActionButton
            key={decision}
            {...look}
            leftSection={<Picture size={16} aria-hidden />}
            reason={reasonAgainst(decision, props.application, props.actorId)}
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
