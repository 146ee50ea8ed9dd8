import { PageViews, usePageView } from '#platform/web/components/page.tsx';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { Custody } from './custody-view.tsx';
import { LedgerList } from './ledger-list.tsx';

const views = optionsOf({ custody: t`Custody`, ledger: t`Ledger` });

/** /admin/custody: where every sheet is, with its acts; `?view=ledger` shows every movement. */
export function CustodyPage() {
  const view = usePageView(views);
  const tabs = <PageViews views={views} view={view} />;
  if (view === 'ledger') return <LedgerList title={t`Custody`}>{tabs}</LedgerList>;
  return (
    <Custody title={t`Custody`} description={t`Every numbered sheet is in one state with one holder.`} mayAct>
      {tabs}
    </Custody>
  );
}
