import { disabledAction, type RowAction, viewAction } from '#platform/web/components/list.tsx';
import { whyNot } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { ListedApplication } from '../contract.ts';
import { applicationCan } from '../rules.ts';

/** Edit opens the correction form where state and role allow it. Applications are never deleted. */
export const applicationActions: RowAction<ListedApplication>[] = [
  {
    label: t`Edit`,
    icon: 'edit',
    isFor: 'applications:correct',
    to: (row) => paths.applicationReceiver.correctApplication(row.id),
    disabledReason: (row) => whyNot(applicationCan.correct(row)),
  },
  viewAction,
  disabledAction('delete', t`An application is never deleted. Reject it instead.`),
];
