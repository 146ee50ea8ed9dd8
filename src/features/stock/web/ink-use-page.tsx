import { Paper, SimpleGrid, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import type { Cells } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { StatusBadge } from '#platform/web/components/values.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { formatCount } from '#shared/format.ts';
import { mayUse } from '#shared/permissions.ts';
import { t } from '#shared/words.ts';
import { inkJudgements } from '../columns.ts';
import type { InkUse } from '../ink-contract.ts';
import { formatQuantity, judgeInkUse } from '../rules.ts';
import { InkUseDialog } from './ink-use-dialog.tsx';
import { InkLimit } from './kind-links.tsx';
import { LowStockNotice } from './low-stock-notice.tsx';
import { inkUseList, useInks } from './stock-lists.ts';

const cells: Cells<InkUse> = {
  judged: (row) => {
    const judged = judgeInkUse(row);
    return <StatusBadge tone={judged === 'as_expected' ? 'good' : 'bad'} label={inkJudgements[judged]} />;
  },
};

/** /admin/ink-use. */
export function InkUsePage() {
  return <InkUseList title={t`Ink use`} />;
}

/** The ink used, with the sheets printed, and the remaining stock of each. */
export function InkUseList(props: { title: string; children?: ReactNode }) {
  const { role } = useSession();
  const inks = useInks();
  const kindName = useKindName();
  return (
    <ListScreen
      title={props.title}
      searchPlaceholder={t`Search ink use...`}
      emptyMessage={t`No ink use found`}
      emptyHelp={t`Record how much ink the print room uses, so that it is ordered in time.`}
      cells={cells}
      list={inkUseList}
      rowLabel={(row) => kindName(row.ink, row.colour)}
      toolbarActions={
        mayUse(role, 'stock:record_ink_use')
          ? [
              {
                label: t`Record ink use`,
                icon: IconPlus,
                isPrimary: true,
                reason: inks.data?.some((ink) => ink.inStock > 0) === false ? t`No ink is in stock.` : null,
                dialog: (onClose) => <InkUseDialog inks={inks.data ?? []} onClose={onClose} />,
              },
            ]
          : undefined
      }
    >
      {props.children}
      {inks.error && <ErrorNotice error={inks.error} />}
      <LowStockNotice kinds={inks.data} />
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="xs">
        {inks.data?.map((ink) => (
          <Paper
            key={ink.id}
            component="section"
            withBorder
            p="xs"
            aria-label={kindName(ink.name, ink.colour)}
          >
            <Text size="sm" fw={600}>
              {kindName(ink.name, ink.colour)}
            </Text>
            <Text size="sm">{formatQuantity(ink.inStock, ink.unit)}</Text>
            <Text size="xs" c="dimmed">
              {t`${formatCount(ink.inStock * ink.sheetsPerUnit)} sheets expected`}
            </Text>
            {mayUse(role, 'stock:receive') && <InkLimit ink={ink} />}
          </Paper>
        ))}
      </SimpleGrid>
    </ListScreen>
  );
}
