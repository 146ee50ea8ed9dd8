import { Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { useCommand } from '#platform/web/components/use-command.tsx';
import { whyNot } from '#shared/errors.ts';
import { optionsOf } from '#shared/labels.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { type ReprintRequest, reprintStatusLabels } from '../contract.ts';
import { reprintCan } from '../rules.ts';
import classes from './decision-select.module.css';
import { reprintLabel } from './reprint-screen.tsx';

const { approved, rejected } = reprintStatusLabels;
const choices = optionsOf({ none: t`Select`, approved, rejected });
type Choice = (typeof choices)[number]['value'];

const rulings = { none: reprintCan.reopen, approved: reprintCan.approve, rejected: reprintCan.reject };

/** What the screen handles outside the select. */
export type DecisionHandling = {
  /** Rejecting needs a remark, so the screen opens a dialog. */
  onReject: (request: ReprintRequest) => void;
  /** The error of a choice, to be shown; null when a new choice was made. */
  onFailure: (failure: { request: ReprintRequest; error: unknown } | null) => void;
};

/** Saves a decision by choosing: Approved and Select save at once, Rejected asks for the reason first. */
export function DecisionSelect(props: DecisionHandling & { request: ReprintRequest; isReachable?: boolean }) {
  const { request, isReachable = true, onReject, onFailure } = props;
  const { staffId } = useSession();
  // Shown until the saved request arrives; the row may be reused for another request meanwhile.
  const [chosen, setChosen] = useState<{ of: string; choice: Choice } | null>(null);
  const approve = useCommand(client.reprints.approveReprint);
  const reopen = useCommand(client.reprints.reopenReprint);
  const version = `${request.id} ${request.version}`;
  const reason = whyNotDecided(request, staffId);
  const label = t`Decision: ${reprintLabel(request)}`;

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

  return (
    <span className={classes.field} data-tip={reason ?? undefined}>
      <Select
        size="xs"
        aria-label={reason === null ? label : `${label}. ${translateLabel(reason)}`}
        aria-disabled={reason !== null || undefined}
        readOnly={reason !== null}
        data={choices}
        value={chosen?.of === version ? chosen.choice : choiceOf(request)}
        allowDeselect={false}
        checkIconPosition="right"
        tabIndex={isReachable ? 0 : -1}
        classNames={{ input: classes.input }}
        onChange={(value) => void choose(value as Choice)}
      />
    </span>
  );
}

/** Why no decision is possible, as a sentence, or null. */
export function whyNotDecided(request: ReprintRequest, staffId: string): string | null {
  const others = choices.filter(({ value }) => value !== choiceOf(request));
  const reasons = others.map(({ value }) => whyNot(rulings[value](request, staffId)));
  return reasons.includes(null) ? null : reasons[0]!;
}

function choiceOf({ status }: ReprintRequest): Choice {
  return status ?? 'none';
}

function savedWords(choice: Choice, number: string): string {
  return choice === 'approved'
    ? t`The reprint of ${number} is approved and waits in the print queue.`
    : t`The request for a reprint of ${number} is pending again.`;
}
