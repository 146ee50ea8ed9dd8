import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '#shared/words.ts';
import { ActionButton } from '../action-button.tsx';
import type { DetailField } from '../list.tsx';
import { RecordLink } from '../record-link.tsx';
import classes from './list-details.module.css';
import { lookOf, type ReadyAction } from './row-actions.tsx';

/** Label by value, each number with its copy button. */
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
            {field.copy && <CopyText text={field.copy} label={field.label} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What can be done to a record, each with the reason when it cannot be had. */
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

export function CopyText(props: { text: string; label: string }) {
  return (
    <CopyButton value={props.text} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t`Copied` : t`Copy`}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'green' : 'gray'}
            size={26}
            onClick={copy}
            aria-label={copied ? t`${props.label} copied` : t`Copy ${props.label}`}
          >
            {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
