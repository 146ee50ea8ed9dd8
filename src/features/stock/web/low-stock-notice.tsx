import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '#shared/words.ts';
import type { Paper } from '../blank-contract.ts';
import type { Ink } from '../ink-contract.ts';
import { formatQuantity } from '../rules.ts';

/** Says of which paper too little is left; nothing while there is enough of everything. */
export function LowPaperNotice({ papers = [] }: { papers: readonly Paper[] | undefined }) {
  const low = papers.filter((paper) => paper.hasRecords && paper.inStore + paper.issued < paper.warnBelow);
  return (
    <LowStockNotice
      sentences={low.map((paper) => {
        const left = formatQuantity(paper.inStore + paper.issued, 'sheets');
        return t`${paper.name}, ${paper.colour}: ${left} left, warned below ${paper.warnBelow}.`;
      })}
    />
  );
}

export function LowInkNotice({ inks = [] }: { inks: readonly Ink[] | undefined }) {
  const low = inks.filter((ink) => ink.hasRecords && ink.inStock < ink.warnBelow);
  return (
    <LowStockNotice
      sentences={low.map((ink) => {
        const left = formatQuantity(ink.inStock, ink.unit);
        return t`${ink.name}, ${ink.colour}: ${left} left, warned below ${ink.warnBelow}.`;
      })}
    />
  );
}

function LowStockNotice({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      flex="none"
      role="status"
      icon={<IconAlertTriangle aria-hidden />}
      title={t`Stock is low`}
      styles={{
        title: { color: 'var(--mantine-color-text)' },
        message: { color: 'var(--mantine-color-text)' },
      }}
    >
      <List size="sm">
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
