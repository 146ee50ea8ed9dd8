import type { Desk } from '#platform/web/router/desk.ts';
import { screen } from '#platform/web/router/screen.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const printer = paths.printer;

/** The print room: runs, proofs, reprints and the paper at hand. */
export const printerDesk: Desk = {
  menu: [
    { label: t`Print queue`, icon: 'queue', to: printer.printQueue },
    { label: t`Print runs`, icon: 'runs', to: printer.printRuns },
    { label: t`Completed printing`, icon: 'done', to: printer.completedPrinting },
    { label: t`Reprint requests`, icon: 'reprint', to: printer.reprintRequests },
    { label: t`Stock`, icon: 'stock', to: printer.stock },
  ],
  screens: [
    screen(
      printer.completedPrinting,
      t`Completed printing`,
      () => import('#features/print-runs/web/completed-printing-page.tsx'),
      'CompletedPrintingPage',
    ),
    screen(printer.stock, t`Stock`, () => import('#features/stock/web/stock-page.tsx'), 'StockPage'),
    screen(
      `${printer.stockCounts}/$id`,
      t`Stock count`,
      () => import('#features/stock/web/stock-count-page.tsx'),
      'StockCountPage',
    ),
    screen(
      printer.printQueue,
      t`Print queue`,
      () => import('#features/print-runs/web/print-queue-page.tsx'),
      'PrintQueuePage',
    ),
    screen(
      printer.printRuns,
      t`Print runs`,
      () => import('#features/print-runs/web/print-runs-page.tsx'),
      'PrintRunsPage',
    ),
    screen(
      `${printer.printRuns}/$id`,
      t`Print run`,
      () => import('#features/print-runs/web/print-run-page.tsx'),
      'PrintRunPage',
    ),
    screen(
      printer.printers,
      t`Printers`,
      () => import('#features/print-runs/web/printers-page.tsx'),
      'PrintersPage',
    ),
    screen(
      printer.proofs,
      t`Proof sheets`,
      () => import('#features/print-runs/web/proofs-page.tsx'),
      'ProofsPage',
    ),
    screen(
      printer.reprintRequests,
      t`Reprint requests`,
      () => import('#features/reprints/web/reprint-requests-page.tsx'),
      'ReprintRequestsPage',
    ),
  ],
};
