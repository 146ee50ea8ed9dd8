import { listExport } from '#platform/server/exports/list-export.ts';
import { collegesSheet } from '../columns.ts';
import { collegesContract } from '../contract.ts';
import { listColleges } from './queries.ts';

export const collegeExports = [
  listExport({ sheet: collegesSheet, operation: collegesContract.listColleges, read: listColleges }),
];
