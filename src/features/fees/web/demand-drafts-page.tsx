import { IconListDetails } from '@tabler/icons-react';
import type { DemandDraft } from '#features/demand-drafts/contract.ts';
import { newSlipActions, useDraftPaths } from '#features/demand-drafts/web/draft-acts.tsx';
import {
  draftCells,
  draftDetails,
  draftFilters,
  draftList,
} from '#features/demand-drafts/web/draft-list.tsx';
import { DraftStory } from '#features/demand-drafts/web/draft-story.tsx';
import { useSession } from '#platform/web/api/session.ts';
import { type RowAction, viewAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { draftActs } from './draft-exits.tsx';

const rowActions: RowAction<DemandDraft>[] = [viewAction, ...draftActs];

/** The register of demand drafts, at /admin, /application-receiver and /auditor; actions depend on the role. */
export function DemandDraftsPage() {
  const { role } = useSession();
  const draftPaths = useDraftPaths();
  return (
    <ListScreen
      title={t`Demand drafts`}
      searchPlaceholder={t`Search by number, bank, college or candidate...`}
      emptyMessage={t`No demand drafts found`}
      emptyHelp={t`Each demand draft entered at the counter is listed here, with its balance.`}
      emptyNext={{ label: t`New application`, to: paths.applicationReceiver.newApplication }}
      cells={draftCells}
      filters={draftFilters}
      list={draftList}
      rowLabel={(row) => t`Draft ${row.number}, ${row.bank}`}
      details={draftDetails}
      detailsExtra={(row) => <DraftStory draft={row} />}
      rowActions={rowActions}
      toolbarActions={[
        { label: t`Deposit slips`, icon: IconListDetails, to: draftPaths.depositSlips },
        ...newSlipActions(role, draftPaths),
      ]}
    />
  );
}
