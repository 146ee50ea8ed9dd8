import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, client } from '#features/client.ts';
import { useMay, useSession } from '#platform/web/api/session.ts';
import { ActionButton, DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { LeaveGuard } from '#platform/web/components/unsaved-changes.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { Moment, StatusBadge } from '#platform/web/components/values.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { whyNot } from '#shared/errors.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { serialsOf } from '../columns.ts';
import type { CountEntry, StockCountDetail } from '../count-contract.ts';
import { custodyCan } from '../custody.ts';
import { DiscrepancyTable } from './discrepancy-table.tsx';
import { readSerials, SerialsInput, whyUnentered } from './serials-input.tsx';

/** One count: enter what is in the store, close, then resolve each discrepancy. */
export function StockCountPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const mayCount = useMay('stock:count');
  const count = useQuery(api.stock.getStockCount.queryOptions({ input: { id } }));
  return <Loaded query={count}>{(detail) => <OpenCount count={detail} mayCount={mayCount} />}</Loaded>;
}

function OpenCount({ count, mayCount }: { count: StockCountDetail; mayCount: boolean }) {
  const isOpen = count.closedAt === null;
  const kindName = useKindName();
  const [typed, setTyped] = useState('');
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Stock count of ${kindName(count.paper, count.colour)}`}
        description={
          <>
            {t`Started by ${count.startedBy}`}, <Moment value={count.startedAt} />
            {!isOpen && (
              <>
                {' · '}
                {t`closed by ${count.closedBy ?? ''}`}, <Moment value={count.closedAt} />
              </>
            )}
          </>
        }
        actions={<CountBadge count={count} />}
      />
      <Text role="status">
        {count.expected === null
          ? t`${formatCount(count.counted)} sheets are counted. What the books expect is shown once the count is closed.`
          : t`${formatCount(count.expected)} sheets were in store when the count began; ${formatCount(count.counted)} are counted.`}
      </Text>
      {!isOpen && <DiscrepancyTable count={count} mayResolve={mayCount} />}
      {isOpen && mayCount && <EnterForm count={count} serials={typed} onType={setTyped} />}
      <Entries count={count} mayRemove={isOpen && mayCount} />
      {isOpen && mayCount && <CloseCount count={count} unentered={whyUnentered(typed)} />}
      <LeaveGuard isUnsaved={() => isOpen && typed.trim() !== ''} />
    </Stack>
  );
}

function CountBadge({ count }: { count: StockCountDetail }) {
  if (count.closedAt === null) return <StatusBadge tone="active" label={t`Counting`} />;
  if (count.unresolved > 0) {
    return <StatusBadge tone="bad" label={t`${formatCount(count.unresolved)} unresolved`} />;
  }
  return <StatusBadge tone="good" label={t`Closed`} />;
}

function EnterForm(props: { count: StockCountDetail; serials: string; onType: (text: string) => void }) {
  const { count, serials, onType } = props;
  const { ranges, reason } = readSerials(serials);
  const enter = useCommand(client.stock.enterCounted, {
    onSuccess: ({ quantity }) => {
      notifications.show({ message: t`${formatCount(quantity)} sheets are entered.`, color: 'green' });
      onType('');
    },
  });

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (reason === null && !enter.isPending) enter.attempt({ id: count.id, serials: ranges });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="xs" maw="40rem">
        <SerialsInput
          value={serials}
          onChange={onType}
          onEnter={submit}
          description={t`What lies in the store, spoilt sheets included: A001001-A001050, A001060. A scanner may send one after the other.`}
        />
        {enter.error != null && <ErrorNotice error={enter.error} />}
        <Group>
          <ActionButton type="submit" reason={reason} isPending={enter.isPending}>
            {t`Enter`}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

function Entries({ count, mayRemove }: { count: StockCountDetail; mayRemove: boolean }) {
  const remove = useCommand(client.stock.removeCounted);
  if (count.entries.length === 0) return null;
  return (
    <Section title={t`Entered`} gap={0}>
      {remove.error != null && <ErrorNotice error={remove.error} />}
      <Table.ScrollContainer minWidth={420}>
        <PlainTable<CountEntry>
          rows={count.entries}
          columns={{
            serials: { header: t`Serials`, value: serialsOf, isMonospace: true },
            quantity: { header: t`Sheets`, kind: 'number' },
            enteredBy: { header: t`Recorded by` },
            enteredAt: { header: t`When`, kind: 'moment' },
            actions: mayRemove && {
              header: t`Actions`,
              render: (entry) => (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={t`Take back ${entry.firstSerial}`}
                  onClick={() => remove.attempt({ id: count.id, entryId: entry.id })}
                >
                  {t`Take back`}
                </Button>
              ),
            },
          }}
        />
      </Table.ScrollContainer>
    </Section>
  );
}

function CloseCount({ count, unentered }: { count: StockCountDetail; unentered: string | null }) {
  const { staffId } = useSession();
  const kindName = useKindName();
  return (
    <Group>
      <DialogButton
        variant={count.counted === 0 ? 'default' : 'filled'}
        reason={whyNot(custodyCan.count(count, staffId)) ?? unentered}
        dialog={(onClose) => (
          <CommandDialog
            title={t`Close the count of ${kindName(count.paper, count.colour)}?`}
            confirmLabel={t`Close count`}
            call={client.stock.closeCount}
            input={() => ({ id: count.id, version: count.version })}
            onDone={({ discrepancies }) => {
              notifications.show({
                message: t`The count is closed with ${formatCount(discrepancies)} discrepancies.`,
                color: discrepancies === 0 ? 'green' : 'yellow',
              });
              onClose();
            }}
            onClose={onClose}
          >
            {t`${formatCount(count.counted)} sheets are entered. What does not agree with the books is listed, and each discrepancy is resolved by itself. A closed count takes no more entries.`}
          </CommandDialog>
        )}
      >
        {t`Close count`}
      </DialogButton>
    </Group>
  );
}
