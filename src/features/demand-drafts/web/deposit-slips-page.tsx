import { Group, ScrollArea, Stack } from '@mantine/core';
import { IconBan, IconBuildingBank, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useMay, useSession } from '#platform/web/api/session.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { commandAction } from '#platform/web/components/command-dialog.tsx';
import { PdfLink } from '#platform/web/components/links.tsx';
import {
  type Cells,
  type DetailField,
  listSource,
  type RowAction,
  viewAction,
} from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { whyNot } from '#shared/errors.ts';
import { formatCount, formatMoment } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { depositSlipsLayout } from '../columns.ts';
import { depositSlipCan } from '../rules.ts';
import { type DepositSlip, depositSlipDocuments, type SlipFilters } from '../slip-contract.ts';
import { depositSlipStateLabels } from '../states.ts';
import { DepositDialog } from './deposit-dialog.tsx';
import { newSlipActions, useDraftPaths } from './draft-acts.tsx';
import { DraftBadge, SlipBadge } from './draft-badge.tsx';

const filters = {
  state: { label: t`State`, options: optionsOf({ all: t`All`, ...depositSlipStateLabels }) },
};

const list = listSource<DepositSlip, never, Pick<SlipFilters, 'state'>>({
  layout: depositSlipsLayout,
  page: api.depositSlips.listDepositSlips,
  count: api.depositSlips.countDepositSlips,
  sums: api.depositSlips.sumDepositSlips,
  row: api.depositSlips.getDepositSlip,
  addedBy: ['deposit_slips.prepared'],
});

const cells: Cells<DepositSlip> = {
  state: (row) => <SlipBadge state={row.state} />,
};

const rowActions: RowAction<DepositSlip>[] = [
  viewAction,
  commandAction({
    label: t`Cancel slip`,
    icon: IconBan,
    place: 'details',
    tone: 'danger',
    isFor: 'demand_drafts:deposit',
    disabledReason: (slip: DepositSlip) => whyNot(depositSlipCan.change(slip)),
    ask: (slip: DepositSlip) => ({
      title: t`Cancel slip ${slip.slipNumber}?`,
      cancelLabel: t`Keep it`,
      call: client.depositSlips.cancelSlip,
      input: () => ({ id: slip.id, version: slip.version }),
      done: () => t`Slip ${slip.slipNumber} is cancelled.`,
      children: t`Its ${formatCount(slip.draftCount)} drafts are in hand again. The slip number is not used again. This cannot be undone.`,
    }),
  }),
  {
    label: t`Record as deposited`,
    icon: IconBuildingBank,
    place: 'details',
    isFor: 'demand_drafts:deposit',
    disabledReason: (slip: DepositSlip) => whyNot(depositSlipCan.deposit(slip)),
    dialog: (slip, onClose) => <DepositDialog slip={slip} onClose={onClose} />,
  },
];

/** Deposit slips, at /admin, /application-receiver and (read-only) /auditor. */
export function DepositSlipsPage() {
  const { role } = useSession();
  const mayChange = useMay('demand_drafts:deposit');
  const paths = useDraftPaths();
  return (
    <ListScreen
      title={t`Deposit slips`}
      searchPlaceholder={t`Search by slip, account, branch or DD number...`}
      emptyMessage={t`No deposit slips found`}
      emptyHelp={t`A deposit slip lists the demand drafts that are taken to the bank together.`}
      cells={cells}
      filters={filters}
      list={list}
      rowLabel={(row) => row.slipNumber}
      details={details}
      detailsExtra={(row) => <SlipDrafts slip={row} mayChange={mayChange} />}
      rowActions={rowActions}
      toolbarActions={[
        { label: t`Demand drafts`, icon: IconListDetails, to: paths.demandDrafts },
        ...newSlipActions(role, paths),
      ]}
    />
  );
}

function details({ cancelledBy, cancelledAt }: DepositSlip): DetailField[] {
  return [{ label: t`Cancelled by`, value: cancelledAt && `${cancelledBy}, ${formatMoment(cancelledAt)}` }];
}

/** Below the fields of a slip: its PDF and its drafts, which can be removed until it is deposited. */
function SlipDrafts({ slip, mayChange }: { slip: DepositSlip; mayChange: boolean }) {
  const { data, error } = useQuery(api.depositSlips.getDepositSlip.queryOptions({ input: { id: slip.id } }));
  const removal = useCommand(client.depositSlips.removeFromSlip);
  return (
    <Stack gap="sm">
      <Group>
        <PdfLink variant="default" href={addressOf(depositSlipDocuments.slip, { id: slip.id })}>
          {t`Deposit slip (PDF)`}
        </PdfLink>
      </Group>
      {error && <ErrorNotice error={error} />}
      {removal.error != null && <ErrorNotice error={removal.error} />}
      {data && data.drafts.length > 0 && (
        <ScrollArea>
          <PlainTable
            rows={data.drafts}
            columns={{
              number: { header: t`DD number`, record: ({ id }) => ({ kind: 'draft', id }) },
              drawnOn: { header: t`DD Date`, kind: 'day' },
              bank: { header: t`Bank and branch`, value: ({ bank, branch }) => `${bank}, ${branch}` },
              state: { header: t`State`, render: (draft) => <DraftBadge draft={draft} /> },
              amount: { header: t`Amount`, kind: 'rupees' },
              actions: mayChange && {
                header: '',
                align: 'right',
                render: (draft) => (
                  <ActionButton
                    size="compact-sm"
                    variant="subtle"
                    reason={whyNot(depositSlipCan.change(slip))}
                    aria-label={t`Take draft ${draft.number} off the slip`}
                    onClick={() => removal.attempt({ id: slip.id, version: data.version, draftId: draft.id })}
                  >
                    {t`Take off`}
                  </ActionButton>
                ),
              },
            }}
          />
        </ScrollArea>
      )}
    </Stack>
  );
}
