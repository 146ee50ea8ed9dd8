import { partOf } from '#platform/server/contract-part.ts';
import { printersLayout } from '../columns.ts';
import { printersContract } from '../printer-contract.ts';
import { addPrinter } from './commands/add-printer.ts';
import { editPrinter } from './commands/edit-printer.ts';
import { countPrinters, listPrinters } from './printers.ts';

export const printersPart = partOf(printersContract, {
  queries: {
    listPrinters: (db, _scope, input) => listPrinters(db, input),
    countPrinters: (db, _scope, input) => countPrinters(db, input),
  },
  commands: {
    addPrinter,
    editPrinter,
  },
  layouts: {
    listPrinters: [printersLayout],
  },
});
