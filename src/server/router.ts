import { applicationExports } from '#features/applications/server/exports.ts';
import { applicationsRouter } from '#features/applications/server/handlers.ts';
import { auditExports } from '#features/audit/server/exports.ts';
import { auditRouter } from '#features/audit/server/handlers.ts';
import { authRouter } from '#features/auth/server/handlers.ts';
import { certificateExports } from '#features/certificates/server/exports.ts';
import { certificatesRouter } from '#features/certificates/server/handlers.ts';
import { collegeExports } from '#features/colleges/server/exports.ts';
import { collegesRouter } from '#features/colleges/server/handlers.ts';
import { dashboardExports } from '#features/dashboard/server/exports.ts';
import { dashboardRouter } from '#features/dashboard/server/handlers.ts';
import { importsRouter } from '#features/imports/server/handlers.ts';
import { printRunExports } from '#features/print-runs/server/exports.ts';
import { printRunsRouter } from '#features/print-runs/server/handlers.ts';
import { staffExports } from '#features/staff/server/exports.ts';
import { staffRouter } from '#features/staff/server/handlers.ts';
import { stockExports } from '#features/stock/server/exports.ts';
import { stockRouter } from '#features/stock/server/handlers.ts';
import { studentExports } from '#features/students/server/exports.ts';
import { studentsRouter } from '#features/students/server/handlers.ts';
import { verificationRouter } from '#features/verification/server/handlers.ts';
import type { ListExport } from './exports/list-export.ts';

/** Every operation of the contract with the code that carries it out. */
export const router = {
  audit: auditRouter,
  auth: authRouter,
  colleges: collegesRouter,
  staff: staffRouter,
  students: studentsRouter,
  stock: stockRouter,
  applications: applicationsRouter,
  certificates: certificatesRouter,
  printRuns: printRunsRouter,
  imports: importsRouter,
  dashboard: dashboardRouter,
  verification: verificationRouter,
};

/** Every list that can be saved as a file. */
export const listExports: readonly ListExport[] = [
  ...auditExports,
  ...collegeExports,
  ...staffExports,
  ...studentExports,
  ...stockExports,
  ...applicationExports,
  ...certificateExports,
  ...printRunExports,
  ...dashboardExports,
];
