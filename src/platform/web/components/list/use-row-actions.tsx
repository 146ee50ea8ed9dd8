import { useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import type { RowAction } from './list-declaration.ts';
import { useOpenRecord } from './use-open-record.ts';

/** An action as the row and the details carry it out. */
export type ReadyAction<Row> = Pick<RowAction<Row>, 'label' | 'icon' | 'onRow' | 'tone' | 'place'> & {
  onClick: (row: Row) => void;
  disabledReason: (row: Row) => string | null;
};

/** The View icon of a list: it opens the row's details, as a click on the row does. */
export const viewAction = { label: t`View`, icon: 'view', place: 'row', onClick: 'details' } as const;

/**
 * Edit or Delete of records that are never edited or deleted: it stands in the row, where it is looked for, and says
 * what to do instead. An auditor only looks.
 */
export function never(
  icon: 'edit' | 'delete',
  sentence: string,
  isFor: (role: Role) => boolean = (role) => role !== 'auditor',
): RowAction<unknown> {
  const label = icon === 'edit' ? t`Edit` : t`Delete`;
  return { label, icon, isFor, place: 'row', onClick: () => {}, disabledReason: () => sentence };
}

/** The actions that this person has, and the dialog of the one that was chosen. */
export function useRowActions<Row>(
  declared: readonly RowAction<Row>[],
  rowId: (row: Row) => string,
): { actions: ReadyAction<Row>[]; dialog: ReactNode } {
  const navigate = useNavigate();
  const openRecord = useOpenRecord();
  const { role, staffId } = useSession();
  const [asked, setAsked] = useState<{ action: RowAction<Row>; row: Row } | null>(null);
  const actions = useMemo(
    () =>
      declared
        .filter(({ isFor }) => isFor?.(role) ?? true)
        .map((action) => ({
          ...action,
          disabledReason: (row: Row) => action.disabledReason?.(row, staffId) ?? null,
          onClick: (row: Row) => {
            if (action.to) void navigate({ href: action.to(row) });
            else if (action.dialog) setAsked({ action, row });
            else if (action.onClick === 'details') openRecord(rowId(row));
            else action.onClick?.(row);
          },
        })),
    [declared, rowId, role, staffId, navigate, openRecord],
  );
  return {
    actions,
    dialog: asked && (
      <Fragment key={`${asked.action.label} ${rowId(asked.row)}`}>
        {asked.action.dialog?.(asked.row, () => setAsked(null))}
      </Fragment>
    ),
  };
}
