import type { RowAction } from '#platform/web/components/list/list-declaration.ts';
import { useRecordActions } from '#platform/web/components/list/use-record-actions.ts';
import { t } from '#shared/words.ts';
import type { Certificate } from '../contract.ts';

const acts = {
  edit: t`A certificate is not edited here. Its application can be corrected before it is verified; after printing, ask for a reprint.`,
  delete: t`A certificate is never deleted. Its copy can be cancelled.`,
};

/** A certificate is viewed; what else an office looks for in its row says what to do instead. */
export function useCertificateActions(): RowAction<Certificate>[] {
  return useRecordActions(acts);
}
