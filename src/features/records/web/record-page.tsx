import { Box, Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FieldList, HeadFacts, RecordActions } from '#platform/web/components/list/record-parts.tsx';
import { useRowActions } from '#platform/web/components/list/row-actions.tsx';
import { type DetailField, idOf, type RowAction } from '#platform/web/components/list.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { RecordLink } from '#platform/web/components/record-link.tsx';
import { recordKinds, stateInWords } from '#shared/record-kinds.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { RecordPage, RelatedRecord } from '../contract.ts';
import classes from './record-page.module.css';
import { Timeline } from './timeline.tsx';

/** The id or number in a record's URL. */
export function useRecordKey(): string {
  return (useParams({ strict: false }) as { id: string }).id;
}

type RecordFrameProps<Row> = {
  record: RecordPage;
  /** The record's own fields, as in its list. */
  own: UseQueryResult<Row>;
  /** The person or thing that the record is about. */
  subject: (row: Row) => string;
  badge: (row: Row) => ReactNode;
  /** Who acts next, and the act itself for who may do it now. */
  next?: (row: Row) => ReactNode;
  /** Shown above the fields. */
  head?: (row: Row) => ReactNode;
  fields: (row: Row) => DetailField[];
  actions?: readonly RowAction<Row>[];
  children?: (row: Row) => ReactNode;
};

/** A record: number, state, its first facts and what comes next, then all fields, related records and timeline. */
export function RecordFrame<Row>({ record, own, ...props }: RecordFrameProps<Row>) {
  return (
    <Loaded query={own}>
      {(row) => (
        <Stack gap="md">
          <PageHeader
            title={`${translateLabel(recordKinds[record.kind].label)} ${record.number}`}
            description={props.subject(row)}
            number={record.number}
            actions={props.badge(row)}
          />
          <HeadFacts fields={props.fields(row)} />
          {props.next?.(row)}
          {props.actions && <Actions actions={props.actions} row={row} />}
          <div className={classes.columns}>
            <Stack gap="lg">
              {props.head?.(row)}
              <FieldList fields={props.fields(row)} />
              {props.children?.(row)}
            </Stack>
            <Stack gap="lg">
              {record.related.length > 0 && <Related records={record.related} />}
              <Timeline entries={record.timeline} recordId={record.id} />
            </Stack>
          </div>
        </Stack>
      )}
    </Loaded>
  );
}

/** The actions of the row's details. */
function Actions<Row>({ actions: declared, row }: { actions: readonly RowAction<Row>[]; row: Row }) {
  const { actions, dialog } = useRowActions(declared, idOf);
  return (
    <Group gap="xs" className="unprinted">
      <RecordActions actions={actions.filter(({ place }) => place !== 'row')} row={row} />
      {dialog}
    </Group>
  );
}

function Related({ records }: { records: readonly RelatedRecord[] }) {
  return (
    <Section title={t`Related records`} gap={0}>
      <ul className={`plain-list ${classes.related}`}>
        {records.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            <Box component="span" c="dimmed">
              {translateLabel(recordKinds[one.kind].label)}
            </Box>
            <span>
              <RecordLink record={one}>{one.number}</RecordLink>
            </span>
            <Text component="span" size="sm">
              {stateInWords(one)}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}
