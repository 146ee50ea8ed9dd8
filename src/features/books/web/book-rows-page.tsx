import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api } from '#features/client.ts';
import { listSource, viewAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { formatMoment } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { bookRowsLayout, wordsOf } from '../columns.ts';
import { type BookName, type BookRow, bookLabels } from '../contract.ts';

type Address = { at: string; book: BookName; group: string; state: string };
const rowActions = [viewAction];

/** /auditor/books/rows: the records that a figure counts. */
export function BookRowsPage() {
  const [opened] = useState(() => new Date().toISOString());
  const {
    at = opened,
    book = 'blanks',
    group = '',
    state = '',
  } = useSearch({ strict: false }) as Partial<Address>;
  const list = useMemo(
    () =>
      listSource<BookRow, never, Record<string, never>, Address>({
        layout: bookRowsLayout,
        page: api.books.listBookRows,
        count: api.books.countBookRows,
        fixed: { at, book, group, state },
      }),
    [at, book, group, state],
  );
  return (
    <ListScreen
      title={[translateLabel(bookLabels[book]), ...wordsOf({ group, state })].join(' · ')}
      description={t`As of ${formatMoment(at)}, from the audit log and the custody ledger.`}
      searchPlaceholder={t`Search by number...`}
      emptyMessage={t`No records found`}
      emptyHelp={t`Open a figure of the books to see what it counts.`}
      list={list}
      rowLabel={(row) => row.label}
      rowActions={rowActions}
    />
  );
}
