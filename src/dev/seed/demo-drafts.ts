import { verifyApplication } from '#features/applications/server/commands/verify-application.ts';
import { cancelSlip } from '#features/demand-drafts/server/commands/cancel-slip.ts';
import { depositSlip } from '#features/demand-drafts/server/commands/deposit-slip.ts';
import { prepareDepositSlip } from '#features/demand-drafts/server/commands/prepare-deposit-slip.ts';
import { realiseDrafts } from '#features/demand-drafts/server/commands/realise-drafts.ts';
import { refundDraft } from '#features/demand-drafts/server/commands/refund-draft.ts';
import { revalidateDraft } from '#features/demand-drafts/server/commands/revalidate-draft.ts';
import { markStaleDrafts } from '#features/demand-drafts/server/mark-stale-drafts.ts';
import { getDraft } from '#features/demand-drafts/server/queries.ts';
import { replaceDraft } from '#features/fees/server/commands/replace-draft.ts';
import { returnDraft } from '#features/fees/server/commands/return-draft.ts';
import { addDays, addMonths, dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { furtherDraft, receiptOf, type When } from './demo-applications.ts';
import type { DemoDraft } from './demo-case.ts';
import type { DemoOffice } from './demo-office.ts';
import { atHour, laterInOffice } from './office-hours.ts';

/** Drafts on one deposit slip. */
export type DemoSlip = {
  key: string;
  at: Date;
  /** Their numbers, or all in hand at that time except those kept back. */
  drafts: readonly string[] | 'in hand';
  /** The slip's last state, or the days after which the bank credits it. */
  ending: 'prepared' | 'cancelled' | 'deposited' | number;
};

type DraftAct = 'return' | 'replace' | 'replaceByLess' | 'verifyAgain' | 'refund' | 'revalidate';

/** What happens to a draft that is not realised, with the days after it was deposited or went stale. */
export type DraftFate = {
  draft: DemoDraft;
  /** It is not deposited with the others. */
  isKept?: boolean;
  deposited?: readonly (readonly [days: number, act: DraftAct])[];
  stale?: readonly (readonly [days: number, act: DraftAct])[];
};

/** The forty samples have lower numbers. */
export const firstOfSeasons = '500000';

export function planDrafts(
  office: DemoOffice,
  { slips, fates }: { slips: readonly DemoSlip[]; fates: readonly DraftFate[] },
): void {
  for (const slip of slips) office.agenda.at(slip.at, () => takeToBank(office, slip, fates));
  for (const fate of fates) {
    if (!fate.stale) continue;
    const night = atHour(addDays(addMonths(fate.draft.drawnOn, 3), 1), 0.1);
    office.agenda.at(night, async () => {
      await markStaleDrafts(office.services, night);
      planActs(office, fate, { acts: fate.stale!, at: night });
    });
  }
}

/** The drafts of the newest slip are deposited but not yet realised. */
async function takeToBank(office: DemoOffice, slip: DemoSlip, fates: readonly DraftFate[]): Promise<void> {
  const { key, at, ending } = slip;
  const act = (step: string) => ({ by: 'receiver' as const, at, key: `${key}-${step}` });
  const isPrepared = office.isDone(`${key}-prepare`);
  const drafts = isPrepared ? [] : await findDrafts(office, slip, fates);
  if (drafts.length === 0 && !isPrepared) return;
  const { id } = await office.once(act('prepare'), (context) =>
    prepareDepositSlip(context, {
      draftIds: idsOf(drafts),
      account: 'University fee account 3021 0045 1177',
      bankBranch: 'State Bank of India, Crawford Hall',
    }),
  );
  if (ending === 'prepared') return;
  if (ending === 'cancelled') {
    await office.once(act('cancel'), (context) => cancelSlip(context, { id, version: 1 }));
    return;
  }
  await office.once(act('deposit'), (context) =>
    depositSlip(context, { id, version: 1, depositedOn: dayInIndia(at) }),
  );
  const carried = await office.services.db
    .selectFrom('demand_drafts')
    .where('deposit_slip_id', '=', id)
    .select(['demand_drafts.id', 'number'])
    .execute();
  const fateOf = new Map(fates.map((fate) => [fate.draft.number, fate]));
  for (const { number } of carried) {
    const fate = fateOf.get(number);
    if (fate?.deposited) planActs(office, fate, { acts: fate.deposited, at });
  }
  if (typeof ending !== 'number') return;
  const comesBack = (number: string) => fateOf.get(number)?.deposited?.some(([, act]) => act === 'return');
  const draftIds = idsOf(carried.filter(({ number }) => !comesBack(number)));
  const realisedAt = laterInOffice(at, ending);
  office.agenda.at(realisedAt, async () => {
    if (draftIds.length === 0) return;
    await office.once({ by: 'admin', at: realisedAt, key: `${key}-realise` }, (context) =>
      realiseDrafts(context, { draftIds, realisedOn: dayInIndia(realisedAt) }),
    );
  });
}

async function findDrafts({ services }: DemoOffice, { drafts, at }: DemoSlip, fates: readonly DraftFate[]) {
  const kept = fates.filter(({ isKept }) => isKept).map(({ draft }) => draft.number);
  const query = services.db
    .selectFrom('demand_drafts')
    .where('state', '=', 'received')
    .where('deposit_slip_id', 'is', null)
    .orderBy('received_at')
    .select('demand_drafts.id');
  if (drafts !== 'in hand') return query.where('number', 'in', drafts).execute();
  return query
    .where('number', '>=', firstOfSeasons)
    .where('number', 'not in', ['', ...kept])
    .where('valid_until', '>=', dayInIndia(at))
    .execute();
}

type Following = { acts: readonly (readonly [days: number, act: DraftAct])[]; at: Date };

function planActs(office: DemoOffice, { draft }: DraftFate, { acts, at }: Following): void {
  for (const [days, act] of acts) {
    const then = laterInOffice(at, days);
    office.agenda.at(then, () =>
      draftActs[act](office, draft, { at: then, key: `demo-draft-${draft.number}-${act}` }),
    );
  }
}

const draftActs: Record<DraftAct, (office: DemoOffice, draft: DemoDraft, when: When) => Promise<void>> = {
  async return(office, draft, when) {
    const id = await idOf(office, draft);
    await office.once({ ...when, by: 'admin' }, async (context) =>
      returnDraft(context, {
        id,
        version: await office.versionOf('demand_drafts', id),
        reason: 'signature',
        remark: 'The second signature is missing.',
      }),
    );
  },
  replace: (office, draft, when) => replace(office, draft, { when, amount: draft.amount }),
  replaceByLess: (office, draft, when) => replace(office, draft, { when, amount: draft.amount - 200 }),
  /** Verifies the applications again that another draft now pays for. */
  async verifyAgain(office, draft, when) {
    const { allocations } = await getDraft(office.services.db, await idOf(office, draft));
    for (const { applicationId: id } of allocations)
      await office.once(
        { ...when, by: 'case-worker', key: `${when.key}-${id.slice(-12)}` },
        async (context) =>
          verifyApplication(context, { id, version: await office.versionOf('applications', id) }),
      );
  },
  async refund(office, draft, when) {
    const id = await idOf(office, draft);
    await office.once({ ...when, by: 'admin' }, async (context) => {
      const { version, balance } = await getDraft(office.services.db, id);
      return refundDraft(context, {
        id,
        version,
        amount: balance,
        paidTo: 'Sri Venkatesh, father of the candidate',
        reference: `Cheque 004417 of ${dayInIndia(when.at)}`,
      });
    });
  },
  async revalidate(office, draft, when) {
    const id = await idOf(office, draft);
    await office.once({ ...when, by: 'admin' }, async (context) =>
      revalidateDraft(context, {
        id,
        version: await office.versionOf('demand_drafts', id),
        validUntil: addMonths(dayInIndia(when.at), 3),
      }),
    );
  },
};

async function replace(
  office: DemoOffice,
  draft: DemoDraft,
  { when, amount }: { when: When; amount: number },
): Promise<void> {
  const id = await idOf(office, draft);
  const { bank, branch, number, drawnOn } = furtherDraft(draft, when.at, amount);
  const face = { bank, branch, number, drawnOn, amount };
  const act = { ...when, by: 'admin' as const };
  const receiptFileId = await office.upload({ ...act, key: `${when.key}-receipt` }, receiptOf(face));
  await office.once(act, async (context) =>
    replaceDraft(context, {
      id,
      version: await office.versionOf('demand_drafts', id),
      draft: { ...face, receiptFileId },
    }),
  );
}

export async function idOf({ services }: DemoOffice, { number }: DemoDraft): Promise<string> {
  const { id } = await services.db
    .selectFrom('demand_drafts')
    .where('number', '=', number)
    .select('demand_drafts.id')
    .executeTakeFirstOrThrow();
  return id;
}
