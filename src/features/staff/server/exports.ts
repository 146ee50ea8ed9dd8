import { listExport } from '#platform/server/exports/list-export.ts';
import { auditorsSheet, caseWorkersSheet, everybodySheet, printersSheet } from '../columns.ts';
import { staffContract } from '../contract.ts';
import { listStaff } from './queries.ts';

export const staffExports = [everybodySheet, caseWorkersSheet, printersSheet, auditorsSheet].map((sheet) =>
  listExport({
    sheet,
    operation: staffContract.listStaff,
    // Only admins read it, and they are of the whole university.
    read: (db, _scope, input) => listStaff(db, input),
  }),
);
