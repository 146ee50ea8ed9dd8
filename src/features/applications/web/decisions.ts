import { type Icon, IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '#features/client.ts';
import { type CommandCall, useCommand } from '#platform/web/components/use-command.tsx';
import type { AwardFact } from '#shared/award-facts.ts';
import type { ChoiceList } from '#shared/choice-lists.ts';
import { whyNot } from '#shared/errors.ts';
import { formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import {
  type DifferenceReason,
  differenceReasonLabels,
  rejectionReasonLabels,
  returnReasonLabels,
} from '../decision-contract.ts';
import { applicationCan } from '../rules.ts';

export type Decision = 'verify' | 'reject' | 'return';

/** An application with its lease. */
export type CaseFacts = Application & {
  lease: { staffId: string; name: string } | null;
  /** Only where the whole case is loaded. */
  missingFacts?: readonly AwardFact[];
};

/** Why this decision is not allowed, as a sentence; null when it is. */
export function whyNotAllowed(
  decision: Decision | 'reopen',
  application: CaseFacts,
  actorId: string,
): string | null {
  const ruling = applicationCan[decision](application, actorId);
  if (ruling === 'applications.fee_short') return whyNot(ruling, { pending: application.pendingAmount });
  if (ruling === 'applications.leased')
    return whyNot(ruling, { by: application.lease?.name ?? t`A colleague` });
  if (ruling !== true || decision !== 'verify') return whyNot(ruling);
  const { missingFacts: facts = [] } = application;
  return whyNot(applicationCan.verifyWithout(facts), { facts });
}

/** A decision that was made, and the sentence that confirms it. */
export type Decided = { decision: Decision; application: Application; words: string; number: string | null };

/** What was chosen in the question; `fields` differ from the student master. */
type Chosen = { id: string; version: number; reasons: readonly string[]; remark: string; fields: string[] };

/** One of the three decisions: its texts, its key on the verify screen, and its command. */
export type DecisionKind = {
  verb: string;
  decided: string;
  icon: Icon;
  /** Style of the button that opens the question. */
  look: { variant?: string; color?: string };
  key: string;
  title: (application: Application) => string;
  /** What the decision does, below the title; not said where the title says it. */
  question?: (application: Application) => string;
  /** The reasons, chosen by digits in this order. `remark` is set where the college is mailed as well. */
  reasons: {
    label: string;
    remark?: string;
    isSingle: boolean;
    /** The list of choices they come from; without one, only the portal's own are offered. */
    list?: ChoiceList;
    own: Readonly<Record<string, string>>;
  };
  call: CommandCall<Chosen, { version: number; convocationNumber?: string }>;
  done: (application: Application, convocationNumber: string) => string;
};

export const decisions: Record<Decision, DecisionKind> = {
  return: {
    verb: t`Return`,
    decided: t`Returned`,
    icon: IconArrowBackUp,
    look: { variant: 'default' },
    key: 'R',
    title: ({ receivedBy }) => t`Return to ${receivedBy} for correction?`,
    reasons: {
      label: t`What is wrong`,
      remark: t`Remark to the receiver`,
      isSingle: false,
      list: 'return_reasons',
      own: returnReasonLabels,
    },
    call: ({ id, version, reasons, remark }, options) =>
      client.applications.returnApplication({ id, version, reasons: [...reasons], remark }, options),
    done: ({ candidateName, ...application }) => t`${candidateName} is back with ${application.receivedBy}.`,
  },
  reject: {
    verb: t`Reject`,
    decided: t`Rejected`,
    icon: IconX,
    look: { variant: 'light', color: 'red' },
    key: 'X',
    title: () => t`Reject this application?`,
    question: ({ candidateName, ...application }) =>
      t`${formatRupees(application.pendingAmount)} of ${formatRupees(application.totalAmount)} are pending for ${candidateName}. A further draft brings the application back to the queue.`,
    reasons: {
      label: t`Why the fee is short`,
      remark: t`What is missing`,
      isSingle: true,
      list: 'rejection_reasons',
      own: rejectionReasonLabels,
    },
    call: ({ id, version, reasons: [reason], remark }, options) =>
      client.applications.rejectApplication({ id, version, reason: reason!, remark }, options),
    done: ({ candidateName }) =>
      t`${candidateName} is rejected. A further draft brings the application back.`,
  },
  verify: {
    verb: t`Verify`,
    decided: t`Verified`,
    icon: IconCheck,
    look: {},
    key: 'V',
    title: () => t`Verify this application?`,
    question: ({ candidateName, registrationNumber, convocationNumber }) =>
      convocationNumber !== null
        ? t`${candidateName} (${registrationNumber}) keeps convocation number ${convocationNumber}, and the certificate is no longer withheld. This cannot be undone.`
        : t`${candidateName} (${registrationNumber}) is assigned a permanent convocation number, and the certificate goes to the print queue. This cannot be undone.`,
    reasons: {
      label: t`Why the application is right`,
      isSingle: true,
      own: differenceReasonLabels,
    },
    call: ({ id, version, fields, reasons: [reason] }, options) =>
      client.applications.verifyApplication(
        { id, version, ...(reason && { differences: { fields, reason: reason as DifferenceReason } }) },
        options,
      ),
    done: ({ candidateName }, convocationNumber) =>
      t`${candidateName} is verified: convocation number ${convocationNumber}.`,
  },
};

/** Carries out one of the three decisions; each is its own command on the server. */
export function useDecide(
  decision: Decision,
  application: Application,
  onDecided: (decided: Decided) => void,
) {
  const queryClient = useQueryClient();
  const { id } = application;
  // Decides on the version that was shown, not on a newer one that arrives meanwhile.
  const [version] = useState(application.version);
  const { call, done } = decisions[decision];
  const { run, isPending, error } = useCommand(call, {
    onSuccess: ({ convocationNumber }) => {
      // Refetched when it is opened again, so that the next case need not wait.
      void queryClient.invalidateQueries({
        queryKey: api.caseDesk.getCase.queryKey({ input: { id } }),
        refetchType: 'none',
      });
      const words = done(application, convocationNumber ?? '');
      onDecided({ decision, application, words, number: convocationNumber ?? null });
    },
  });
  // After a refusal the screen is out of date: everything is refetched while the reason stays visible.
  const attempt = (chosen: Omit<Chosen, 'id' | 'version'>) =>
    run({ ...chosen, id, version }).catch(
      () => void queryClient.invalidateQueries({ queryKey: api.caseDesk.key() }),
    );
  return { attempt, isPending, error };
}
