import { ActionButton } from '../action-button.tsx';
import { CopyNumber } from '../copy-number.tsx';
import type { DetailField } from '../list.tsx';
import { RecordLink } from '../record-link.tsx';
import classes from './list-details.module.css';
import { lookOf, type ReadyAction } from './row-actions.tsx';

/** Labels and values, with copy buttons for numbers. */
export function FieldList({ fields }: { fields: readonly DetailField[] }) {
  return (
    <dl className={classes.fields}>
      {fields.map((field) => (
        <div key={field.label} className={classes.field}>
          <dt>{field.label}</dt>
          <dd>
            {field.value === null || field.value === undefined || field.value === '' ? (
              '-'
            ) : (
              <RecordLink record={field.record}>{field.value}</RecordLink>
            )}
            {field.copy && <CopyNumber number={field.copy} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The actions on a record, each with the reason if it is disabled. */
export function RecordActions<Row>({ actions, row }: { actions: readonly ReadyAction<Row>[]; row: Row }) {
  return actions.map((action) => {
    const { label, Picture } = lookOf(action, row);
    return (
      <ActionButton
        key={action.label}
        variant="default"
        c={action.tone === 'danger' || action.icon === 'delete' ? 'red' : undefined}
        leftSection={<Picture size={16} aria-hidden />}
        reason={action.disabledReason(row)}
        onClick={() => action.onClick(row)}
      >
        {label}
      </ActionButton>
    );
  });
}
