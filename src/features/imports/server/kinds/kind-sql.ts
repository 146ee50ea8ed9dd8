import type { ImportKind } from '../../contract.ts';
import { collegesSql } from './colleges.ts';
import type { ImportKindSql } from './import-kind.ts';
import { studentsSql } from './students.ts';

export const kindSql: Record<ImportKind, ImportKindSql> = { students: studentsSql, colleges: collegesSql };
