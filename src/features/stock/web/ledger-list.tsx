import { type ReactNode, useMemo } from 'react';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { optionsOf } from '#shared/labels.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { blankActLabels } from '../custody.ts';
import { movementList, usePaperFilter } from './stock-lists.ts';

const act = { label: t`What`, options: optionsOf({ all: t`All`, ...blankActLabels }) };

/** The custody ledger: every movement of sheets, newest first. */
export function LedgerList(props: { title: string; children: ReactNode }) {
  const paperId = usePaperFilter();
  return (
    <ListScreen
      title={props.title}
      searchPlaceholder={t`Search by serial, paper, person, run...`}
      emptyMessage={t`No movements found`}
      emptyHelp={t`Each movement of numbered sheets is listed here: received, issued, printed, spoilt or returned.`}
      filters={useMemo(() => ({ act, paperId }), [paperId])}
      list={movementList}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => `${translateLabel(blankActLabels[row.act])}: ${row.firstSerial}`}
    >
      {props.children}
    </ListScreen>
  );
}
