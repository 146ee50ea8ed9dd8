import { Anchor } from '@mantine/core';
import { IconFilePlus, IconMessageCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { type CollegeAndDays, useCollegeAndDayFilters } from '#features/colleges/web/use-college-filter.ts';
import { listSource, type RowAction, viewAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { fileAddress } from '#platform/web/components/values.tsx';
import { stringifySearch } from '#platform/web/search-params.ts';
import { NotFoundPage } from '#platform/web/shell/message-page.tsx';
import { formatDay, formatMoment } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { exceptionHitsLayout } from '../columns.ts';
import {
  type ExceptionHit,
  type ExceptionHitDetail,
  type ExceptionNote,
  type HitFilters,
  hitStateLabels,
} from '../contract.ts';
import { ExplainAllDialog, ExplainDialog } from './explain-dialog.tsx';

const { new: fresh, lapsed, explained, gone } = hitStateLabels;
const state = {
  label: t`Status`,
  options: optionsOf({ open: t`Not explained`, new: fresh, lapsed, explained, gone, all: t`All` }),
};

const rowActions: RowAction<ExceptionHit, ExceptionHitDetail>[] = [
  viewAction,
  {
    label: t`Explain`,
    icon: IconMessageCheck,
    disabledReason: (hit) => (hit.state === 'gone' ? t`It is gone.` : null),
    dialog: ({ id, recordLabel, sentence }, onClose) => (
      <ExplainDialog title={t`Explain ${recordLabel}`} ids={[id]} onClose={onClose}>
        {sentence}
      </ExplainDialog>
    ),
  },
  {
    label: t`Make a finding`,
    icon: IconFilePlus,
    to: ({ id }) => `/auditor/findings${stringifySearch({ hit: id })}`,
  },
];

/** /auditor/exceptions/<rule>: what one rule has found. */
export function ExceptionHitsPage() {
  const { rule: name } = useParams({ strict: false }) as { rule: string };
  const { data } = useQuery(api.exceptions.listExceptionRules.queryOptions());
  const rule = data?.rules.find((one) => one.name === name);
  const collegeAndDays = useCollegeAndDayFilters();
  const filters = useMemo(() => ({ state, ...collegeAndDays }), [collegeAndDays]);
  const list = useMemo(() => sourceOf(name), [name]);
  if (data && !rule) return <NotFoundPage />;
  return (
    <ListScreen
      title={rule?.title ?? ''}
      description={rule && `${rule.meaning} · ${rule.authority}`}
      searchPlaceholder={t`Search by record, person or college...`}
      emptyMessage={t`Nothing found`}
      emptyHelp={t`What this rule finds at night is listed here until it is explained.`}
      filters={filters}
      list={list}
      rowLabel={(hit) => hit.recordLabel}
      details={({ limits, notes }) => [...limits, ...notes.map(noteField)]}
      rowActions={rowActions}
      toolbarActions={[
        {
          label: t`Explain all of this filter`,
          icon: IconMessageCheck,
          dialog: (onClose) => <ExplainAllDialog rule={name} onClose={onClose} />,
        },
      ]}
    />
  );
}

type Filters = Pick<HitFilters, 'state'> & CollegeAndDays;

function sourceOf(rule: string) {
  return listSource<ExceptionHit, never, Filters, { rule: string }, ExceptionHitDetail>({
    layout: exceptionHitsLayout,
    page: api.exceptions.listExceptionHits,
    count: api.exceptions.countExceptionHits,
    row: api.exceptions.getExceptionHit,
    recordKey: (id) => api.exceptions.getExceptionHit.queryKey({ input: { id } }),
    fixed: { rule },
    recountedAfter: ['exceptions.run', 'exceptions.explained'],
  });
}

function noteField({ text, until, fileId, writtenBy, writtenAt }: ExceptionNote) {
  return {
    label: t`Explained until ${formatDay(until)} by ${writtenBy}, ${formatMoment(writtenAt)}`,
    value: (
      <>
        {text} {fileId !== null && <Anchor href={fileAddress(fileId)}>{t`Evidence`}</Anchor>}
      </>
    ),
  };
}
