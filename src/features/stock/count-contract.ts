import { z } from 'zod';
import { listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { Id, Moment, Search, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { blankStates, discrepancyKinds, resolutions } from './custody.ts';
import { SerialRanges, Serials } from './serials.ts';
import { One, OneVersion } from './stock-record.ts';

export const countStateLabels = { all: t`All`, open: t`Open`, closed: t`Closed` };

export const CountFilters = Search.extend({
  state: z.enum(namesOf(countStateLabels)).default('all'),
  paperId: Id.optional(),
});
export type CountFilters = z.infer<typeof CountFilters>;

/** A count of the store's sheets of one paper. */
export const StockCount = z.object({
  id: Id,
  paperId: Id,
  paper: z.string(),
  colour: z.string(),
  startedBy: z.string(),
  startedAt: Moment,
  /** Sheets in store according to the books at the start. Null while open: a count is blind. */
  expected: z.number().int().nullable(),
  /** Sheets entered; final once the count is closed. */
  counted: z.number().int(),
  closedBy: z.string().nullable(),
  closedAt: Moment.nullable(),
  discrepancies: z.number().int(),
  unresolved: z.number().int(),
  version: Version,
});
export type StockCount = z.infer<typeof StockCount>;

export const CountEntry = z.object({
  id: Id,
  ...Serials.shape,
  enteredBy: z.string(),
  enteredAt: Moment,
});
export type CountEntry = z.infer<typeof CountEntry>;

export const Discrepancy = z.object({
  id: Id,
  kind: z.enum(discrepancyKinds),
  ...Serials.shape,
  /** The state in the books; null for unknown serials. */
  state: z.enum(blankStates).nullable(),
  holder: z.string().nullable(),
  resolution: z.enum(resolutions).nullable(),
  remark: z.string().nullable(),
  resolvedBy: z.string().nullable(),
  resolvedAt: Moment.nullable(),
});
export type Discrepancy = z.infer<typeof Discrepancy>;

export const StockCountDetail = StockCount.extend({
  /** Ranges of serials in store according to the books at the start; null while open. */
  expectedRanges: z.array(z.string()).nullable(),
  entries: z.array(CountEntry),
  found: z.array(Discrepancy),
  keeperIds: z.array(Id),
});
export type StockCountDetail = z.infer<typeof StockCountDetail>;

const countErrors = ['stock.no_count', 'stock.count_closed'] as const;

const ResolveDiscrepancyInput = One.extend({
  resolution: z.enum(resolutions),
  remark: typedText().trim().min(3, t`Enter what was found out.`).max(500),
});

export const countOperations = {
  ...listOperation('StockCounts', {
    path: '/stock-counts',
    of: 'the stock counts',
    access: 'stock:read',
    row: StockCount,
    filters: CountFilters,
  }),
  getStockCount: readRecord('/stock-counts/{id}', {
    summary:
      'One stock count with what was entered and, once it is closed, what was expected and does not agree.',
    access: 'stock:read',
    notFound: 'stock.no_count',
    errors: ['stock.no_count'],
    answer: StockCountDetail,
  }),
  startCount: operation('POST /papers/{id}/count', {
    summary: 'Starts a count of one paper, keeping what the books have in store at this moment.',
    access: 'stock:count',
    errors: ['stock.not_found', 'stock.keeper_counts', 'stock.count_open'],
  })
    .input(One)
    .output(One),
  enterCounted: operation('POST /stock-counts/{id}/entries', {
    summary: 'Enters serials that lie in the store. A serial that is entered twice counts once.',
    access: 'stock:count',
    errors: countErrors,
  })
    .input(One.extend({ serials: SerialRanges }))
    .output(z.object({ quantity: z.number().int() })),
  removeCounted: operation('POST /stock-counts/{id}/remove-entry', {
    summary: 'Takes back an entry of an open count.',
    access: 'stock:count',
    errors: countErrors,
  })
    .input(One.extend({ entryId: Id }))
    .output(z.object({})),
  closeCount: operation('POST /stock-counts/{id}/close', {
    summary: 'Closes a count and lists what is not there, what is unexpected and what somebody else holds.',
    access: 'stock:count',
    errors: [...countErrors, 'stock.keeper_counts', 'records.stale'],
  })
    .input(OneVersion)
    .output(z.object({ discrepancies: z.number().int() })),
  resolveDiscrepancy: operation('POST /stock-discrepancies/{id}/resolve', {
    summary: 'Settles one discrepancy: by the act that puts the books right, or by an explanation.',
    access: 'stock:count',
    errors: [
      'stock.no_discrepancy',
      'stock.discrepancy_resolved',
      'stock.wrong_resolution',
      'stock.wrong_state',
      'stock.recorded_again',
    ],
  })
    .input(ResolveDiscrepancyInput)
    .output(z.object({})),
};
