import { Anchor, List, Text } from '@mantine/core';
import { IconFilePlus, IconMessageCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { labelIn } from '#features/audit/columns.ts';
import { api } from '#features/client.ts';
import { type CollegeAndDays, useCollegeAndDayFilters } from '#features/colleges/web/use-college-filter.ts';
import { type Cells, listSource, type RowAction, viewAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { Section } from '#platform/web/components/page.tsx';
import { badgeOf, fileAddress } from '#platform/web/components/values.tsx';
import { stringifySearch } from '#platform/web/search-params.ts';
import { formatDay, formatMoment } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { exceptionHitsLayout } from '../columns.ts';
import {
  type ExceptionHit,
  type ExceptionHitDetail,
  type ExceptionRule,
  type HitFilters,
  hitStateLabels,
} from '../contract.ts';
import { ExplainAllDialog, ExplainDialog, type ShownHits } from './explain-dialog.tsx';

const StateBadge = badgeOf(hitStateLabels, {
  new: 'bad',
  open: 'waiting',
  lapsed: 'waiting',
  explained: 'good',
  gone: 'neutral',
});

const cells: Cells<ExceptionHit> = {
  state: ({ state }) => <StateBadge state={state} />,
};

const state = {
  label: t`Status`,
  options: optionsOf({
    open: t`Not explained`,
    new: hitStateLabels.new,
    lapsed: hitStateLabels.lapsed,
    explained: hitStateLabels.explained,
    gone: hitStateLabels.gone,
    all: t`All`,
  }),
};

const rowActions: RowAction<ExceptionHit, ExceptionHitDetail>[] = [
  viewAction,
  {
    label: t`Explain`,
    icon: IconMessageCheck,
    disabledReason: (hit) => (hit.state === 'gone' ? t`It is gone.` : null),
    dialog: (hit, onClose) => <ExplainDialog hit={hit} onClose={onClose} />,
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
  const rules = useQuery(api.exceptions.listExceptionRules.queryOptions());
  const rule = rules.data?.rules.find((one) => one.name === name);
  const collegeAndDays = useCollegeAndDayFilters();
  const filters = useMemo(() => ({ state, ...collegeAndDays }), [collegeAndDays]);
  const shown = useShownHits(name);
  const list = useMemo(() => sourceOf(name), [name]);
  return (
    <ListScreen
      title={rule?.title ?? labelIn({}, name)}
      description={rule && [rule.meaning, rule.authority].join(' · ')}
      searchPlaceholder={t`Search by record, person or college...`}
      emptyMessage={t`Nothing found`}
      emptyHelp={t`What this rule finds at night is listed here until it is explained.`}
      cells={cells}
      filters={filters}
      list={list}
      rowLabel={(hit) => hit.recordLabel}
      details={(hit) => limitsOf(hit, rule)}
      detailsExtra={(hit) => <Notes hit={hit} />}
      rowActions={rowActions}
      toolbarActions={[
        {
          label: t`Explain all of this filter`,
          icon: IconMessageCheck,
          dialog: (onClose) => <ExplainAllDialog shown={shown} onClose={onClose} />,
        },
      ]}
    />
  );
}

function sourceOf(rule: string) {
  return listSource<
    ExceptionHit,
    never,
    Pick<HitFilters, 'state'> & CollegeAndDays,
    { rule: string },
    ExceptionHitDetail
  >({
    layout: exceptionHitsLayout,
    page: api.exceptions.listExceptionHits,
    count: api.exceptions.countExceptionHits,
    row: api.exceptions.getExceptionHit,
    recordKey: (id) => api.exceptions.getExceptionHit.queryKey({ input: { id } }),
    fixed: { rule },
    recountedAfter: ['exceptions.run', 'exceptions.explained'],
  });
}

/** The filters of the list in the page's address. */
function useShownHits(rule: string): ShownHits {
  const {
    q,
    state: chosen,
    collegeId,
    from,
    to,
  } = useSearch({ strict: false }) as Partial<Record<'q' | 'state' | 'collegeId' | 'from' | 'to', string>>;
  const known = state.options.find(({ value }) => value === chosen) ?? state.options[0]!;
  return { rule, search: String(q ?? ''), state: known.value, collegeId: collegeId ?? 'all', from, to };
}

function limitsOf(hit: ExceptionHit, rule: ExceptionRule | undefined) {
  return Object.entries(hit.limits).map(([name, value]) => ({
    label: t`Limit: ${rule?.limits.find((limit) => limit.name === name)?.label ?? name}`,
    value,
  }));
}

function Notes({ hit: { notes } }: { hit: ExceptionHitDetail }) {
  if (notes.length === 0) return null;
  return (
    <Section title={t`Explanations`} order={3}>
      <List size="sm" spacing="xs">
        {notes.map((note) => (
          <List.Item key={note.writtenAt}>
            {note.text}{' '}
            {note.fileId !== null && (
              <Anchor href={fileAddress(note.fileId)} target="_blank" rel="noopener" underline="always">
                {t`Evidence`}
              </Anchor>
            )}
            <Text size="xs" c="dimmed">
              {t`Until ${formatDay(note.until)} · ${note.writtenBy}, ${formatMoment(note.writtenAt)}`}
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
