import { eachMaster, masters } from '#features/masters/declared/masters.ts';
import type { ImportKind } from '../../contract.ts';
import { collegesSql } from './colleges.ts';
import { earlierCertificatesSql } from './earlier-certificates.ts';
import type { ImportKindSql } from './import-kind.ts';
import { masterSql } from './masters.ts';
import { findSeriesFaults } from './number-series.ts';
import { openingBlanksSql } from './opening-blanks.ts';
import { openingDraftsSql } from './opening-drafts.ts';
import { studentsSql } from './students.ts';

export const kindSql: Record<ImportKind, ImportKindSql> = {
  students: studentsSql,
  colleges: collegesSql,
  opening_blanks: openingBlanksSql,
  opening_drafts: openingDraftsSql,
  earlier_certificates: earlierCertificatesSql,
  ...eachMaster(masterSql),
  number_series: { ...masterSql(masters.number_series), findFaults: findSeriesFaults },
};
