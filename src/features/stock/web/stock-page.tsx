import { PageHeader } from '#platform/web/components/page-header.tsx';
import { PageViews, usePageView } from '#platform/web/components/page-views.tsx';
import { t } from '#shared/words.ts';
import { CertificateStock } from './certificate-stock.tsx';
import { CustodyView } from './custody-view.tsx';
import { InkStock } from './ink-stock.tsx';
import { InkUseList } from './ink-use-page.tsx';
import { LedgerList } from './ledger-list.tsx';
import { StockCountsList } from './stock-counts-page.tsx';

const views = [
  { value: 'certificates', label: t`Certificate stock` },
  { value: 'ink', label: t`Ink stock` },
  { value: 'ink-use', label: t`Ink use` },
  { value: 'custody', label: t`Custody` },
  { value: 'ledger', label: t`Ledger` },
  { value: 'counts', label: t`Stock counts` },
] as const;

/** /printer/stock and /auditor/stock: everything that the store keeps, to look at. */
export function StockPage() {
  const view = usePageView(views);
  const tabs = <PageViews views={views} view={view} />;
  const title = t`Stock`;
  switch (view) {
    case 'ink':
      return (
        <InkStock title={title} mayChange={false}>
          {tabs}
        </InkStock>
      );
    case 'ink-use':
      return <InkUseList title={title}>{tabs}</InkUseList>;
    case 'custody':
      return (
        <section>
          <PageHeader title={title} />
          {tabs}
          <CustodyView mayAct={false} />
        </section>
      );
    case 'ledger':
      return <LedgerList title={title}>{tabs}</LedgerList>;
    case 'counts':
      return <StockCountsList title={title}>{tabs}</StockCountsList>;
    default:
      return (
        <CertificateStock title={title} mayChange={false}>
          {tabs}
        </CertificateStock>
      );
  }
}
