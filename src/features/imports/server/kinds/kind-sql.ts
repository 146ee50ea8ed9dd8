import { eachMaster } from '#shared/masters/masters.ts';
import type { ImportKind } from '../../contract.ts';
import { collegesSql } from './colleges.ts';
import type { ImportKindSql } from './import-kind.ts';
import { masterSql } from './masters.ts';
import { studentsSql } from './students.ts';

export const kindSql: Record<ImportKind, ImportKindSql> = {
  students: studentsSql,
  colleges: collegesSql,
  ...eachMaster(masterSql),
};
