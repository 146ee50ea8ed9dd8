import { IconRuler2 } from '@tabler/icons-react';
import { MasterPage } from '#features/masters/web/master-page.tsx';
import { addressOf } from '#platform/web/api/address-of.ts';
import { printSize } from '#platform/web/components/links.tsx';
import { t } from '#shared/words.ts';
import { printerDocuments } from '../printer-contract.ts';

const ownActions = [
  {
    label: t`Calibration sheet`,
    icon: IconRuler2,
    onClick: ({ id }: { id: string }) =>
      window.open(addressOf(printerDocuments.calibrationSheet, { id }), '_blank', 'noopener'),
  },
];

/** /printer/printers: the offset of each printer, and the sheet to read it from. */
export function PrintersPage() {
  return (
    <MasterPage
      name="printers"
      description={`${t`A page cannot choose where the paper lies in the tray: the offset moves every print of a printer to where it belongs.`} ${printSize()}`}
      emptyHelp={t`Add each printer of the print room, so that its text stands right on the paper.`}
      ownActions={ownActions}
    />
  );
}
