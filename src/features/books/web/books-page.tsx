import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPrinter, IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api, client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { listSource, viewAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { TextLink } from '#platform/web/components/text-link.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { dayInIndia, formatCount, formatMoment, formatRupees, formatTime } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { bookRowsLayout, proofOf, wordsOf } from '../columns.ts';
import { type Book, type BookName, type BookRow, bookLabels, type Figure } from '../contract.ts';

/** The moment in the URL; by default that of opening the page. */
export function useMoment() {
  const [opened] = useState(() => new Date().toISOString());
  const [chosen, choose] = useAddressChoice('at');
  return [chosen ?? opened, choose] as const;
}

const rowActions = [viewAction];

/** /auditor/books: the four books at a moment, each figure leading to its rows. */
export function BooksPage() {
  const [at, choose] = useMoment();
  const books = useQuery(api.books.getBooks.queryOptions({ input: { at } }));
  const statements = `${paths.auditor.handingOver}?${new URLSearchParams({ at })}`;
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Books as of a day`}
        description={t`As of ${formatMoment(at)}, rebuilt from the audit log and the custody ledger.`}
        actions={
          <>
            <ToolbarButton
              label={t`Print statement`}
              icon={IconPrinter}
              dialog={(onClose) => <PrintDialog at={at} statements={statements} onClose={onClose} />}
            />
            <ToolbarButton label={t`Handing over of charge`} icon={IconUserShare} to={statements} />
          </>
        }
      />
      <MomentForm key={at} at={at} onChoose={choose} />
      {books.isPending && (
        <Text size="sm">{t`Reading the audit log up to this moment. This can take some seconds.`}</Text>
      )}
      <Loaded query={books}>
        {(found) => found.books.map((book) => <OneBook key={book.name} book={book} at={at} />)}
      </Loaded>
    </Stack>
  );
}

function PrintDialog(props: { at: string; statements: string; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <CommandDialog
      title={t`Print the four books as of ${formatMoment(props.at)}?`}
      confirmLabel={t`Print statement`}
      call={client.books.printStatement}
      input={() => ({ kind: 'books' as const, at: props.at })}
      onDone={() => navigate({ href: props.statements })}
      onClose={props.onClose}
    >
      {t`The statement is kept as it is now, and opens from the list of printed statements.`}
    </CommandDialog>
  );
}

function MomentForm({ at, onChoose }: { at: string; onChoose: (at: string) => void }) {
  const [day, setDay] = useState(() => dayInIndia(new Date(at)));
  const [time, setTime] = useState(() => formatTime(at));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(endOfMinute(day, time));
      }}
    >
      <Group align="end" gap="sm">
        <DayInput label={t`Day`} value={day} onChange={setDay} maxDay={dayInIndia(new Date())} required />
        <TextInput
          type="time"
          label={t`Time`}
          value={time}
          onChange={(event) => setTime(event.target.value)}
          required
        />
        <Button type="submit" variant="default">{t`Show`}</Button>
      </Group>
    </form>
  );
}

/** With all that the log shows as of this minute; of the minute that runs, until now. */
function endOfMinute(day: string, time: string): string {
  const end = `${day}T${time}:59.999+05:30`;
  const ahead = Date.parse(end) - Date.now();
  return ahead > 0 && ahead < 60_000 ? new Date().toISOString() : end;
}

function OneBook({ book, at }: { book: Book; at: string }) {
  const rowsOf = ({ group, state }: Figure) =>
    `${paths.auditor.bookRows}?${new URLSearchParams({ at, book: book.name, group, state })}`;
  return (
    <Section title={translateLabel(bookLabels[book.name])}>
      <Text size="sm">{proofOf(book)}</Text>
      {book.figures.length > 0 && (
        <PlainTable<Figure>
          rows={book.figures}
          rowId={({ group, state }) => `${group} ${state}`}
          columns={{
            group: { header: t`Of`, value: (figure) => wordsOf(figure)[0] },
            state: { header: t`Status`, value: (figure) => wordsOf(figure)[1] },
            count: {
              header: t`Number`,
              kind: 'number',
              render: (figure) => <TextLink to={rowsOf(figure)}>{formatCount(figure.count)}</TextLink>,
            },
            rupees: book.name === 'drafts' && {
              header: t`Rupees`,
              align: 'right',
              value: ({ rupees }) => formatRupees(rupees),
            },
          }}
        />
      )}
    </Section>
  );
}

type Counted = { book: BookName; group: string; state: string };

/** /auditor/books/rows: the records that a figure counts. */
export function BookRowsPage() {
  const [at] = useMoment();
  const { book = 'blanks', group = '', state = '' } = useSearch({ strict: false }) as Partial<Counted>;
  const list = useMemo(
    () =>
      listSource<BookRow, never, Record<never, string>, Counted & { at: string }>({
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
