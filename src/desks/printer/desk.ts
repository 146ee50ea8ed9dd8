import { entryScreen } from '#features/masters/web/feature.ts';
import * as printRuns from '#features/print-runs/web/feature.ts';
import { RecordPageOfKind } from '#features/records/web/feature.ts';
import * as reprints from '#features/reprints/web/feature.ts';
import * as signing from '#features/signing/web/feature.ts';
import * as stock from '#features/stock/web/feature.ts';
import { type Desk, item, screen } from '#platform/web/router/desk.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { PrintQueueDesk } from '../pages.ts';
import { recordScreens } from '../record-screens.ts';

const printer = paths.printer;
const { certificate, sheet } = recordScreens('printer');

/** The print room: runs, proofs, reprints and the paper at hand. */
export const printerDesk: Desk = [
  item('queue', screen(printer.printQueue, t`Print queue`, PrintQueueDesk)),
  item(
    'runs',
    screen(printer.printRuns, t`Print runs`, printRuns.PrintRunsPage, [
      screen(`${printer.printRuns}/$id`, t`Print run`, RecordPageOfKind),
    ]),
  ),
  item(
    'done',
    screen(printer.completedPrinting, t`Completed printing`, printRuns.CompletedPrintingPage, [certificate]),
  ),
  item('reprint', screen(printer.reprintRequests, t`Reprint requests`, reprints.ReprintRequestsPage)),
  item(
    'stock',
    screen(printer.stock, t`Stock`, stock.StockPage, [
      screen(`${printer.stockCounts}/$id`, t`Stock count`, stock.StockCountPage),
      sheet,
    ]),
  ),
  item(
    'print',
    screen(printer.printers, t`Printers`, printRuns.PrintersPage, [entryScreen('printers', 'printer')]),
  ),
  item('certificate', screen(printer.proofs, t`Proof sheets`, printRuns.ProofsPage)),
  item(
    'signing',
    screen(printer.signingBatches, t`Signing batches`, signing.SigningBatchesPage, [
      screen(`${printer.signingBatches}/$id`, t`Signing batch`, signing.SigningBatchPage),
      screen(printer.newSigningBatch, t`New signing batch`, signing.NewSigningBatchPage),
    ]),
  ),
];
