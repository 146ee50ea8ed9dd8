import { z } from 'zod';
import { bankReturnReasons, DraftEntry } from '#features/demand-drafts/contract.ts';
import { operation, type Path } from '#platform/contract/operation.ts';
import { Day, Id, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

export const ReturnDraftInput = z
  .object({
    id: Id,
    version: Version,
    reason: z.enum(bankReturnReasons),
    remark: typedText().trim().max(300).default(''),
  })
  .refine(({ reason, remark }) => reason !== 'other' || remark !== '', {
    path: ['remark'],
    message: t`Enter in the remark what was wrong.`,
  });
export type ReturnDraftInput = z.infer<typeof ReturnDraftInput>;

export const ReplaceDraftInput = z.object({ id: Id, version: Version, draft: DraftEntry });
export type ReplaceDraftInput = z.infer<typeof ReplaceDraftInput>;

export const feesContract = {
  returnDraft: operation('POST /demand-drafts/{id}/return', {
    summary:
      'Records that the bank returned a draft: what it paid is pending again, and verified applications are rejected.',
    access: 'demand_drafts:settle',
    errors: [
      'demand_drafts.not_found',
      'demand_drafts.already_returned',
      'demand_drafts.replaced',
      'demand_drafts.on_slip',
      'records.stale',
    ],
  })
    .input(ReturnDraftInput)
    .output(z.object({ version: Version, rejected: z.number().int() })),
  replaceDraft: operation('POST /demand-drafts/{id}/replace', {
    summary:
      'Puts another draft in the place of a returned or stale one: it pays for the same applications as far as it goes.',
    access: 'demand_drafts:settle',
    errors: [
      'demand_drafts.not_found',
      'demand_drafts.not_replaceable',
      'demand_drafts.replaced',
      'demand_drafts.differs',
      'demand_drafts.other_college',
      'demand_drafts.exhausted',
      'demand_drafts.looks_alike',
      'demand_drafts.not_usable',
      'files.not_usable',
      'records.stale',
    ],
  })
    .input(ReplaceDraftInput)
    .output(
      z.object({
        version: Version,
        replacementId: Id,
        allocated: z.number().int(),
        balance: z.number().int(),
      }),
    ),
};

/**
 * How fee totals can be grouped; years and months are those of receipt at the counter, in Indian time. By charge,
 * reprints are shown beside the total, because no application's amounts include them.
 */
export const feeGroupLabels = {
  college: t`College`,
  academicYear: t`Academic year`,
  year: t`Year`,
  month: t`Month`,
  charge: t`Charge`,
};
export const feeGroups = namesOf(feeGroupLabels);
/** No academic year: a draft may pay for applications of several. */
export const draftGroupLabels = { state: t`State`, college: t`College`, year: t`Year`, month: t`Month` };
export const draftGroups = namesOf(draftGroupLabels);
export type TotalsGroup = keyof typeof feeGroupLabels | keyof typeof draftGroupLabels;

const ofCollege = { collegeId: Id.optional() };

/** The group of a row; `all` is the row of totals. */
const group = {
  /** A college's id, `2024-25`, `2024`, `2024-03`, a state, a kind of charge, or `all`. */
  key: z.string(),
  /** Only for colleges; the other keys name themselves. */
  collegeName: z.string().nullable(),
};

const FeeTotal = z.object({
  by: z.enum(feeGroups),
  ...group,
  /** When grouped by charge: the number of charges of that kind, which for application charges is the same. */
  applications: z.int(),
  generated: z.int(),
  /** The sum of the concessions; not included in `generated`. */
  concessions: z.int(),
  /** Generated less pending: what is allocated to these applications. */
  collected: z.int(),
  pending: z.int(),
});
export type FeeTotal = z.infer<typeof FeeTotal>;

const DraftTotal = z.object({
  by: z.enum(draftGroups),
  ...group,
  drafts: z.int(),
  /** The sum of the next three. */
  amount: z.int(),
  /** What pays for applications. */
  allocated: z.int(),
  /** What can still pay for others. */
  unallocated: z.int(),
  /** What can no longer pay: returned by the bank, replaced by another draft, or refunded. */
  returned: z.int(),
  /** The amount of the drafts waiting for a deposit slip. */
  undeposited: z.int(),
});
export type DraftTotal = z.infer<typeof DraftTotal>;

export const FeeTotalsInput = z.object({ by: z.enum(feeGroups).default('college'), ...ofCollege });
export type FeeTotalsInput = z.infer<typeof FeeTotalsInput>;
export const DraftTotalsInput = z.object({ by: z.enum(draftGroups).default('state'), ...ofCollege });
export type DraftTotalsInput = z.infer<typeof DraftTotalsInput>;

const DrawerTotalsInput = z.object(ofCollege);
export type DrawerTotalsInput = z.infer<typeof DrawerTotalsInput>;

/** `undeposited`: in hand. `going_stale`: those of them that must be deposited soon. */
export const drawerPartLabels = {
  undeposited: t`Undeposited`,
  going_stale: t`Undeposited, going stale`,
  stale: t`Stale`,
};
export const drawerParts = namesOf(drawerPartLabels);

const DrawerTotal = z.object({
  part: z.enum(drawerParts),
  drafts: z.int(),
  amount: z.int(),
  allocated: z.int(),
  /** The earliest date of these drafts; null if there are none. */
  oldest: Day.nullable(),
});
export type DrawerTotal = z.infer<typeof DrawerTotal>;

/** Sums that many commands change. */
function totals(path: Path, summary: string) {
  const reads = ['applications', 'demand_drafts'] as const;
  return operation(`GET ${path}`, { summary, access: 'fees:read', reads, follows: 'figures' });
}

export const feeTotalsContract = {
  listFeeTotals: totals(
    '/fee-totals',
    'Fees generated, collected and pending by college, year, month or charge; the row of totals stands last.',
  )
    .input(FeeTotalsInput)
    .output(z.array(FeeTotal)),
  listDraftTotals: totals(
    '/draft-totals',
    'Demand drafts with their balances by state, college, year or month; the row of totals stands last.',
  )
    .input(DraftTotalsInput)
    .output(z.array(DraftTotal)),
  listDrawerTotals: totals(
    '/drawer-totals',
    'Drafts that nobody has deposited, those of them that go stale soon, and those that are stale.',
  )
    .input(DrawerTotalsInput)
    .output(z.array(DrawerTotal)),
};
