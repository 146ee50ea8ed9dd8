import { applicationSearch } from '#features/applications/server/find-applications.ts';
import {
  bundleSearch,
  candidateSearch,
  certificateSearch,
} from '#features/certificates/server/find-certificates.ts';
import { draftSearch, slipSearch } from '#features/demand-drafts/server/find-drafts.ts';
import { runSearch } from '#features/print-runs/server/find-runs.ts';
import { signingBatchSearch } from '#features/signing/server/find-batches.ts';
import { personSearch } from '#features/staff/server/find-people.ts';
import { blankSearch } from '#features/stock/server/find-blanks.ts';
import type { RecordSearch } from '#platform/server/db/record-search.ts';
import { kindsFor } from '#shared/found-records.ts';
import type { Role } from '#shared/roles.ts';

/** Every kind of record in the global search; equally good hits are listed in this order. */
const searches: readonly RecordSearch[] = [
  applicationSearch,
  certificateSearch,
  candidateSearch,
  draftSearch,
  blankSearch,
  slipSearch,
  runSearch,
  bundleSearch,
  signingBatchSearch,
  personSearch,
];

/** The searches for kinds that a role may read and has a page for. */
export function searchesFor(role: Role): RecordSearch[] {
  const kinds = kindsFor(role);
  return searches.filter(({ kind, isFor }) => kinds.includes(kind) && (isFor?.(role) ?? true));
}
