import { isValidElement, type ReactNode } from 'react';
import { t } from '#shared/words.ts';
import { ActionButton } from '../action-button.tsx';
import { CopyNumber } from '../copy-number.tsx';
import type { DetailField, FieldGroup } from '../list.tsx';
import { Section } from '../page.tsx';
import { RecordLink } from '../record-link.tsx';
import classes from './list-details.module.css';
import { lookOf, type ReadyAction } from './row-actions.tsx';

/** The parts of a record, in their order. */
const groups = {
  certificate: t`Certificate`,
  candidate: t`Candidate`,
  course: t`Course`,
  money: t`Money`,
  files: t`Files`,
  numbers: t`Numbers`,
  steps: t`Steps`,
} satisfies Partial<Record<FieldGroup, string>>;
type NamedGroup = keyof typeof groups;

/** The fields of a record by the part of it that they are in. */
export function inGroups(parts: Partial<Record<FieldGroup, readonly DetailField[]>>): DetailField[] {
  return Object.entries(parts).flatMap(([group, fields]) =>
    fields.map((field) => ({ ...field, group: group as FieldGroup })),
  );
}

/** What a reader wants to know of a record first. */
export function HeadFacts({ fields }: { fields: readonly DetailField[] }) {
  const facts = fields.filter(({ group }) => group === 'facts');
  return facts.length > 0 && <Fields className={classes.facts} fields={facts} />;
}

/** The other fields in their groups; those without a value, and the technical ones, are folded. */
export function FieldList({ fields }: { fields: readonly DetailField[] }) {
  const filled = fields.filter((field) => !isEmpty(field));
  const empty = fields.filter((field) => field.group !== 'facts' && isEmpty(field));
  const of = (wanted: FieldGroup | undefined) => filled.filter(({ group }) => group === wanted);
  const named = (Object.keys(groups) as NamedGroup[]).filter((group) => of(group).length > 0);
  const [others, technical] = [of(undefined), of('technical')];
  return (
    <>
      {named.length > 0 && (
        <div className={classes.groups}>
          {named.map((group) => (
            <Section key={group} title={groups[group]} order={3} gap={0}>
              <Fields fields={of(group)} />
            </Section>
          ))}
        </div>
      )}
      {others.length > 0 && <Fields className={classes.fields} fields={others} />}
      {empty.length > 0 && (
        <Folded title={empty.length === 1 ? t`Empty: 1 field` : t`Empty: ${empty.length} fields`}>
          <Fields className={classes.fields} fields={empty} />
        </Folded>
      )}
      {technical.length > 0 && (
        <Folded title={t`Technical details`}>
          <Fields className={classes.fields} fields={technical} />
        </Folded>
      )}
    </>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className={classes.summary}>{title}</summary>
      {children}
    </details>
  );
}

/** Values of no time are elements: `<Moment value={null} />`. */
function isEmpty({ value }: DetailField): boolean {
  if (isValidElement(value)) return (value.props as { value?: unknown }).value === null;
  return value === null || value === undefined || value === false || value === '' || value === '-';
}

/** Labels and values, with copy buttons for numbers. */
function Fields({ fields, className }: { fields: readonly DetailField[]; className?: string }) {
  return (
    <dl className={`${classes.rows} ${className ?? ''}`}>
      {fields.map((field) => (
        <div key={field.label} className={classes.field}>
          <dt>{field.label}</dt>
          <dd>
            {isEmpty(field) ? '-' : <RecordLink record={field.record}>{field.value}</RecordLink>}
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
