import type { ReactNode } from 'react';
import { type Column, columnsOf } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { movementsLayout } from '../columns.ts';
import { blankActLabels } from '../custody.ts';
import type { Movement } from '../custody-contract.ts';
import { movementList } from './stock-lists.ts';

const columns: Column<Movement, never>[] = columnsOf(movementsLayout, {
  at: { width: 150, card: 'line' },
  act: { width: 100, card: 'badge' },
  serials: { width: 170, card: 'title' },
  quantity: { width: 75, card: 'line' },
  paper: { width: 150, card: 'line' },
  from: { width: 150, card: 'hidden' },
  to: { width: 150, card: 'line' },
  runNumber: { width: 95, card: 'hidden' },
  by: { width: 140, card: 'hidden' },
  witness: { width: 130, card: 'hidden' },
  remark: { width: 170, card: 'hidden' },
});

const filters = {
  act: {
    label: t`What`,
    options: [{ value: 'all', label: t`All` }, ...optionsOf(blankActLabels)],
  },
} as const;

/** The custody ledger: every movement of sheets, newest first. */
export function LedgerList(props: { title: string; children: ReactNode }) {
  return (
    <ListScreen
      title={props.title}
      searchPlaceholder={t`Search by serial, paper, person, run...`}
      emptyMessage={t`No movements found`}
      columns={columns}
      filters={filters}
      list={movementList}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => `${blankActLabels[row.act]}: ${row.firstSerial}`}
    >
      {props.children}
    </ListScreen>
  );
}
