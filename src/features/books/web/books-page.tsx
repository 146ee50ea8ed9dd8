import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { TextLink } from '#platform/web/components/text-link.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import {
  dayInIndia,
  formatCount,
  formatDay,
  formatMoment,
  formatRupees,
  formatTime,
} from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { wordsOf } from '../columns.ts';
import {
  type Book,
  bookLabels,
  type Figure,
  type Statement,
  statementDocument,
  statementLabels,
} from '../contract.ts';

/** /auditor/books: the four books at a moment, each figure leading to its rows. */
export function BooksPage() {
  const [at, choose] = useMoment();
  const books = useQuery(api.books.getBooks.queryOptions({ input: { at } }));
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Books as of a day`}
        description={t`As of ${formatMoment(at)}, rebuilt from the audit log and the custody ledger.`}
        actions={
          <ToolbarButton
            label={t`Handing over of charge`}
            icon={IconUserShare}
            to={paths.auditor.handingOver}
          />
        }
      />
      <MomentForm key={at} at={at} onChoose={choose} />
      <Loaded query={books}>
        {(found) => found.books.map((book) => <OneBook key={book.name} book={book} at={at} />)}
      </Loaded>
      <Statements asked={{ kind: 'books', at }} reason={null} />
    </Stack>
  );
}

/** /auditor/books/handing-over: the statement of an officer's charge, to be signed by both. */
export function HandingOverPage() {
  const [at, choose] = useMoment();
  const [personId, choosePerson] = useAddressChoice('person');
  const people = useQuery(api.books.listOfficers.queryOptions());
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Handing over of charge`}
        description={t`Paper, drafts in hand, open runs and open proposals of one officer as of ${formatMoment(at)}, for both to sign.`}
      />
      <MomentForm key={at} at={at} onChoose={choose}>
        <ChoiceInput
          label={t`Officer`}
          data={(people.data?.officers ?? []).map(({ id, name, email }) => ({
            value: id,
            label: `${name} · ${email}`,
          }))}
          value={personId}
          onChange={choosePerson}
        />
      </MomentForm>
      <Statements
        asked={{ kind: 'handing_over', at, ...(personId && { personId }) }}
        reason={personId ? null : t`Choose the officer.`}
      />
    </Stack>
  );
}

/** The moment in the URL; by default that of opening the page. */
function useMoment() {
  const [opened] = useState(() => new Date().toISOString());
  const [chosen, choose] = useAddressChoice('at');
  return [chosen ?? opened, choose] as const;
}

function MomentForm({
  at,
  onChoose,
  ...props
}: {
  at: string;
  onChoose: (at: string) => void;
  children?: ReactNode;
}) {
  const [day, setDay] = useState(() => dayInIndia(new Date(at)));
  const [time, setTime] = useState(() => formatTime(at));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(`${day}T${time}:00+05:30`);
      }}
    >
      <Group align="end" gap="sm">
        {props.children}
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

function proofOf({ recordedSince, provenBy, figures }: Book): string {
  if (recordedSince === null) return t`Not recorded.`;
  if (figures.length === 0) return t`Not recorded: this book begins on ${formatMoment(recordedSince)}.`;
  if (provenBy === null) return t`Not yet proven: a checkpoint of the night will cover it.`;
  const day = formatDay(provenBy.day);
  return provenBy.agrees
    ? t`Proven by the checkpoint of ${day}.`
    : t`Does not agree with the checkpoint of ${day}.`;
}

type Asked = Parameters<typeof client.books.printStatement>[0];

/** Prints a statement, and lists those of its kind that were printed. */
function Statements({ asked, reason }: { asked: Asked; reason: string | null }) {
  const print = useCommand(client.books.printStatement);
  const printed = useQuery(api.books.listStatements.queryOptions());
  const ofKind = printed.data?.statements.filter(({ kind }) => kind === asked.kind) ?? [];
  return (
    <Section title={t`Printed statements`}>
      {print.error !== null && <ErrorNotice error={print.error} />}
      <Group>
        <ActionButton reason={reason} isPending={print.isPending} onClick={() => print.attempt(asked)}>
          {t`Print statement`}
        </ActionButton>
      </Group>
      <PlainTable<Statement>
        rows={ofKind}
        columns={{
          at: {
            header: t`As of`,
            render: ({ id, at }) => (
              <a href={addressOf(statementDocument, { id })} target="_blank" rel="noopener">
                {formatMoment(at)}
              </a>
            ),
          },
          personName: asked.kind === 'handing_over' && { header: t`Officer` },
          kind: { header: t`Statement`, value: ({ kind }) => statementLabels[kind], isWide: true },
          printedBy: { header: t`Printed by`, isWide: true },
          printedAt: { header: t`Printed at`, kind: 'moment', isWide: true },
        }}
      />
    </Section>
  );
}
