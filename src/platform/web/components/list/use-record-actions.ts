import { useMemo } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { t } from '#shared/words.ts';
import type { RowAction } from './list-declaration.ts';
import { useViewAction } from './use-view-action.ts';

/** What Edit or Delete does; or the sentence why records of this kind are never edited or deleted. */
type Act<Row> = Pick<RowAction<Row>, 'onClick' | 'disabledReason'> | string;

/** Edit, View and Delete of a row, in the specification's order; an auditor views. Give `acts` the same identity in every render. */
export function useRecordActions<Row extends { id: string }>(acts: {
  edit: Act<Row>;
  delete: Act<Row>;
}): RowAction<Row>[] {
  const view = useViewAction<Row>();
  const { role } = useSession();
  return useMemo(() => {
    if (role === 'auditor') return [view];
    return [
      { label: t`Edit`, icon: 'edit', ...actOf(acts.edit) },
      view,
      { label: t`Delete`, icon: 'delete', ...actOf(acts.delete) },
    ];
  }, [view, acts, role]);
}

function actOf<Row>(act: Act<Row>): Pick<RowAction<Row>, 'onClick' | 'disabledReason' | 'place'> {
  if (typeof act !== 'string') return act;
  // What can never be done stands in the row, where it is looked for, and not among the buttons of a record.
  return { onClick: () => {}, disabledReason: () => act, place: 'row' };
}
