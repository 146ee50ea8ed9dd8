import { Button, Group, ScrollArea, Stack, Table } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { Day } from '#platform/web/components/moment.tsx';
import { Money } from '#platform/web/components/money.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { depositSlipCan } from '../rules.ts';
import { type DepositSlip, depositSlipDocuments } from '../slip-contract.ts';
import { DraftBadge } from './draft-badge.tsx';

/** Below the fields of a slip: its PDF, and the drafts on it, which come off as long as it is not deposited. */
export function SlipDrafts({ slip, mayChange }: { slip: DepositSlip; mayChange: boolean }) {
  const { data, error } = useQuery(api.depositSlips.getDepositSlip.queryOptions({ input: { id: slip.id } }));
  const removal = useCommand(client.depositSlips.removeFromSlip);
  const ruling = depositSlipCan.change(slip);
  const kept = ruling === true ? null : errorSentence('deposit_slips.not_prepared', undefined);
  return (
    <Stack gap="sm">
      <Group>
        <Button
          component="a"
          variant="default"
          href={addressOf(depositSlipDocuments.slip, { id: slip.id })}
          target="_blank"
          rel="noopener"
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
        >
          {t`Deposit slip (PDF)`}
        </Button>
      </Group>
      {error && <ErrorNotice error={error} />}
      {removal.error != null && <ErrorNotice error={removal.error} />}
      {data && data.drafts.length > 0 && (
        <ScrollArea>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t`DD number`}</Table.Th>
                <Table.Th>{t`DD Date`}</Table.Th>
                <Table.Th>{t`Bank and branch`}</Table.Th>
                <Table.Th>{t`State`}</Table.Th>
                <Table.Th ta="right">{t`Amount`}</Table.Th>
                {mayChange && <Table.Th />}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.drafts.map((draft) => (
                <Table.Tr key={draft.id}>
                  <Table.Td>{draft.number}</Table.Td>
                  <Table.Td>
                    <Day value={draft.drawnOn} />
                  </Table.Td>
                  <Table.Td>
                    {draft.bank}, {draft.branch}
                  </Table.Td>
                  <Table.Td>
                    <DraftBadge draft={draft} />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Money amount={draft.amount} />
                  </Table.Td>
                  {mayChange && (
                    <Table.Td ta="right">
                      <ActionButton
                        size="compact-sm"
                        variant="subtle"
                        reason={kept}
                        aria-label={t`Take draft ${draft.number} off the slip`}
                        onClick={() =>
                          removal.attempt({ id: slip.id, version: data.version, draftId: draft.id })
                        }
                      >
                        {t`Take off`}
                      </ActionButton>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </Stack>
  );
}
