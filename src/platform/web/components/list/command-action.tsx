import type { ComponentProps } from 'react';
import { CommandDialog } from '../command-dialog.tsx';
import type { DialogFields } from '../dialog-fields.tsx';
import type { RowAction } from './list-declaration.ts';

type Question<Input, Output, Fields extends DialogFields> = ComponentProps<
  typeof CommandDialog<Input, Output, Fields>
>;

/** What an action looks like, and to whom. */
type Look<Row> = Pick<RowAction<Row>, 'label' | 'icon' | 'isFor' | 'disabledReason' | 'tone' | 'place'>;

/** An action that is one command upon the record: `ask` is its question, and the action's own name confirms it. */
export function commandAction<Row, Input, Output, Fields extends DialogFields = Record<never, never>>({
  ask,
  ...look
}: Look<Row> & {
  ask: (row: Row) => Omit<Question<Input, Output, Fields>, 'confirmLabel' | 'tone' | 'onClose'>;
}): RowAction<Row> {
  return {
    ...look,
    dialog: (row, onClose) => (
      <CommandDialog {...ask(row)} confirmLabel={look.label} tone={look.tone} onClose={onClose} />
    ),
  };
}
