import { implement } from '@orpc/server';
import type { RequestContext } from '#platform/server/context.ts';
import { printersContract } from '../printer-contract.ts';
import { addPrinter } from './commands/add-printer.ts';
import { editPrinter } from './commands/edit-printer.ts';
import { countPrinters, listPrinters } from './printers.ts';

const os = implement(printersContract).$context<RequestContext>();

export const printersRouter = os.router({
  listPrinters: os.listPrinters.handler(({ context, input }) => listPrinters(context.services.db, input)),
  countPrinters: os.countPrinters.handler(({ context, input }) => countPrinters(context.services.db, input)),
  addPrinter: os.addPrinter.handler(({ context, input }) => addPrinter(context, input)),
  editPrinter: os.editPrinter.handler(({ context, input }) => editPrinter(context, input)),
});
