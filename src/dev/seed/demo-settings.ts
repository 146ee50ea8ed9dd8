import { masters } from '#features/masters/declared/masters.ts';
import type { MasterName } from '#features/masters/declared/named-masters.ts';
import { addEntry } from '#features/masters/server/commands/change-entries.ts';
import {
  confirmProposal,
  rejectProposal,
  takeBackProposal,
} from '#features/masters/server/commands/decide-proposal.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { blankEntry, type DeclaredEntry } from '#shared/declared-field.ts';
import type { DemoOffice } from './demo-office.ts';
import { laterInOffice } from './office-hours.ts';

type Waiting = { id: string; version: number };

/** Only the proposer can withdraw a proposal; another person decides the others. */
const decisions = {
  confirmed: { by: 'registrar', decide: confirmProposal },
  rejected: {
    by: 'registrar',
    decide: (context: RequestContext, proposal: Waiting) =>
      rejectProposal(context, { ...proposal, remark: 'The Syndicate has not resolved it yet.' }),
  },
  takenBack: { by: 'admin', decide: takeBackProposal },
} as const;

/** An addition that one administrator proposes, and another's decision; undecided without one. */
export type DemoProposal = {
  key: string;
  at: Date;
  master: MasterName;
  entry: DeclaredEntry;
  decision?: keyof typeof decisions | undefined;
};

export function planProposals(office: DemoOffice, proposals: readonly DemoProposal[]): void {
  for (const { key, at, master, entry, decision } of proposals)
    office.agenda.at(at, async () => {
      const { proposalId } = await office.once({ by: 'admin', at, key }, (context) =>
        addEntry(masters[master])(context, { ...blankEntry(masters[master].fields), ...entry }),
      );
      if (!decision) return;
      const decidedAt = laterInOffice(at, 1);
      const { by, decide } = decisions[decision];
      const proposal = { id: proposalId!, version: 1 };
      office.agenda.at(decidedAt, async () => {
        await office.once({ by, at: decidedAt, key: `${key}-${decision}` }, (context) =>
          decide(context, proposal),
        );
      });
    });
}
