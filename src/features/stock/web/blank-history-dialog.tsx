import { Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { KindName } from '#platform/web/languages/stock-words.tsx';
import { t } from '#shared/words.ts';
import { placeOf, whyMoved } from '../columns.ts';
import { blankActLabels } from '../custody.ts';
import type { Movement } from '../custody-contract.ts';

/** The history of one numbered sheet. */
export function BlankHistoryDialog({ serial, onClose }: { serial: string; onClose: () => void }) {
  const blank = useQuery(api.stock.findBlank.queryOptions({ input: { serial }, retry: false }));
  return (
    <Dialog onClose={onClose} size="lg" title={t`Sheet ${serial.toUpperCase()}`}>
      {blank.error && <ErrorNotice error={blank.error} />}
      {blank.isPending && <Loading size="sm" />}
      {blank.data && (
        <Stack gap="md">
          <Text>
            <KindName name={blank.data.paper} colour={blank.data.colour} />:{' '}
            <strong>{placeOf(blank.data.state, blank.data.holder)}</strong>
            {blank.data.runNumber && ` (${blank.data.runNumber})`}
          </Text>
          <BlankMovements movements={blank.data.movements} />
        </Stack>
      )}
    </Dialog>
  );
}

/** Who had the sheet since when, and why, from the custody ledger. */
export function BlankMovements({ movements }: { movements: readonly Movement[] }) {
  return (
    <Timeline active={movements.length} bulletSize={14} lineWidth={2}>
      {movements.map((movement) => (
        <Timeline.Item key={movement.id} title={blankActLabels[movement.act]}>
          <Text size="sm">{sentenceOf(movement)}</Text>
          <Text size="xs" c="dimmed">
            <Moment value={movement.at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function sentenceOf(movement: Movement): string {
  const parts = [
    movement.witness ? t`by ${movement.by}, witnessed by ${movement.witness}` : t`by ${movement.by}`,
    movement.toHolder && movement.toHolder !== movement.fromHolder ? t`to ${movement.toHolder}` : null,
    movement.fromHolder && movement.toHolder !== movement.fromHolder ? t`from ${movement.fromHolder}` : null,
    movement.runNumber,
    whyMoved(movement),
  ];
  return parts.filter(Boolean).join(' · ');
}
