import { never, type RowAction, viewAction } from '#platform/web/components/list.tsx';
import { t } from '#shared/words.ts';
import type { Certificate } from '../contract.ts';

/** A certificate is viewed; what else an office looks for in its row says what to do instead. */
export const certificateActions: RowAction<Certificate>[] = [
  never(
    'edit',
    t`A certificate is not edited here. Where its data are wrong its application is reopened; where the sheet is wrong, ask for a reprint.`,
  ),
  viewAction,
  never('delete', t`A certificate is never deleted. Its copy can be cancelled, or it is revoked.`),
];
