import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { dayInIndia, formatDay } from '#shared/format.ts';
import type { PostingFilters } from '../../posting-contract.ts';

/** Audits that candidates' addresses were printed: with which filters, and how many. */
export const recordPostingPrint = command(
  'printPostingPaper',
  async (
    { db, audit, now },
    {
      event,
      filters,
      certificates,
    }: {
      event: 'certificates.labels_printed' | 'certificates.posting_list_printed';
      filters: PostingFilters;
      certificates: number;
    },
  ) => {
    const label = formatDay(filters.postedOn ?? dayInIndia(now));
    audit({
      event,
      record: { type: 'export', id: uuid(), label },
      collegeId: collegeOf(db),
      after: { ...filters, certificates },
    });
    return {};
  },
);
