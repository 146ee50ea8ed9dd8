import { IconCashBanknote, IconFileInvoice, IconReceiptRefund, IconRubberStamp } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { client } from '#features/client.ts';
import { commandAction, pastDay } from '#platform/web/components/command-dialog.tsx';
import type { ToolbarAction } from '#platform/web/components/list.tsx';
import { whyNot } from '#shared/errors.ts';
import { addMonths, dayInIndia, formatDay, formatRupees } from '#shared/format.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { mayUse } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import type { DemandDraft } from '../contract.ts';
import { draftCan } from '../rules.ts';

/** Links to the page of a new slip, for those who may prepare one; the auditor's section has no such page. */
export function newSlipActions(role: Role, paths: { newDepositSlip: string | null }): ToolbarAction[] {
  const to = paths.newDepositSlip;
  if (to === null || !mayUse(role, 'demand_drafts:deposit')) return [];
  return [{ label: t`New deposit slip`, icon: IconFileInvoice, isPrimary: true, to }];
}

/** Records the bank's credit of one draft. */
export const realiseAct = commandAction({
  label: t`Realise`,
  icon: IconCashBanknote,
  place: 'details',
  isFor: 'demand_drafts:settle',
  disabledReason: (draft: DemandDraft) => whyNot(draftCan.realise(draft), draft),
  ask: (draft: DemandDraft) => ({
    title: t`Realise draft ${draft.number}?`,
    call: client.demandDrafts.realiseDrafts,
    fields: { realisedOn: pastDay(t`Value date`, draft.depositedOn ?? undefined) },
    input: ({ realisedOn }) => ({ draftIds: [draft.id], realisedOn }),
    done: () => t`Draft ${draft.number} is realised.`,
    children: t`${formatRupees(draft.amount)} of ${draft.bank}, ${draft.branch} stand in the bank's statement as credited.`,
  }),
});

/** Records the refund of unallocated money. */
export const refundAct = commandAction({
  label: t`Refund`,
  icon: IconReceiptRefund,
  place: 'details',
  isFor: 'demand_drafts:settle',
  disabledReason: (draft: DemandDraft) => whyNot(draftCan.refund(draft)),
  ask: (draft: DemandDraft) => ({
    title: t`Refund from draft ${draft.number}?`,
    call: client.demandDrafts.refundDraft,
    fields: {
      amount: {
        kind: 'rupees',
        label: t`Amount`,
        initial: draft.balance,
        min: 1,
        max: draft.balance,
        missing: t`Enter an amount of at most ${formatRupees(draft.balance)}.`,
      },
      paidTo: {
        kind: 'line',
        label: t`Paid to`,
        maxLength: 120,
        atLeast: 2,
        missing: t`Enter who received the refund.`,
      },
      reference: {
        kind: 'line',
        label: t`Reference`,
        description: t`The payment number, for example a cheque or UTR number.`,
        maxLength: 60,
        atLeast: 2,
        missing: t`Enter the payment number.`,
      },
    },
    input: (values) => ({ id: draft.id, version: draft.version, ...values }),
    done: (_output, { amount }) => t`${formatRupees(amount)} are refunded.`,
    children: t`${formatRupees(draft.balance)} of this draft are unallocated. A refunded amount can no longer pay for an application. This cannot be undone.`,
  }),
});

/** Records the new validity that the bank gave a stale draft. */
export const revalidateAct = commandAction({
  label: t`Revalidate`,
  icon: IconRubberStamp,
  place: 'details',
  isFor: 'demand_drafts:deposit',
  disabledReason: (draft: DemandDraft) => whyNot(draftCan.revalidate(draft)),
  ask: (draft: DemandDraft) => {
    const today = dayInIndia(new Date());
    const latest = addMonths(today, 3);
    return {
      title: t`Revalidate draft ${draft.number}?`,
      call: client.demandDrafts.revalidateDraft,
      fields: {
        validUntil: { kind: 'day', label: t`Valid until`, initial: latest, minDay: today, maxDay: latest },
      },
      input: ({ validUntil }) => ({ id: draft.id, version: draft.version, validUntil }),
      done: (_output, input) => {
        const until = formatDay(input.validUntil);
        return t`Draft ${draft.number} is valid until ${until}.`;
      },
      children: t`${draft.bank}, ${draft.branch} has stamped and signed it again. It can be deposited again.`,
    };
  },
});

/** The paths of drafts and slips in the current section. Auditors cannot prepare slips. */
export function useDraftPaths() {
  const desk = useRouterState({ select: (state) => deskOf(state.location.pathname) });
  if (desk === 'receiver') return paths.applicationReceiver;
  if (desk === 'auditor') return { ...paths.auditor, newDepositSlip: null };
  return paths.admin;
}
