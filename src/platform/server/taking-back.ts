import type { Selectable } from 'kysely';
import type { Db } from './db/database.ts';
import { readerOf } from './db/scope.ts';
import type {
  Applications,
  ConversationEntries,
  HandOvers,
  Proposals,
  ReprintRequests,
} from './db/tables.ts';

/** An act that still stands, with nothing built on it. */
export type StandingAct = { by: string | null; at: Date | string };

type Request = Pick<
  Selectable<ReprintRequests>,
  'status' | 'kind' | 'ended_with' | 'reprinted_at' | 'decided_by' | 'decided_at'
>;

/** The acts that whoever did them may take back: who it was, when, and what counts as built on; null if there is none. */
export const standingAct = {
  /** A return or rejection, until anything further is said; what a draft or a reopening brought about is not one. */
  decision(
    row: Pick<Selectable<Applications>, 'status' | 'returned_at' | 'rejected_at' | 'rejection_cause'>,
    last: Pick<Selectable<ConversationEntries>, 'act' | 'staff_id'> | undefined,
  ): StandingAct | null {
    const isOfDraft = row.status === 'rejected' && row.rejection_cause !== 'fee_short';
    const at = { returned: row.returned_at, rejected: row.rejected_at }[row.status];
    return at && last?.act === row.status && !isOfDraft ? { by: last.staff_id, at } : null;
  },
  /** Of the valid copy, until a reprint of it is asked for; the signed list of a bundle is never changed. */
  handOver(
    row: Pick<HandOvers, 'way' | 'handed_over_by'> & {
      handed_over_at: Date | string;
      is_reprint_asked: boolean;
    },
  ): StandingAct | null {
    const isBuiltOn = row.way === 'bundle' || row.is_reprint_asked;
    return isBuiltOn ? null : { by: row.handed_over_by, at: row.handed_over_at };
  },
  /** Of a reprint, until a run has its certificate. */
  approval(row: Request, certificate: { state: string }): StandingAct | null {
    const isOpen = row.status === 'approved' && row.ended_with === null && row.reprinted_at === null;
    const isFree = row.kind !== 'data_corrected' && certificate.state !== 'in_run';
    return isOpen && isFree && row.decided_at ? { by: row.decided_by, at: row.decided_at } : null;
  },
  /** Of a change of masters, until somebody decided on it. */
  proposal(row: Pick<Selectable<Proposals>, 'decision' | 'proposed_by' | 'proposed_at'>): StandingAct | null {
    return row.decision === null ? { by: row.proposed_by, at: row.proposed_at } : null;
  },
};

const milliseconds = 10 * 60_000;

export function mayTakeBack(act: StandingAct | null, actorId: string | null, now: Date) {
  if (act === null) return 'records.built_on';
  if (act.by === null || act.by !== actorId) return 'records.not_own_act';
  return now <= endOf(act) ? true : 'records.too_late';
}

/** Until when whoever reads may take the act back; null if that is not possible. */
export function takeBackUntil(db: Db, act: StandingAct | null): string | null {
  const mayReader = mayTakeBack(act, readerOf(db), new Date()) === true;
  return act && mayReader ? endOf(act).toISOString() : null;
}

function endOf({ at }: StandingAct): Date {
  return new Date(new Date(at).getTime() + milliseconds);
}
