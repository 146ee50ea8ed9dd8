import { Button, Group, Radio, Stack, Table, Text, Textarea, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { Moment } from '#platform/web/components/moment.tsx';
import { StatusBadge } from '#platform/web/components/status-badge.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import { placeOf } from '../columns.ts';
import type { Discrepancy, StockCountDetail } from '../count-contract.ts';
import { discrepancyKindLabels, type Resolution, resolutionLabels, resolutionsOf } from '../custody.ts';

/** What a closed count found, and how each was settled. */
export function DiscrepancyTable({ count, mayResolve }: { count: StockCountDetail; mayResolve: boolean }) {
  const [asked, setAsked] = useState<Discrepancy | null>(null);
  if (count.found.length === 0) {
    return <Text>{t`The count agrees with the books: no discrepancy was found.`}</Text>;
  }
  return (
    <section aria-label={t`Discrepancies`}>
      <Title order={2} size="h4">
        {t`Discrepancies`}
      </Title>
      <Table.ScrollContainer minWidth={640}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Serials`}</Table.Th>
              <Table.Th ta="right">{t`Sheets`}</Table.Th>
              <Table.Th>{t`Discrepancy`}</Table.Th>
              <Table.Th>{t`The books say`}</Table.Th>
              <Table.Th>{t`Resolved`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {count.found.map((found) => (
              <Table.Tr key={found.id}>
                <Table.Td ff="monospace">{serialsOf(found)}</Table.Td>
                <Table.Td ta="right">{formatCount(found.quantity)}</Table.Td>
                <Table.Td>
                  <StatusBadge
                    tone={found.resolution === null ? 'bad' : 'neutral'}
                    label={discrepancyKindLabels[found.kind]}
                  />
                </Table.Td>
                <Table.Td>
                  {found.state === null ? t`No such serial` : placeOf(found.state, found.holder)}
                </Table.Td>
                <Table.Td>
                  <Resolved found={found} mayResolve={mayResolve} onAsk={() => setAsked(found)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {asked && <ResolveDialog key={asked.id} found={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

function serialsOf({ firstSerial, lastSerial, quantity }: Discrepancy): string {
  return quantity === 1 ? firstSerial : `${firstSerial}–${lastSerial}`;
}

function Resolved(props: { found: Discrepancy; mayResolve: boolean; onAsk: () => void }) {
  const { found } = props;
  if (found.resolution !== null) {
    return (
      <Text size="sm">
        {resolutionLabels[found.resolution]}: {found.remark} ({found.resolvedBy},{' '}
        <Moment value={found.resolvedAt} />)
      </Text>
    );
  }
  if (!props.mayResolve) return <Text size="sm">{t`Not yet`}</Text>;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t`Resolve ${serialsOf(found)}`}
      onClick={props.onAsk}
    >
      {t`Resolve`}
    </Button>
  );
}

const consequences: Record<Resolution, string> = {
  reported_missing: t`The sheets are recorded as missing.`,
  returned: t`The sheets are recorded as returned to the store.`,
  reported_found: t`The sheets are recorded as found and in store.`,
  explained: t`The register stays as it is; your explanation is saved.`,
};

function ResolveDialog({ found, onClose }: { found: Discrepancy; onClose: () => void }) {
  const ways = resolutionsOf(found);
  const [resolution, setResolution] = useState<Resolution>(ways[0]!);
  const [remark, setRemark] = useState('');
  const command = useCommand(client.stock.resolveDiscrepancy, {
    onSuccess: () => {
      notifications.show({ message: t`${serialsOf(found)}: resolved.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t`Resolve ${serialsOf(found)}`}
      confirmLabel={t`Resolve`}
      reason={remark.trim().length < 3 ? t`Enter what was found out.` : null}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.attempt({ id: found.id, resolution, remark })}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Radio.Group
          label={t`What happens`}
          value={resolution}
          onChange={(value) => setResolution(value as Resolution)}
        >
          <Stack gap={6} mt={4}>
            {ways.map((way) => (
              <Radio key={way} value={way} label={resolutionLabels[way]} description={consequences[way]} />
            ))}
          </Stack>
        </Radio.Group>
        <Group grow>
          <Textarea
            label={t`What was found out`}
            required
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={remark}
            onChange={(event) => setRemark(event.currentTarget.value)}
          />
        </Group>
      </Stack>
    </ConfirmDialog>
  );
}
