import { PageViews, usePageView } from '#platform/web/components/page.tsx';
import { t } from '#shared/words.ts';
import { Custody } from './custody-view.tsx';
import { InkUsePage } from './ink-use-page.tsx';
import { LedgerList } from './ledger-list.tsx';
import { StockCountsList } from './stock-counts-page.tsx';
import { CertificateStock, InkStock } from './stock-list.tsx';

const views = [
  { value: 'certificates', label: t`Certificate stock`, Shown: CertificateStock },
  { value: 'ink', label: t`Ink stock`, Shown: InkStock },
  { value: 'ink-use', label: t`Ink use`, Shown: InkUsePage },
  { value: 'custody', label: t`Custody`, Shown: Custody },
  { value: 'ledger', label: t`Ledger`, Shown: LedgerList },
  { value: 'counts', label: t`Stock counts`, Shown: StockCountsList },
] as const;

/** /printer/stock and /auditor/stock: the whole stock, read-only. */
export function StockPage() {
  const view = usePageView(views);
  const { Shown } = views.find(({ value }) => value === view)!;
  return (
    <Shown title={t`Stock`}>
      <PageViews views={views} view={view} />
    </Shown>
  );
}
