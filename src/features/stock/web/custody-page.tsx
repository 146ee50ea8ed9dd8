import { PageViews, usePageView } from '#platform/web/components/page.tsx';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { Custody } from './custody-view.tsx';
import { LedgerList } from './ledger-list.tsx';
import { StockCountsList } from './stock-counts-page.tsx';

const views = optionsOf({ custody: t`Custody`, ledger: t`Ledger`, counts: t`Stock counts` });

/** /admin/custody: where every sheet is, with its acts; `?view=ledger` shows every movement, `?view=counts` the counts. */
export function CustodyPage() {
  const view = usePageView(views);
  const tabs = <PageViews views={views} view={view} />;
  if (view === 'ledger') return <LedgerList title={t`Custody`}>{tabs}</LedgerList>;
  if (view === 'counts') return <StockCountsList title={t`Custody`}>{tabs}</StockCountsList>;
  return (
    <Custody title={t`Custody`} description={t`Every numbered sheet is in one state with one holder.`} mayAct>
      {tabs}
    </Custody>
  );
}
