import { Loader } from '@mantine/core';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { RecordFormPage } from '#platform/web/components/record-form-page.tsx';
import { t } from '#shared/words.ts';
import { CertificateStockForm } from './certificate-stock-form.tsx';
import { InkStockForm } from './ink-stock-form.tsx';
import { useInks, usePapers } from './stock-lists.ts';

/** /admin/add-certificate-stock; `?edit=<id>` opens the same form filled in. */
export function CertificateStockFormPage() {
  const { data: papers, error } = usePapers();
  if (error) return <ErrorNotice error={error} />;
  return (
    <RecordFormPage get={api.stock.getBlankReceipt}>
      {(receipt) =>
        papers ? (
          <CertificateStockForm key={receipt?.id ?? 'new'} papers={papers} receipt={receipt} />
        ) : (
          <Loader aria-label={t`Loading`} />
        )
      }
    </RecordFormPage>
  );
}

/** /admin/add-ink-stock; `?edit=<id>` opens the same form filled in. */
export function InkStockFormPage() {
  const { data: inks, error } = useInks();
  if (error) return <ErrorNotice error={error} />;
  return (
    <RecordFormPage get={api.stock.getInkReceipt}>
      {(receipt) =>
        inks ? (
          <InkStockForm key={receipt?.id ?? 'new'} inks={inks} receipt={receipt} />
        ) : (
          <Loader aria-label={t`Loading`} />
        )
      }
    </RecordFormPage>
  );
}
