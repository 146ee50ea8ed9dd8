import { disabledAction, type RowAction, viewAction } from '#platform/web/components/list.tsx';
import { t } from '#shared/words.ts';
import type { Certificate } from '../contract.ts';

/** A certificate can only be viewed; the other usual row actions explain what to do instead. */
export const certificateActions: RowAction<Certificate>[] = [
  disabledAction(
    'edit',
    t`A certificate is not edited here. Where its data are wrong its application is reopened; where the sheet is wrong, ask for a reprint.`,
  ),
  viewAction,
  disabledAction('delete', t`A certificate is never deleted. Its copy can be cancelled, or it is revoked.`),
];
