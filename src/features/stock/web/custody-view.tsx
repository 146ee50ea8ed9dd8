import { Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { PaperCustody } from '../custody-contract.ts';
import { BlankActs } from './blank-acts.tsx';
import { BlankHistoryDialog } from './blank-history-dialog.tsx';
import { Destructions, EntryCount } from './destructions.tsx';
import { PaperLimit } from './kind-links.tsx';
import { LowStockNotice } from './low-stock-notice.tsx';
import { BalanceLine, ReceiptCustodyTable } from './receipt-custody.tsx';
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
  const isDueOnly = counts === 'due';
  const inBooks = papers.filter((paper) => paper.accepted > 0);
  const stocked = isDueOnly
    ? inBooks
        .filter(({ countDueSince }) => countDueSince !== null)
        .toSorted((one, other) => one.countDueSince!.localeCompare(other.countDueSince!))
    : inBooks;
  return (
    <Stack gap="md">
      <FindSheet />
      <LowStockNotice kinds={papers} />
      <Destructions maySign={mayAct} />
      <Checkbox
        label={t`Stock count due only`}
        checked={isDueOnly}
        onChange={(event) => chooseCounts(event.currentTarget.checked ? 'due' : null)}
      />
      {stocked.length === 0 && (
        <Text>{isDueOnly ? t`No stock count is due.` : t`No numbered sheet is recorded yet.`}</Text>
      )}
      {stocked.map((paper) => (
        <PaperCard key={paper.id} paper={paper} mayAct={mayAct} />
      ))}
      {isDueOnly && <EntryCount found={stocked.length} total={inBooks.length} />}
    </Stack>
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
            placeholder={t`Such as A001001`}
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

function PaperCard({ paper, mayAct }: { paper: PaperCustody; mayAct: boolean }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const name = useKindName()(paper.name, paper.colour);
  return (
    <Paper component="section" withBorder p="md" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {name}{' '}
            <Text span size="sm" c="dimmed">
              {paper.code}
            </Text>
          </Title>
          <PaperLimit paper={paper} mayChange={mayAct} />
        </Group>
        <BalanceLine accepted={paper.accepted} balances={paper.balances} />
        {paper.countDueSince !== null && (
          <Text size="sm" fw={500}>
            {t`Stock count due since ${formatDay(dayInIndia(new Date(paper.countDueSince)))}: the sheets in store are counted at least once a year.`}
          </Text>
        )}
        {mayAct && <BlankActs paper={paper} />}
        {paper.receipts.map((receipt) => (
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
              <ReceiptCustodyTable receiptId={receipt.id} paperId={paper.id} mayAct={false} />
            ) : (
              <BalanceLine accepted={receipt.accepted} balances={receipt.balances} />
            )}
          </div>
        ))}
      </Stack>
    </Paper>
  );
}
