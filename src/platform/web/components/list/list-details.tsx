import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from '../action.tsx';
import { DetailsBeside, DetailsDialog } from '../details-dialog.tsx';
import type { DetailField, ListSource } from '../list.tsx';
import { lookOf, type ReadyAction } from './row-actions.tsx';
import type { ListRows } from './use-list-rows.ts';

/** The record that the address names: among the loaded rows, or fetched by its id. Over its list, or beside it. */
export function ListDetails<Row>(props: {
  openId: string | undefined;
  isBeside: boolean;
  source: Pick<ListSource<Row, string, Record<string, string>>, 'queryKey' | 'fetchRow'>;
  rows: ListRows<Row>;
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  fields: (row: Row) => DetailField[];
  extra: ((row: Row) => ReactNode) | undefined;
  actions: readonly ReadyAction<Row>[];
  onStep: (index: number) => void;
  onClose: () => void;
}) {
  const { openId, rows, source } = props;
  const Details = props.isBeside ? DetailsBeside : DetailsDialog;
  const index = openId === undefined ? -1 : rows.indexOf((row) => props.rowId(row) === openId);
  const listed = index >= 0 ? rows.rowAt(index) : undefined;
  const mustFetch = openId !== undefined && !listed && !rows.isFirstLoad && source.fetchRow !== undefined;
  const fetched = useQuery({
    queryKey: [...source.queryKey, 'row', openId],
    queryFn: ({ signal }) => source.fetchRow?.(openId as string, { signal }) ?? null,
    enabled: mustFetch,
  });
  const row = listed ?? (openId === undefined ? undefined : (fetched.data ?? undefined));
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
      subject={row ? props.rowLabel(row) : ''}
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
      actions={
        row &&
        props.actions.map((action) => {
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
        })
      }
    >
      {row && props.extra?.(row)}
    </Details>
  );
}
