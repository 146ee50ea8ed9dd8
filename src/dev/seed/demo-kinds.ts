import type { CaseAct, Story } from './demo-case.ts';
import type { DraftFate } from './demo-drafts.ts';

/** How a candidate of a season differs from most. */
export type Kind = {
  story: Story;
  /** How the draft differs from the fee; any but the default pays for this candidate alone. */
  draft?: 'short' | 'over' | 'its own' | 'without late fee' | 'none' | undefined;
  /** A provisional certificate requested after the last day. */
  isLate?: true;
  /** The draft's present age, if it is not just a few days older than the application. */
  drawnDaysAgo?: number;
  fate?: Omit<DraftFate, 'draft'>;
  /** It is not handed over after printing. */
  stays?: true;
  isMisspelt?: true;
  /** Requested this many days ago. */
  appointment?: { days: number; acts: readonly CaseAct[] };
};

const verified: Story = { received: [[1, 'verify']] };
const returned: Story = { received: [[2, 'return']] };

const kinds = {
  verified: { story: verified },
  received: { story: {} },
  receivedShort: { story: {}, draft: 'short' },
  rejected: { story: { received: [[1, 'reject']] }, draft: 'short' },
  returned: { story: returned },
  returnedAndKept: { story: returned, fate: { isKept: true } },
  corrected: {
    story: {
      received: [
        [1, 'return'],
        [5, 'correct'],
        [6, 'verify'],
      ],
    },
  },
  paidUp: {
    story: {
      received: [
        [1, 'reject'],
        [8, 'payUp'],
        [9, 'verify'],
      ],
    },
    draft: 'short',
  },
  refunded: { story: verified, draft: 'over', fate: { deposited: [[12, 'refund']] } },
  returnedByBank: { story: verified, stays: true, fate: { deposited: [[5, 'return']] } },
  /** Returned by a line of the bank statement. */
  returnedByLine: { story: verified, stays: true, draft: 'its own' },
  goingStale: { story: {}, drawnDaysAgo: 80, fate: { isKept: true } },
  stale: { story: returned, fate: { isKept: true, stale: [] } },
  revalidated: { story: verified, fate: { isKept: true, stale: [[5, 'revalidate']] } },
  replacedByLess: { story: verified, fate: { isKept: true, stale: [[6, 'replaceByLess']] } },
  reopenedEarly: {
    story: {
      received: [
        [1, 'verify'],
        [2, 'reopen'],
        [4, 'correct'],
        [5, 'verify'],
      ],
    },
  },
  reopened: { story: { ...verified, left: reopened() } },
  /** Soon enough for the next run, with which the old copy is surrendered. */
  renamed: { story: { ...verified, left: reopened(1) }, isMisspelt: true },
  reopenedNow: { story: { ...verified, printed: [[6, 'reopen']] }, stays: true },
  reprinted: {
    story: {
      ...verified,
      left: [
        [9, 'askReprint'],
        [10, 'approveReprint'],
      ],
    },
  },
  reprintRejected: {
    story: {
      ...verified,
      left: [
        [9, 'askReprint'],
        [10, 'rejectReprint'],
      ],
    },
  },
  reprintPaid: {
    story: {
      ...verified,
      left: [
        [9, 'askReprint'],
        [11, 'payReprint'],
        [12, 'approveReprint'],
      ],
    },
  },
  reprintConceded: {
    story: verified,
    appointment: { days: 3, acts: ['askReprint', 'concedeReprint', 'approveReprint'] },
  },
  reprintOfLost: { story: verified, appointment: { days: 2, acts: ['reportLost', 'payReprint'] } },
  revoked: {
    story: {
      ...verified,
      left: [
        [8, 'proposeRevocation'],
        [10, 'confirmRevocation'],
      ],
    },
  },
  revocationWithdrawn: {
    story: {
      ...verified,
      left: [
        [5, 'proposeRevocation'],
        [6, 'withdrawRevocation'],
      ],
    },
  },
  consentWithdrawn: { story: { ...verified, verified: [[9, 'withdrawConsent']] } },
  waived: { story: verified, draft: 'none', isLate: true },
  lateFeeOwed: { story: {}, draft: 'without late fee', isLate: true },
  reprintPending: { story: verified, appointment: { days: 2, acts: ['askReprint'] } },
  reprintApproved: { story: verified, appointment: { days: 4, acts: ['askReprint', 'approveReprint'] } },
  copyCancelled: { story: { ...verified, printed: [[1, 'cancelCopy']] } },
} as const satisfies Record<string, Kind>;

function reopened(days = 10): NonNullable<Story['left']> {
  return [
    [days, 'reopen'],
    [days + 2, 'correct'],
    [days + 3, 'verify'],
  ];
}

export type KindName = keyof typeof kinds;

export function kindOf(name: KindName): Kind {
  return kinds[name];
}

/** Kinds that are still unverified; the dashboard counts all others as approved. */
export const unverifiedKinds: readonly KindName[] = [
  'received',
  'receivedShort',
  'lateFeeOwed',
  'rejected',
  'returned',
  'returnedAndKept',
  'returnedByBank',
  'returnedByLine',
  'goingStale',
  'stale',
  'replacedByLess',
  'reopenedNow',
];
