import { PrintQueuePage } from '#features/print-runs/web/print-queue-page.tsx';
import { WhatWaits } from '#features/waiting/web/what-waits.tsx';

/** Start page of a printer. */
export function PrintQueueDesk() {
  return <PrintQueuePage head={<WhatWaits />} />;
}
