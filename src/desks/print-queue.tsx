import { PrintQueuePage } from '#features/print-runs/web/print-queue-page.tsx';
import { WaitingItems } from '#features/waiting/web/waiting-items.tsx';

/** In the table and the band of the page. */
const shownBelow = ['print_runs.mine', 'print_runs.open', 'certificates.to_print'] as const;

/** Start page of a printer. */
export function PrintQueueDesk() {
  return <PrintQueuePage head={<WaitingItems without={shownBelow} />} />;
}
