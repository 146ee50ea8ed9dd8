import { listExport } from '#platform/server/exports/list-export.ts';
import { studentsSheet } from '../columns.ts';
import { studentsContract } from '../contract.ts';
import { listStudents } from './queries.ts';

export const studentExports = [
  listExport({ sheet: studentsSheet, operation: studentsContract.listStudents, read: listStudents }),
];
