import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '#features/client.ts';
import { useCommand } from '#platform/web/components/use-command.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import type { RejectionReason, ReturnReason } from '../decision-contract.ts';

export type Decision = 'verify' | 'reject' | 'return';

/** What was decided, and a sentence that says so. */
export type Decided = { decision: Decision; application: Application; words: string; number: string | null };

type Reasons = { reasons: ReturnReason[]; reason: RejectionReason; remark: string };

/** Carries one of the three decisions out; each is a command of its own on the server. */
export function useDecide(
  decision: Decision,
  application: Application,
  onDecided: (decided: Decided) => void,
) {
  const queryClient = useQueryClient();
  const { id, candidateName } = application;
  // A newer version that arrives meanwhile was not looked at, so it is not decided on.
  const [version] = useState(application.version);
  const done = (words: string, number: string | null = null) => {
    // Read anew when it is looked at again, and not while the next one is waited for.
    void queryClient.invalidateQueries({
      queryKey: api.caseDesk.getCase.queryKey({ input: { id } }),
      refetchType: 'none',
    });
    onDecided({ decision, application, words, number });
  };
  const verify = useCommand(client.applications.verifyApplication, {
    onSuccess: ({ convocationNumber }) =>
      done(t`${candidateName} is verified: convocation number ${convocationNumber}.`, convocationNumber),
  });
  const reject = useCommand(client.applications.rejectApplication, {
    onSuccess: () => done(t`${candidateName} is rejected. A further draft brings the application back.`),
  });
  const giveBack = useCommand(client.applications.returnApplication, {
    onSuccess: () => done(t`${candidateName} is back with ${application.receivedBy}.`),
  });
  const command = { verify, reject, return: giveBack }[decision];
  const decide = ({ reasons, reason, remark }: Reasons): Promise<unknown> => {
    if (decision === 'verify') return verify.run({ id, version });
    return decision === 'reject'
      ? reject.run({ id, version, reason, remark })
      : giveBack.run({ id, version, reasons, remark });
  };
  // Refused, it is not what the screen shows: everybody's newest state comes while the reason stands there.
  const attempt = (chosen: Reasons) =>
    decide(chosen).catch(() => void queryClient.invalidateQueries({ queryKey: api.caseDesk.key() }));
  return { attempt, isPending: command.isPending, error: command.error };
}
