import { IconArrowBackUp, IconArrowsExchange } from '@tabler/icons-react';
import { client } from '#features/client.ts';
import { bankReturnReasonLabels, type DemandDraft } from '#features/demand-drafts/contract.ts';
import { draftCan } from '#features/demand-drafts/rules.ts';
import { realiseAct, refundAct, revalidateAct } from '#features/demand-drafts/web/draft-acts.tsx';
import { draftFields, draftOf, faultOfDraft } from '#features/demand-drafts/web/draft-dialog-fields.ts';
import { commandAction } from '#platform/web/components/command-dialog.tsx';
import type { RowAction } from '#platform/web/components/list.tsx';
import { whyNot } from '#shared/errors.ts';
import { formatRupees } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

/** Asks for the fields of the replacement, in the order printed on a draft. */
const replaceAct = commandAction({
  label: t`Replace`,
  icon: IconArrowsExchange,
  place: 'details',
  isFor: 'demand_drafts:settle',
  disabledReason: (draft: DemandDraft) => whyNot(draftCan.replace(draft)),
  ask: (draft: DemandDraft) => ({
    title: t`Replace draft ${draft.number}?`,
    call: client.fees.replaceDraft,
    fields: draftFields(draft),
    fault: faultOfDraft,
    input: (typed) => ({ id: draft.id, version: draft.version, draft: draftOf(typed) }),
    done: ({ allocated }, input) =>
      t`Draft ${input.draft.number} pays ${formatRupees(allocated)} in place of ${draft.number}.`,
    children: t`The draft below pays for the same applications and reprints, in the same order, as far as it goes. Applications whose fee it covers wait for a decision again.`,
  }),
});

/** Records that the bank returned the draft, after explaining the consequences. */
const returnAct = commandAction({
  label: t`Returned by bank`,
  icon: IconArrowBackUp,
  place: 'details',
  tone: 'danger',
  isFor: 'demand_drafts:settle',
  disabledReason: (draft: DemandDraft) => whyNot(draftCan.return(draft), draft),
  ask: (draft: DemandDraft) => ({
    title: t`Was draft ${draft.number} returned by the bank?`,
    call: client.fees.returnDraft,
    fields: {
      reason: {
        kind: 'choice',
        label: t`Reason`,
        options: optionsOf(bankReturnReasonLabels),
        initial: null,
        isFocused: true,
        missing: t`Choose the reason that the bank gave.`,
      },
      remark: { kind: 'paragraph', label: t`Remark`, maxLength: 300 },
    },
    fault: ({ reason, remark }) =>
      reason === 'other' && remark === '' ? t`Enter in the remark what was wrong.` : null,
    input: (values) => ({ id: draft.id, version: draft.version, ...values }),
    done: ({ rejected }) =>
      t`Draft ${draft.number} is returned; verified applications that are rejected now: ${rejected}.`,
    children: t`The ${formatRupees(draft.allocatedAmount)} that it paid are pending again. Verified applications among them are rejected, and their certificates are withheld until the fee is paid and a person verifies them again. This cannot be undone.`,
  }),
});

/** The actions on a draft, in its details and in its record. */
export const draftActs: readonly RowAction<DemandDraft>[] = [
  realiseAct,
  refundAct,
  replaceAct,
  returnAct,
  revalidateAct,
];
