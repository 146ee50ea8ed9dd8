import { Group, ScrollArea, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { PdfLink } from '#platform/web/components/links.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { depositSlipCan } from '../rules.ts';
import { type DepositSlip, depositSlipDocuments } from '../slip-contract.ts';
import { DraftBadge } from './draft-badge.tsx';

/** Below the fields of a slip: its PDF and its drafts, which can be removed until it is deposited. */
export function SlipDrafts({ slip, mayChange }: { slip: DepositSlip; mayChange: boolean }) {
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
