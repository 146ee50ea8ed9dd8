import {
  CompletedPrintingPage,
  PrintersPage,
  PrintQueuePage,
  PrintRunPage,
  PrintRunsPage,
  ProofsPage,
} from '#features/print-runs/web/pages.ts';
import { ReprintRequestsPage } from '#features/reprints/web/pages.ts';
import { StockCountPage, StockPage } from '#features/stock/web/pages.ts';
import { type Desk, item } from '#platform/web/router/desk.ts';
import { screen } from '#platform/web/router/screen.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const printer = paths.printer;

/** The print room: runs, proofs, reprints and the paper at hand. */
export const printerDesk: Desk = [
  item('queue', screen(printer.printQueue, t`Print queue`, PrintQueuePage)),
  item(
    'runs',
    screen(printer.printRuns, t`Print runs`, PrintRunsPage, [
      screen(`${printer.printRuns}/$id`, t`Print run`, PrintRunPage),
    ]),
  ),
  item('done', screen(printer.completedPrinting, t`Completed printing`, CompletedPrintingPage)),
  item('reprint', screen(printer.reprintRequests, t`Reprint requests`, ReprintRequestsPage)),
  item(
    'stock',
    screen(printer.stock, t`Stock`, StockPage, [
      screen(`${printer.stockCounts}/$id`, t`Stock count`, StockCountPage),
    ]),
  ),
  item('print', screen(printer.printers, t`Printers`, PrintersPage)),
  item('certificate', screen(printer.proofs, t`Proof sheets`, ProofsPage)),
];
