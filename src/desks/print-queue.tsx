import { PrintQueuePage } from '#features/print-runs/web/print-queue-page.tsx';
import { WhatWaits } from '#features/waiting/web/what-waits.tsx';

/** Where a printer lands. */
export function PrintQueueDesk() {
  return <PrintQueuePage head={<WhatWaits />} />;
}
