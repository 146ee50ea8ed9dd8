import type { DemoCase, Story } from './demo-case.ts';
import type { DraftFate } from './demo-drafts.ts';

/** What makes a candidate of a season another than most. */
export type Kind = {
  story: Story;
  /** How its draft differs from the fee; any but an ordinary one pays for this candidate alone. */
  draft?: 'short' | 'over' | 'its own' | undefined;
  /** How old its draft is by now, where it is not a few days older than the application. */
  drawnDaysAgo?: number;
  fate?: Omit<DraftFate, 'draft'>;
  /** It does not leave the office once it is printed. */
  stays?: true;
  isMisspelt?: true;
  /** What somebody asked for so many days ago. */
  appointment?: { days: number; acts: readonly ('askReprint' | 'approveReprint')[] };
};

const verified: Story = { received: [[1, 'verify']] };
const returned: Story = { received: [[2, 'return']] };

const kinds = {
  verified: { story: verified },
  received: { story: {} },
  receivedShort: { story: {}, draft: 'short' },
  rejected: { story: { received: [[1, 'reject']] }, draft: 'short' },
  rejectedAndKept: { story: { received: [[1, 'reject']] }, draft: 'short', fate: { isKept: true } },
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
  /** As the statement of the bank says. */
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
  renamed: { story: { ...verified, left: reopened() }, isMisspelt: true },
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
  reprintPending: { story: verified, appointment: { days: 2, acts: ['askReprint'] } },
  reprintApproved: { story: verified, appointment: { days: 4, acts: ['askReprint', 'approveReprint'] } },
  copyCancelled: { story: { ...verified, printed: [[1, 'cancelCopy']] } },
} as const satisfies Record<string, Kind>;

function reopened(): NonNullable<Story['left']> {
  return [
    [10, 'reopen'],
    [12, 'correct'],
    [13, 'verify'],
  ];
}

export type KindName = keyof typeof kinds;

export function kindOf(name: KindName): Kind {
  return kinds[name];
}

/** Those that nobody has verified by now; the others are approved, as the dashboard calls them. */
export const unverifiedKinds: readonly KindName[] = [
  'received',
  'receivedShort',
  'rejected',
  'rejectedAndKept',
  'returned',
  'returnedAndKept',
  'returnedByBank',
  'returnedByLine',
  'goingStale',
  'stale',
  'replacedByLess',
  'reopenedNow',
];

export type Candidates = readonly (readonly [count: number, kind: KindName])[];

/** Who comes in each tenth of a season, oldest first. */
export type SeasonTable = readonly Candidates[];

/** Last year's is as good as over. */
export const lastSeason: SeasonTable = [
  [[5, 'verified']],
  [
    [6, 'verified'],
    [1, 'corrected'],
    [1, 'verified'],
  ],
  [
    [9, 'verified'],
    [1, 'reprinted'],
    [1, 'verified'],
  ],
  [
    [8, 'verified'],
    [1, 'corrected'],
    [1, 'rejected'],
    [6, 'verified'],
  ],
  [
    [7, 'verified'],
    [1, 'paidUp'],
    [6, 'verified'],
    [1, 'refunded'],
    [4, 'verified'],
  ],
  [
    [9, 'verified'],
    [1, 'reopened'],
    [3, 'verified'],
    [1, 'rejected'],
    [4, 'verified'],
  ],
  [
    [8, 'verified'],
    [1, 'reprinted'],
    [1, 'reprintRejected'],
    [3, 'verified'],
  ],
  [
    [6, 'verified'],
    [1, 'returned'],
    [1, 'paidUp'],
    [4, 'verified'],
  ],
  [
    [4, 'verified'],
    [1, 'corrected'],
    [1, 'rejected'],
    [3, 'verified'],
    [1, 'reprintApproved'],
  ],
  [
    [3, 'verified'],
    [1, 'returnedByBank'],
    [1, 'verified'],
  ],
];

/** This year's goes on: the nearer to now, the more wait. */
export const thisSeason: SeasonTable = [
  [
    [4, 'verified'],
    [1, 'rejected'],
    [2, 'verified'],
  ],
  [
    [5, 'verified'],
    [1, 'corrected'],
    [1, 'stale'],
    [3, 'verified'],
    [1, 'reprinted'],
  ],
  [
    [6, 'verified'],
    [1, 'paidUp'],
    [1, 'rejected'],
    [4, 'verified'],
    [1, 'replacedByLess'],
    [1, 'renamed'],
    [2, 'verified'],
  ],
  [
    [7, 'verified'],
    [1, 'corrected'],
    [1, 'revalidated'],
    [2, 'received'],
    [4, 'verified'],
    [1, 'returnedByBank'],
    [1, 'copyCancelled'],
    [4, 'verified'],
    [1, 'rejected'],
    [1, 'returned'],
  ],
  [
    [6, 'verified'],
    [1, 'refunded'],
    [1, 'corrected'],
    [4, 'received'],
    [5, 'verified'],
    [1, 'returned'],
    [1, 'reprintPending'],
    [1, 'paidUp'],
    [1, 'rejected'],
    [3, 'verified'],
    [1, 'reopenedEarly'],
  ],
  [
    [1, 'reopenedNow'],
    [1, 'reprintPending'],
    [3, 'verified'],
    [4, 'received'],
    [1, 'reopenedNow'],
    [3, 'verified'],
    [1, 'returnedByBank'],
    [1, 'rejected'],
    [5, 'received'],
    [1, 'corrected'],
    [2, 'verified'],
    [1, 'rejected'],
    [1, 'returned'],
  ],
  [
    [4, 'verified'],
    [5, 'received'],
    [1, 'returned'],
    [1, 'goingStale'],
    [1, 'rejected'],
    [4, 'verified'],
    [5, 'received'],
    [1, 'rejected'],
    [1, 'returned'],
  ],
  [
    [4, 'verified'],
    [5, 'received'],
    [1, 'rejected'],
    [1, 'returned'],
    [3, 'verified'],
    [6, 'received'],
    [1, 'rejected'],
  ],
  [
    [3, 'verified'],
    [4, 'received'],
    [1, 'returned'],
    [1, 'rejected'],
    [2, 'verified'],
    [5, 'received'],
    [1, 'returnedByLine'],
  ],
  [
    [3, 'received'],
    [3, 'verified'],
    [1, 'rejected'],
    [1, 'returned'],
    [1, 'verified'],
    [7, 'received'],
  ],
];

type Concession = NonNullable<DemoCase['concession']>;

/** One in so many candidates pays less, by what the college charges. */
export const concessionEvery = 23;
export const concessions: Record<string, readonly Concession[]> = {
  COL001: [
    { amount: 200, reason: 'sc_st', authority: 'Government order 214 of 3 June 2019' },
    { amount: 350, reason: 'disability', authority: 'Registrar, order 88 of 12 August' },
  ],
  COL002: [{ amount: 200, reason: 'staff_ward', authority: 'Registrar, order 41 of 6 May' }],
  COL003: [
    { amount: 20_000, reason: 'merit', authority: 'Syndicate, resolution 17 of 2 February' },
    { amount: 30_000, reason: 'court_order', authority: 'WP 1204 of 2023, order of 9 January' },
  ],
};
