import { PrintQueuePage } from '#features/print-runs/web/print-queue-page.tsx';
import { WaitingItems } from '#features/waiting/web/waiting-items.tsx';

/** Start page of a printer. */
export function PrintQueueDesk() {
  return <PrintQueuePage head={<WaitingItems />} />;
}
