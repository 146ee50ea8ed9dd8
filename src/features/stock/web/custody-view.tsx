import { Anchor, Button, Checkbox, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { TextLink } from '#platform/web/components/text-link.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { dayInIndia, formatCount, formatDay } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { BlankState } from '../blank-states.ts';
import type { PaperCustody } from '../custody-contract.ts';
import { BlankActs } from './blank-acts.tsx';
import { BlankHistoryDialog } from './blank-history-dialog.tsx';
import { Destructions, EntryCount } from './destructions.tsx';
import { PaperLimit } from './kind-links.tsx';
import { BalanceLine, BlankRanges } from './receipt-custody.tsx';
import { LowMark } from './stock-left.tsx';
import { useCustody } from './stock-lists.ts';

/** Where every numbered sheet is: by paper, delivery and range, down to one sheet. */
export function Custody(props: {
  title: string;
  description?: string;
  mayAct?: boolean;
  children: ReactNode;
}) {
  return (
    <section>
      <PageHeader title={props.title} description={props.description} />
      {props.children}
      <Loaded query={useCustody()}>
        {(papers) => <Papers papers={papers} mayAct={props.mayAct ?? false} />}
      </Loaded>
    </section>
  );
}

function Papers({ papers, mayAct }: { papers: PaperCustody[]; mayAct: boolean }) {
  const [counts, chooseCounts] = useAddressChoice('counts');
  const [openId, choosePaper] = useAddressChoice('paper');
  const isDueOnly = counts === 'due';
  const inBooks = papers.filter((paper) => paper.accepted > 0);
  const stocked = isDueOnly
    ? inBooks
        .filter(({ countDueSince }) => countDueSince !== null)
        .toSorted((one, other) => one.countDueSince!.localeCompare(other.countDueSince!))
    : inBooks;
  const opened = stocked.find(({ id }) => id === openId);
  return (
    <Stack gap="md">
      <Group gap="lg" align="flex-end">
        <FindSheet />
        <Checkbox
          label={t`Stock count due only`}
          checked={isDueOnly}
          pb="xs"
          onChange={(event) => chooseCounts(event.currentTarget.checked ? 'due' : null)}
        />
      </Group>
      {stocked.length === 0 ? (
        <Text>{isDueOnly ? t`No stock count is due.` : t`No numbered sheet is recorded yet.`}</Text>
      ) : (
        <PaperTable
          papers={stocked}
          openId={openId}
          onOpen={(id) => choosePaper(id === openId ? null : id)}
          mayAct={mayAct}
        />
      )}
      {isDueOnly && <EntryCount found={stocked.length} total={inBooks.length} />}
      {opened && <PaperSheets key={opened.id} paper={opened} mayAct={mayAct} />}
      <Destructions maySign={mayAct} />
    </Stack>
  );
}

/** One row for each paper: how many of its sheets are where, and how long those at hand last. */
function PaperTable(props: {
  papers: readonly PaperCustody[];
  openId: string | null;
  onOpen: (id: string) => void;
  mayAct: boolean;
}) {
  const { papers, openId } = props;
  const kindName = useKindName();
  const inState = (state: BlankState, header: string) => ({
    header,
    align: 'right' as const,
    render: (paper: PaperCustody) => <Held paper={paper} state={state} />,
  });
  return (
    <Table.ScrollContainer minWidth={900}>
      <PlainTable<PaperCustody>
        aria-label={t`Sheets of each paper`}
        rows={papers}
        columns={{
          paper: {
            header: t`Paper`,
            render: (paper) => (
              <>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  fw={600}
                  ta="left"
                  aria-expanded={paper.id === openId}
                  onClick={() => props.onOpen(paper.id)}
                >
                  {kindName(paper.name, paper.colour)}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {paper.code}
                </Text>
                {paper.countDueSince !== null && (
                  <Text size="xs">
                    {t`Stock count due since ${formatDay(dayInIndia(new Date(paper.countDueSince)))}`}
                  </Text>
                )}
              </>
            ),
          },
          inStore: inState('in_store', t`In store`),
          issued: inState('issued', t`At printers`),
          bound: inState('bound', t`In a run`),
          printed: inState('printed', t`Printed`),
          spoilt: inState('spoilt', t`Spoilt`),
          destroyed: inState('destroyed', t`Destroyed`),
          missing: inState('missing', t`Missing`),
          left: { header: t`Left for`, render: (paper) => <LeftFor paper={paper} /> },
          actions: props.mayAct && { header: t`Actions`, render: (paper) => <BlankActs paper={paper} /> },
        }}
      />
    </Table.ScrollContainer>
  );
}

/** The sheets of a paper in one state, with who has them. */
function Held({ paper, state }: { paper: PaperCustody; state: BlankState }) {
  const found = paper.balances.filter((balance) => balance.state === state);
  const holders =
    found.length === 1
      ? (found[0]!.holder ?? '')
      : found.map(({ holder, quantity }) => `${holder ?? t`In store`} ${formatCount(quantity)}`).join(', ');
  return (
    <>
      {formatCount(found.reduce((sum, { quantity }) => sum + quantity, 0))}
      {holders !== '' && (
        <Text size="xs" c="dimmed">
          {holders}
        </Text>
      )}
    </>
  );
}

function LeftFor({ paper }: { paper: PaperCustody }) {
  return (
    <>
      <span title={t`At the pace of the last 30 days`}>
        {paper.daysLeft === null ? t`None used in 30 days` : t`${formatCount(paper.daysLeft)} days`}
      </span>
      <Text size="xs">
        <LowMark kind={paper} />
      </Text>
    </>
  );
}

/** The sheets of one paper by delivery and serial, and the ways to its ledger, counts and deliveries. */
function PaperSheets({ paper, mayAct }: { paper: PaperCustody; mayAct: boolean }) {
  const { receipts } = paper;
  const name = useKindName()(paper.name, paper.colour);
  const [openId, setOpenId] = useState(receipts.length === 1 ? receipts[0]!.id : null);
  const { pathname } = window.location;
  const deliveries = mayAct ? paths.admin.certificateStock : pathname;
  return (
    <Section title={name}>
      <Group gap="md">
        <TextLink size="sm" to={`${pathname}?view=ledger&paperId=${paper.id}`}>{t`Ledger`}</TextLink>
        <TextLink size="sm" to={`${pathname}?view=counts&paperId=${paper.id}`}>{t`Stock counts`}</TextLink>
        <TextLink
          size="sm"
          to={`${deliveries}?q=${encodeURIComponent(paper.code)}`}
        >{t`Deliveries`}</TextLink>
        <PaperLimit paper={paper} mayChange={mayAct} />
      </Group>
      {receipts.map((receipt) => (
        <div key={receipt.id}>
          <Button
            size="compact-sm"
            variant="default"
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-expanded={openId === receipt.id}
            onClick={() => setOpenId(openId === receipt.id ? null : receipt.id)}
          >
            {receipt.firstSerial}–{receipt.lastSerial}
          </Button>
          {openId === receipt.id ? (
            <BlankRanges receiptId={receipt.id} />
          ) : (
            receipts.length > 1 && <BalanceLine accepted={receipt.accepted} balances={receipt.balances} />
          )}
        </div>
      ))}
    </Section>
  );
}

/** Finds a sheet by its serial, typed or scanned. */
function FindSheet() {
  const [serial, setSerial] = useState('');
  const [shown, setShown] = useState<string | null>(null);

  function find(event: FormEvent): void {
    event.preventDefault();
    if (serial.trim() !== '') setShown(serial.trim());
  }

  return (
    <search>
      <form onSubmit={find}>
        <Group gap="xs" align="flex-end">
          <TextInput
            label={t`Find a sheet by its serial`}
            placeholder={t`For example A001001`}
            autoComplete="off"
            maxLength={20}
            value={serial}
            onChange={(event) => setSerial(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
            {t`Find`}
          </Button>
        </Group>
        {shown && <BlankHistoryDialog serial={shown} onClose={() => setShown(null)} />}
      </form>
    </search>
  );
}
