import { ActionIcon, CloseButton, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { Loading } from '#platform/web/components/loading.tsx';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { useReturnFocus } from '../dialog.tsx';
import type { DetailField, ListSource } from '../list.tsx';
import { ariaKeys } from '../screen-registry.ts';
import { ErrorNotice } from '../use-command.tsx';
import classes from './list-details.module.css';
import { listKeys } from './list-keys.ts';
import { FieldList, HeadFacts, RecordActions } from './record-parts.tsx';
import type { ReadyAction } from './row-actions.tsx';
import type { ListRows } from './use-list-rows.ts';

/** The record that the URL names, from the loaded rows or fetched by id. Over the list, or beside it. */
export function ListDetails<Row>(props: {
  openId: string | undefined;
  isBeside: boolean;
  source: Pick<ListSource<Row, string, Record<string, string>>, 'queryKey' | 'fetchRow' | 'recordKey'>;
  rows: ListRows<Row>;
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  fields: (row: Row) => DetailField[];
  head: ((row: Row) => ReactNode) | undefined;
  extra: ((row: Row) => ReactNode) | undefined;
  actions: readonly ReadyAction<Row>[];
  onStep: (index: number) => void;
  onClose: () => void;
}) {
  const { openId, rows, source } = props;
  const Details = props.isBeside ? DetailsPane : DetailsDialog;
  const index = openId === undefined ? -1 : rows.indexOf((row) => props.rowId(row) === openId);
  const listed = index >= 0 ? rows.rowAt(index) : undefined;
  const { recordKey } = source;
  const mustFetch =
    openId !== undefined &&
    (recordKey !== undefined || (!listed && !rows.isFirstLoad)) &&
    source.fetchRow !== undefined;
  const fetched = useQuery({
    queryKey: recordKey && openId !== undefined ? recordKey(openId) : [...source.queryKey, 'row', openId],
    queryFn: ({ signal }) => source.fetchRow?.(openId as string, { signal }) ?? null,
    enabled: mustFetch,
  });
  const whole = openId === undefined ? undefined : (fetched.data ?? undefined);
  const row = recordKey ? whole : (listed ?? whole);
  const named = row ?? listed;
  const isLoading = !row && (rows.isFirstLoad || rows.isOutdated || (mustFetch && fetched.isPending));
  const before = index > 0 ? rows.rowAt(index - 1) : undefined;
  const after = index >= 0 ? rows.rowAt(index + 1) : undefined;
  const position = rows.length.isExact
    ? t`${formatCount(index + 1)} of ${formatCount(rows.length.rowCount)}`
    : formatCount(index + 1);

  return (
    <Details
      isOpen={openId !== undefined}
      onClose={props.onClose}
      subject={named ? props.rowLabel(named) : ''}
      head={row && props.head?.(row)}
      fields={row ? props.fields(row) : []}
      isLoading={isLoading}
      failure={row ? null : (rows.failure ?? fetched.error)}
      absence={
        row || isLoading || rows.failure || fetched.error
          ? undefined
          : t`This record is not among the rows that are shown now.`
      }
      step={
        index < 0
          ? undefined
          : {
              onPrevious: before && (() => props.onStep(index - 1)),
              onNext: after && (() => props.onStep(index + 1)),
              position,
            }
      }
      actions={row && <RecordActions actions={props.actions} row={row} />}
    >
      {row && props.extra?.(row)}
    </Details>
  );
}

type Step = { onPrevious?: () => void; onNext?: () => void; position?: string };

type RecordDetailsProps = {
  /** The record's name. */
  subject: string;
  head?: ReactNode;
  fields: readonly DetailField[];
  isLoading?: boolean;
  failure?: unknown;
  /** Shown instead of the fields if there is no such record. */
  absence?: string;
  step?: Step;
  actions?: ReactNode;
  children?: ReactNode;
};

type DetailsProps = RecordDetailsProps & { isOpen: boolean; onClose: () => void };

/** All fields of one record; the left and right arrows go to its neighbours. */
function DetailsDialog({ isOpen, onClose, ...record }: DetailsProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  useReturnFocus(isOpen);
  if (!isOpen) return null;
  return (
    <Modal
      opened
      // Every open dialog receives Escape: keep the record open while a question is over it.
      onClose={() => !isCovered(1) && onClose()}
      size="60rem"
      fullScreen={isPhone}
      title={<Name subject={record.subject} />}
      closeButtonProps={{ 'aria-label': t`Close` }}
      onKeyDown={(event) => stepByKey(event, record.step)}
    >
      <RecordDetails {...record} />
    </Modal>
  );
}

/** The same beside the list, which stays usable. */
function DetailsPane({ isOpen, onClose, ...record }: DetailsProps) {
  if (!isOpen) return null;
  return (
    <aside
      className={classes.beside}
      aria-label={t`Row Details`}
      onKeyDown={(event) => {
        stepByKey(event, record.step);
        if (event.key === 'Escape' && !isCovered(0)) onClose();
      }}
    >
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4">
          <Name subject={record.subject} />
        </Title>
        <CloseButton aria-label={t`Close`} onClick={onClose} />
      </Group>
      <RecordDetails {...record} />
    </aside>
  );
}

/** The record's own name, then the label that the specification requires. */
function Name({ subject }: { subject: string }) {
  return (
    <>
      {subject && (
        <Text component="span" display="block" size="lg" fw={600} aria-live="polite">
          {subject}
        </Text>
      )}
      <Text component="span" size="sm" c={subject ? 'dimmed' : undefined} fw={subject ? 400 : 600}>
        {t`Row Details`}
      </Text>
    </>
  );
}

function RecordDetails({ step, ...props }: Omit<RecordDetailsProps, 'subject'>) {
  return (
    <Stack gap="md">
      {props.isLoading && <Loading size="sm" />}
      {props.failure != null && <ErrorNotice error={props.failure} />}
      {props.absence && <Text>{props.absence}</Text>}
      <HeadFacts fields={props.fields} />
      {props.head}
      <FieldList fields={props.fields} />
      {props.children}
      {(step || props.actions) && (
        <footer className={classes.footer}>
          {step && <Steps {...step} />}
          <Group gap="xs" ml="auto">
            {props.actions}
          </Group>
        </footer>
      )}
    </Stack>
  );
}

/** Whether other dialogs than the record's own are open. */
function isCovered(own: number): boolean {
  return document.querySelectorAll('[role="dialog"]').length > own;
}

function Steps({ onPrevious, onNext, position }: Step) {
  return (
    <Group gap={4}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t`Previous row`}
        aria-keyshortcuts={ariaKeys(listKeys.records.keys[0])}
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t`Next row`}
        aria-keyshortcuts={ariaKeys(listKeys.records.keys[1])}
        disabled={!onNext}
        onClick={onNext}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      {position && (
        <Text size="sm" c="dimmed" ml={6}>
          {position}
        </Text>
      )}
    </Group>
  );
}

function stepByKey(event: KeyboardEvent<HTMLElement>, step: Step | undefined): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if ((event.target as HTMLElement).closest('input, textarea, select, [role="combobox"]')) return;
  const move = { ArrowLeft: step?.onPrevious, ArrowRight: step?.onNext }[event.key];
  if (!move) return;
  event.preventDefault();
  move();
}
