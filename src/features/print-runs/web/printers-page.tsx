import { IconPlus, IconRuler2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useSession } from '#platform/web/api/session.ts';
import { listSource, type RowAction, type ToolbarAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { printersLayout } from '../columns.ts';
import { type Printer, printerDocuments } from '../printer-contract.ts';
import { printerCan } from '../rules.ts';
import { PrinterDialog } from './printer-dialog.tsx';

const list = listSource<Printer>({
  layout: printersLayout,
  page: api.printers.listPrinters,
  count: api.printers.countPrinters,
  addedBy: ['printers.added'],
});

/** /printer/printers: the offset of each printer, and the sheet to read it from. */
export function PrintersPage() {
  const { code } = useSession();
  const reason = whyNot(printerCan.change({ isOfOneCollege: code !== 'ALL' }));
  const rowActions = useMemo<RowAction<Printer>[]>(
    () => [
      {
        label: t`Edit`,
        icon: 'edit',
        disabledReason: () => reason,
        dialog: (printer, onClose) => <PrinterDialog printer={printer} onClose={onClose} />,
      },
      { label: t`Calibration sheet`, icon: IconRuler2, onClick: openCalibrationSheet },
    ],
    [reason],
  );
  const toolbarActions: ToolbarAction[] = [
    {
      label: t`Add printer`,
      icon: IconPlus,
      isPrimary: true,
      reason,
      dialog: (onClose) => <PrinterDialog printer={null} onClose={onClose} />,
    },
  ];
  return (
    <ListScreen
      title={t`Printers`}
      description={t`A page cannot choose where the paper lies in the tray: the offset moves every print of a printer to where it belongs.`}
      searchPlaceholder={t`Search by code or name...`}
      emptyMessage={t`No printers found`}
      emptyHelp={t`Add each printer of the print room, so that its text stands right on the paper.`}
      list={list}
      rowLabel={(row) => `${row.code}, ${row.name}`}
      rowActions={rowActions}
      toolbarActions={toolbarActions}
    />
  );
}

function openCalibrationSheet({ id }: Printer): void {
  window.open(addressOf(printerDocuments.calibrationSheet, { id }), '_blank', 'noopener');
}
