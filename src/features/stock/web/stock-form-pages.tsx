import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { client } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { t } from '#shared/words.ts';
import { CertificateStockForm } from './certificate-stock-form.tsx';
import { InkStockForm } from './ink-stock-form.tsx';
import { stockKey, useInks, usePapers } from './stock-lists.ts';

/** /admin/add-certificate-stock; `?edit=<id>` opens the same form filled in. */
export function CertificateStockFormPage() {
  const papers = usePapers();
  const { edit, ...receipt } = useEdited((id, signal) => client.stock.getBlankReceipt({ id }, { signal }));
  const error = papers.error ?? receipt.error;
  if (error) return <ErrorNotice error={error} />;
  if (!papers.data || receipt.isWaited) return <Loader aria-label={t`Loading`} />;
  return <CertificateStockForm key={edit ?? 'new'} papers={papers.data} receipt={receipt.data} />;
}

/** /admin/add-ink-stock; `?edit=<id>` opens the same form filled in. */
export function InkStockFormPage() {
  const inks = useInks();
  const { edit, ...receipt } = useEdited((id, signal) => client.stock.getInkReceipt({ id }, { signal }));
  const error = inks.error ?? receipt.error;
  if (error) return <ErrorNotice error={error} />;
  if (!inks.data || receipt.isWaited) return <Loader aria-label={t`Loading`} />;
  return <InkStockForm key={edit ?? 'new'} inks={inks.data} receipt={receipt.data} />;
}

/** The record that the address names, as it was when the form was opened. */
function useEdited<Row>(read: (id: string, signal: AbortSignal) => Promise<Row>) {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const { data, error } = useQuery({
    queryKey: [...stockKey, 'edited', edit],
    queryFn: ({ signal }) => read(edit!, signal),
    enabled: edit !== undefined,
    // The form compares versions by itself; a newer one under it would hide that somebody else changed it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { edit, data: data ?? null, error, isWaited: edit !== undefined && data === undefined };
}
