import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import type { SheetFormat } from '#shared/sheet-format.ts';

/** Notes in the audit log that records leave the house: who took which list, narrowed by what. */
export const startExport = command(
  'startExport',
  async ({ audit }, input: { list: string; format: SheetFormat; columns: string[]; filters: object }) => {
    audit({
      event: 'exports.started',
      record: { type: 'export', id: uuid(), label: `${input.list}.${input.format}` },
      after: input,
    });
    return {};
  },
);
