import { List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Notice } from '#platform/web/components/page.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { t } from '#shared/words.ts';
import type { Paper } from '../blank-contract.ts';
import type { Ink } from '../ink-contract.ts';
import { formatQuantity, type StockUnit } from '../rules.ts';

/** Warns about papers and inks that are low; renders nothing if none is. */
export function LowStockNotice({ kinds = [] }: { kinds: readonly (Paper | Ink)[] | undefined }) {
  const kindName = useKindName();
  const low = kinds.filter((kind) => kind.hasRecords && leftOf(kind).quantity < kind.warnBelow);
  if (low.length === 0) return null;
  return (
    <Notice
      color="yellow"
      flex="none"
      role="status"
      icon={<IconAlertTriangle aria-hidden />}
      title={t`Stock is low`}
    >
      <List size="sm">
        {low.map((kind) => (
          <List.Item key={kind.id}>{sentenceOf(kind, kindName(kind.name, kind.colour))}</List.Item>
        ))}
      </List>
    </Notice>
  );
}

function sentenceOf(kind: Paper | Ink, name: string): string {
  const { quantity, unit } = leftOf(kind);
  const left = formatQuantity(quantity, unit);
  return t`${name}: ${left} left, warned below ${kind.warnBelow}.`;
}

function leftOf(kind: Paper | Ink): { quantity: number; unit: StockUnit } {
  if ('unit' in kind) return { quantity: kind.inStock, unit: kind.unit };
  return { quantity: kind.inStore + kind.issued, unit: 'sheets' };
}
