import { partOf } from '#platform/server/contract-part.ts';
import { printersLayout } from '../columns.ts';
import { printersContract } from '../printer-contract.ts';
import { addPrinter } from './commands/add-printer.ts';
import { editPrinter } from './commands/edit-printer.ts';
import { printers } from './printers.ts';

export const printersPart = partOf(printersContract, {
  queries: { listPrinters: printers.page, countPrinters: printers.count },
  commands: { addPrinter, editPrinter },
  layouts: { listPrinters: [printersLayout] },
});
