import { type Icon, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import classes from './row-actions.module.css';
import type { ReadyAction } from './use-row-actions.tsx';

const standardIcons: Record<'edit' | 'view' | 'delete', Icon> = {
  edit: IconPencil,
  view: IconEye,
  delete: IconTrash,
};

/** What the action is called and looks like on this row. */
export function lookOf<Row>(action: ReadyAction<Row>, row: Row): { label: string; Picture: Icon } {
  const { label, icon } = action.onRow?.(row) ?? action;
  return { label, Picture: typeof icon === 'string' ? standardIcons[icon] : icon };
}

/**
 * The icons at the end of a row. Tab reaches those of the active row, so that a list is one stop and not hundreds.
 * Plain buttons that share the list's one tooltip (`data-tip`): they are drawn anew with every row that scrolls in.
 */
export function RowActions<Row>(props: {
  row: Row;
  rowName: string;
  actions: readonly ReadyAction<Row>[];
  isReachable: boolean;
}) {
  return props.actions.map((action) => {
    const { label, Picture } = lookOf(action, props.row);
    const reason = action.disabledReason(props.row);
    const isDanger = action.tone === 'danger' || action.icon === 'delete';
    return (
      <button
        key={action.label}
        type="button"
        className={classes.action}
        data-danger={isDanger || undefined}
        data-tip={reason ?? label}
        tabIndex={props.isReachable ? 0 : -1}
        aria-label={`${label}: ${props.rowName}${reason === null ? '' : `. ${reason}`}`}
        aria-disabled={reason !== null || undefined}
        onClick={() => {
          if (reason === null) action.onClick(props.row);
        }}
      >
        <Picture size={17} stroke={1.7} aria-hidden />
      </button>
    );
  });
}
