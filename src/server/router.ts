import { applicationsRouter } from '#features/applications/server/handlers.ts';
import { auditRouter } from '#features/audit/server/handlers.ts';
import { authRouter } from '#features/auth/server/handlers.ts';
import { certificatesRouter } from '#features/certificates/server/handlers.ts';
import { collegesRouter } from '#features/colleges/server/handlers.ts';
import { importsRouter } from '#features/imports/server/handlers.ts';
import { printRunsRouter } from '#features/print-runs/server/handlers.ts';
import { stockRouter } from '#features/stock/server/handlers.ts';
import { studentsRouter } from '#features/students/server/handlers.ts';
import { verificationRouter } from '#features/verification/server/handlers.ts';

/** Every operation of the contract with the code that carries it out. */
export const router = {
  audit: auditRouter,
  auth: authRouter,
  colleges: collegesRouter,
  students: studentsRouter,
  stock: stockRouter,
  applications: applicationsRouter,
  certificates: certificatesRouter,
  printRuns: printRunsRouter,
  imports: importsRouter,
  verification: verificationRouter,
};
