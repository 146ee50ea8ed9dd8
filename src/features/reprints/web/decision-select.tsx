import { Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { useCommand } from '#platform/web/components/use-command.ts';
import { whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { type ReprintRequest, type ReprintStatus, reprintStatusLabels } from '../contract.ts';
import { reprintCan } from '../rules.ts';
import classes from './decision-select.module.css';
import { reprintLabel } from './reprint-screen.tsx';

type Choice = ReprintStatus | 'none';

const choices: { value: Choice; label: string }[] = [
  { value: 'none', label: t`Select` },
  { value: 'approved', label: reprintStatusLabels.approved },
  { value: 'rejected', label: reprintStatusLabels.rejected },
];

/** What a screen does about the parts of a decision that do not fit into the select. */
export type DecisionHandling = {
  /** Rejecting needs a remark, so somebody else asks for it. */
  onReject: (request: ReprintRequest) => void;
  /** The refusal of a choice, to be shown; null when a new choice was made. */
  onFailure: (failure: { request: ReprintRequest; error: unknown } | null) => void;
};

/** Decides on a request by choosing: Approved and Select save at once, Rejected asks for the reason first. */
export function DecisionSelect(props: DecisionHandling & { request: ReprintRequest; isReachable?: boolean }) {
  const { request, isReachable = true } = props;
  const { staffId } = useSession();
  const reason = whyNotDecided(request, staffId);
  const { shown, choose } = useChoice(props);
  const label = t`Decision: ${reprintLabel(request)}`;
  return (
    <span className={classes.field} data-tip={reason ?? undefined}>
      <Select
        size="xs"
        aria-label={reason === null ? label : `${label}. ${reason}`}
        aria-disabled={reason !== null || undefined}
        readOnly={reason !== null}
        data={choices}
        value={shown}
        allowDeselect={false}
        checkIconPosition="right"
        tabIndex={isReachable ? 0 : -1}
        classNames={{ input: classes.input }}
        onChange={(value) => choose(value as Choice)}
      />
    </span>
  );
}

/** The sentence why nothing can be chosen, or null. */
export function whyNotDecided(request: ReprintRequest, staffId: string): string | null {
  const rulings = { approved: reprintCan.approve, rejected: reprintCan.reject, none: reprintCan.reopen };
  const others = choices.filter(({ value }) => value !== choiceOf(request));
  const reasons = others.map(({ value }) => whyNot(rulings[value](request, staffId)));
  return reasons.includes(null) ? null : reasons[0]!;
}

function choiceOf({ status }: ReprintRequest): Choice {
  return status ?? 'none';
}

function useChoice({ request, onReject, onFailure }: DecisionHandling & { request: ReprintRequest }) {
  // Shown until the saved request comes back; a row may meanwhile have become another request's.
  const [chosen, setChosen] = useState<{ of: string; choice: Choice } | null>(null);
  const approve = useCommand(client.reprints.approveReprint);
  const reopen = useCommand(client.reprints.reopenReprint);
  const version = `${request.id} ${request.version}`;

  async function choose(choice: Choice): Promise<void> {
    if (choice === choiceOf(request)) return;
    onFailure(null);
    if (choice === 'rejected') return onReject(request);
    setChosen({ of: version, choice });
    try {
      const command = choice === 'approved' ? approve : reopen;
      await command.run({ id: request.id, version: request.version });
      notifications.show({ message: savedWords(choice, request.convocationNumber), color: 'green' });
    } catch (error) {
      setChosen(null);
      onFailure({ request, error });
    }
  }

  return {
    shown: chosen?.of === version ? chosen.choice : choiceOf(request),
    choose: (choice: Choice) => void choose(choice),
  };
}

function savedWords(choice: Choice, number: string): string {
  return choice === 'approved'
    ? t`The reprint of ${number} is approved and waits in the print queue.`
    : t`The request for a reprint of ${number} is pending again.`;
}
