import { Loader, ScrollArea, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import { ErrorNotice } from '#web/components/error-notice.tsx';
import { Moment } from '#web/components/moment.tsx';
import { StatusBadge, type StatusTone } from '#web/components/status-badge.tsx';
import { type Copy, copyLabel, copyStateLabels } from '../copy-contract.ts';

const tones: Record<Copy['state'], StatusTone> = {
  in_run: 'active',
  printed: 'good',
  superseded: 'neutral',
  spoilt: 'bad',
};

/** Every sheet that a certificate was ever printed on; only one of them is valid. */
export function CertificateCopies({ certificateId }: { certificateId: string }) {
  const copies = useQuery({
    queryKey: ['certificates', 'copies', certificateId],
    queryFn: ({ signal }) => client.copies.listCopies({ id: certificateId }, { signal }),
  });
  if (copies.error) return <ErrorNotice error={copies.error} />;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t`Copies`}
      </Title>
      {copies.data ? <CopyTable copies={copies.data.copies} /> : <Loader size="sm" aria-label={t`Loading`} />}
    </Stack>
  );
}

function CopyTable({ copies }: { copies: readonly Copy[] }) {
  if (copies.length === 0) return <Text size="sm">{t`No sheet was bound to this certificate yet.`}</Text>;
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, 'aria-label': t`Copies` }}>
      <Table verticalSpacing={4} miw="40rem">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`Copy`}</Table.Th>
            <Table.Th>{t`Blank serial`}</Table.Th>
            <Table.Th>{t`Run`}</Table.Th>
            <Table.Th>{t`Printed by`}</Table.Th>
            <Table.Th>{t`Printed at`}</Table.Th>
            <Table.Th>{t`State`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {copies.map((copy) => (
            <Table.Tr key={copy.id}>
              <Table.Td>{copyLabel(copy.copyNumber)}</Table.Td>
              <Table.Td>{copy.blankSerial}</Table.Td>
              <Table.Td>{copy.runNumber}</Table.Td>
              <Table.Td>{copy.printedBy ?? '-'}</Table.Td>
              <Table.Td>
                <Moment value={copy.printedAt} />
              </Table.Td>
              <Table.Td>
                <StatusBadge tone={tones[copy.state]} label={stateOf(copy)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

/** `Spoilt: Jam`; a plain state otherwise. */
function stateOf({ state, spoilReason }: Copy): string {
  return spoilReason === null ? copyStateLabels[state] : `${copyStateLabels[state]}: ${spoilReason}`;
}
