import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Paper } from '../blank-contract.ts';
import type { Ink } from '../ink-contract.ts';
import { formatQuantity } from '../rules.ts';

/** How much is left of each paper or ink, in one look; what is low says so. */
export function StockLeft({ kinds = [] }: { kinds: readonly (Paper | Ink)[] | undefined }) {
  const kindName = useKindName();
  const recorded = kinds.filter(({ hasRecords }) => hasRecords);
  if (recorded.length === 0) return null;
  return (
    <Group component="section" gap="0.25rem 1.25rem" flex="none" aria-label={t`What is left`}>
      {recorded.map((kind) => (
        <Text key={kind.id} size="sm">
          {kindName(kind.name, kind.colour)}:{' '}
          <strong>{formatQuantity(leftOf(kind), 'unit' in kind ? kind.unit : 'sheets')}</strong>{' '}
          <LowMark kind={kind} />
        </Text>
      ))}
    </Group>
  );
}

export function LowMark({ kind }: { kind: Paper | Ink }) {
  if (!kind.hasRecords || leftOf(kind) >= kind.warnBelow) return null;
  return (
    <Text span inherit fw={600}>
      <IconAlertTriangle size={14} aria-hidden /> {t`Low: fewer than ${formatCount(kind.warnBelow)}`}
    </Text>
  );
}

function leftOf(kind: Paper | Ink): number {
  return 'unit' in kind ? kind.inStock : kind.inStore + kind.issued;
}
