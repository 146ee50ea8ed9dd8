import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconCashBanknote,
  IconFileInvoice,
  IconListDetails,
  IconReceiptRefund,
  IconRubberStamp,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { DemandDraft } from '#features/demand-drafts/contract.ts';
import { type DraftRuling, draftCan } from '#features/demand-drafts/rules.ts';
import {
  RealiseDialog,
  RefundDialog,
  RevalidateDialog,
} from '#features/demand-drafts/web/draft-act-dialogs.tsx';
import {
  draftColumns,
  draftFields,
  draftFilters,
  draftList,
} from '#features/demand-drafts/web/draft-list.tsx';
import { DraftStory } from '#features/demand-drafts/web/draft-story.tsx';
import { useDraftPaths } from '#features/demand-drafts/web/use-draft-paths.ts';
import { useSession } from '#platform/web/api/session.ts';
import type { RowAction, ToolbarAction } from '#platform/web/components/list/list-declaration.ts';
import { useViewAction } from '#platform/web/components/list/use-view-action.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { formatDay } from '#shared/dates.ts';
import { errorSentence } from '#shared/errors.ts';
import { mayUse } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { ReplaceDraftDialog, ReturnDraftDialog } from './draft-exit-dialogs.tsx';

type Act = 'realise' | 'refund' | 'revalidate' | 'return' | 'replace';

const dialogs = {
  realise: RealiseDialog,
  refund: RefundDialog,
  revalidate: RevalidateDialog,
  return: ReturnDraftDialog,
  replace: ReplaceDraftDialog,
};

/** The register of demand drafts, at /admin, /application-receiver and /auditor; what can be done follows the role. */
export function DemandDraftsPage() {
  const { role } = useSession();
  const paths = useDraftPaths();
  const view = useViewAction<DemandDraft>();
  const [asked, setAsked] = useState<{ act: Act; draft: DemandDraft } | null>(null);
  const rowActions = useMemo(
    () => [view, ...actsOf(role, (act, draft) => setAsked({ act, draft }))],
    [view, role],
  );
  const toolbarActions: ToolbarAction[] = [
    { label: t`Deposit slips`, icon: IconListDetails, to: paths.depositSlips },
  ];
  if (paths.newDepositSlip && mayUse(role, 'demand_drafts:deposit')) {
    toolbarActions.push({
      label: t`New deposit slip`,
      icon: IconFileInvoice,
      isPrimary: true,
      to: paths.newDepositSlip,
    });
  }
  const Dialog = asked && dialogs[asked.act];
  return (
    <>
      <ListScreen
        title={t`Demand drafts`}
        searchPlaceholder={t`Search by number, bank, college or candidate...`}
        emptyMessage={t`No demand drafts found`}
        columns={draftColumns}
        filters={draftFilters}
        list={draftList}
        rowLabel={(row) => t`Draft ${row.number}, ${row.bank}`}
        details={draftFields}
        detailsExtra={(row) => <DraftStory draft={row} />}
        rowActions={rowActions}
        toolbarActions={toolbarActions}
      />
      {Dialog && <Dialog key={asked.draft.id} draft={asked.draft} onClose={() => setAsked(null)} />}
    </>
  );
}

function actsOf(role: Role, ask: (act: Act, draft: DemandDraft) => void): RowAction<DemandDraft>[] {
  const action = (act: Act, label: string, icon: RowAction<DemandDraft>['icon']): RowAction<DemandDraft> => ({
    label,
    icon,
    place: 'details',
    onClick: (draft) => ask(act, draft),
    disabledReason: (draft) => sentenceOf(draftCan[act](draft), draft),
  });
  const acts: RowAction<DemandDraft>[] = [];
  if (mayUse(role, 'demand_drafts:settle'))
    acts.push(
      action('realise', t`Realise`, IconCashBanknote),
      action('refund', t`Refund`, IconReceiptRefund),
      action('replace', t`Replace`, IconArrowsExchange),
      { ...action('return', t`Returned by bank`, IconArrowBackUp), tone: 'danger' },
    );
  if (mayUse(role, 'demand_drafts:deposit')) acts.push(action('revalidate', t`Revalidate`, IconRubberStamp));
  return acts;
}

function sentenceOf(ruling: DraftRuling, draft: DemandDraft): string | null {
  if (ruling === true) return null;
  const { number } = draft;
  return (errorSentence as (code: string, data: object) => string)(ruling, {
    number,
    balance: draft.balance,
    validUntil: formatDay(draft.validUntil),
  });
}
