import { ActionIcon, Tooltip } from '@mantine/core';
import { type Icon, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import type { RowAction } from './list-declaration.ts';

const standardIcons: Record<'edit' | 'view' | 'delete', Icon> = {
  edit: IconPencil,
  view: IconEye,
  delete: IconTrash,
};

export function iconOf<Row>(action: RowAction<Row>): Icon {
  return typeof action.icon === 'string' ? standardIcons[action.icon] : action.icon;
}

/** The icons at the end of a row. Tab reaches those of the active row, so that a list is one stop and not hundreds. */
export function RowActions<Row>(props: {
  row: Row;
  rowName: string;
  actions: readonly RowAction<Row>[];
  isReachable: boolean;
}) {
  return props.actions.map((action) => {
    const Picture = iconOf(action);
    const reason = action.disabledReason?.(props.row) ?? null;
    return (
      <Tooltip
        key={action.label}
        label={reason ?? action.label}
        multiline
        maw={280}
        openDelay={300}
        events={tooltipEvents}
      >
        <ActionIcon
          variant="subtle"
          color={action.tone === 'danger' || action.icon === 'delete' ? 'red' : 'gray'}
          size={28}
          tabIndex={props.isReachable ? 0 : -1}
          aria-label={`${action.label}: ${props.rowName}${reason === null ? '' : `. ${reason}`}`}
          aria-disabled={reason !== null || undefined}
          data-disabled={reason !== null || undefined}
          onClick={(event) => {
            event.stopPropagation();
            if (reason === null) action.onClick(props.row);
          }}
        >
          <Picture size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  });
}

const tooltipEvents = { hover: true, focus: true, touch: false };
