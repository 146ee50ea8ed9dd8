import { addDays, addMonths, dayInIndia } from '#shared/format.ts';
import type { Appointment, CaseAct, DemoCase, DemoDraft, Story } from './demo-case.ts';
import type { DemoSlip, DraftFate } from './demo-drafts.ts';
import type { DemoPlan } from './demo-plan.ts';
import type { DemoRun } from './demo-print-room.ts';
import { notApplied, readNames, sampleNames } from './demo-sample-names.ts';
import type { StudentSample } from './demo-students.ts';
import { after, day, hour, inOfficeHours, lastInOffice, laterInOffice } from './office-hours.ts';

/** Oldest first. Twelve of forty are unverified, so that the donut shows 30 / 70. */
const fates = 'HHHHRHHHHHHRHHHPPPRPPPPPWRWWWRNWNTWNTWNT';

const decided = 20 / 24;
const verified: Story = { received: [[decided, 'verify']] };

/** H handed over, P printed, W waiting for print, N received, T returned, R rejected because the fee is short. */
const stories: Record<string, Story> = {
  H: verified,
  P: verified,
  W: verified,
  N: {},
  T: { received: [[decided, 'return']] },
  R: { received: [[decided, 'reject']] },
};

type Oddity = Partial<Pick<DemoCase, 'story' | 'inMaster' | 'wrong'>> & {
  photoTurned?: number;
  isShort?: boolean;
};

/** Special features by position: student master, receipt, fee, copy. */
const oddities: Record<number, Oddity> = {
  12: {
    story: {
      ...verified,
      left: [
        [26 / 24, 'askReprint'],
        [28 / 24, 'approveReprint'],
      ],
    },
    wrong: { by: 'receiver', reason: 'The name is cut off at the right edge.', cause: 'office' },
  },
  30: { inMaster: { name: 'Imran A Khan' }, photoTurned: 0 },
  35: { inMaster: { examRollNumber: '24101999' }, photoTurned: 1 },
  38: { inMaster: 'missing', isShort: true },
};

type Reprint = { hours: number; wrong: DemoCase['wrong']; decision?: 'approveReprint' | 'rejectReprint' };

/** Reprints requested this many hours ago, by the candidate's position. */
const reprints: Record<number, Reprint> = {
  16: {
    hours: 40,
    decision: 'rejectReprint',
    wrong: {
      by: 'case-worker',
      reason: 'The seal looks too pale.',
      rejection: 'The seal is as on all sheets of this paper.',
    },
  },
  8: {
    hours: 30,
    decision: 'approveReprint',
    wrong: { by: 'receiver', reason: 'Water stain, the sheet got wet on its way to the college.' },
  },
  7: {
    hours: 26,
    wrong: { by: 'admin', reason: 'The photo is printed with a stripe across it.', cause: 'office' },
  },
  19: {
    hours: 20,
    wrong: {
      by: 'printer',
      reason: 'Toner streak across the crest, seen after the run was closed.',
      cause: 'office',
    },
  },
  9: { hours: 6, wrong: { by: 'receiver', reason: 'The lower border is smudged.' } },
};

/** Revocations proposed this many hours ago, by the candidate's position. */
const revocations: readonly Revocation[] = [
  [15, 52, 'declineRevocation'],
  [14, 22, null],
];
type Revocation = readonly [place: number, hours: number, decision: 'declineRevocation' | null];

/** Used in turn; college and paper go together. */
const colleges = ['COL002', 'COL003', 'COL001'];
const courses = ['CIVIL', 'ECE', 'MECH'];
const papers = ['PAR-GRE', 'PAR-MAR', 'PAR-NAV'];
const banks = [
  ['State Bank of India', 'Mysuru Main'],
  ['Canara Bank', 'Mandya'],
  ['Karnataka Bank', 'Mangaluru Hampankatta'],
] as const;
const posted = [2, 6, 12];

/** The last drafts are still in the office, so they came in the last days. */
const daysAgo: Record<number, number> = { 37: 12, 38: 8 };

/** Forty applications, mostly evenly spaced from January 2024 to three days ago, and their history. */
export function planSamples(now: Date): DemoPlan {
  const people = readNames(sampleNames);
  const first = Date.UTC(2024, 0, 9, 5);
  const step = (now.getTime() - 3 * day - first) / (people.length - 1);
  const cases = people.map((person, index) =>
    sampleCase(person, {
      index,
      receivedAt: inOfficeHours(
        daysAgo[index] ? after(now, -daysAgo[index]) : new Date(first + index * step),
      ),
    }),
  );
  const runs = sampleRuns(cases);
  const before = (hours: number) => lastInOffice(new Date(now.getTime() - hours * hour));
  return {
    cases,
    runs,
    ...sampleDrafts(cases),
    students: notAppliedOf(people.length, after(now, -1)),
    appointments: [
      // Of those at one moment the longest ago is the first.
      ...Object.entries(reprints)
        .sort(([, one], [, other]) => other.hours - one.hours)
        .map(([place, { hours, decision = null }]) =>
          appointmentOf(cases[Number(place)]!, { at: before(hours), acts: ['askReprint', decision] }),
        ),
      ...revocations.map(([place, hours, decision]) =>
        appointmentOf(cases[place]!, { at: before(hours), acts: ['proposeRevocation', decision] }),
      ),
    ],
    oddProofs: {},
    custody: [],
    statements: [],
    openings: [],
    proposals: [],
    rolls: [],
    findings: [],
    inspections: [],
    explanations: [],
  };
}

function sampleCase(
  person: { name: string; native: string },
  { index, receivedAt }: { index: number; receivedAt: Date },
): DemoCase {
  const of = <Item>(items: readonly Item[]) => items[index % items.length]!;
  const fate = fates[index]!;
  const {
    story = stories[fate]!,
    isShort = fate === 'R',
    photoTurned,
    inMaster,
    wrong,
  } = oddities[index] ?? {};
  const today = dayInIndia(receivedAt);
  const college = of(colleges);
  const [fee, part] = college === 'COL003' ? [80_000, 60_000] : [700, 500];
  const [bank, branch] = of(banks);
  return {
    ...person,
    key: `demo-${String(index).padStart(3, '0')}`,
    index,
    enrolledAt: new Date(receivedAt.getTime() - 3 * hour),
    receivedAt,
    year: Number(today.slice(0, 4)) - 1,
    college,
    course: of(courses),
    paper: of(papers),
    certificateType: 'Degree',
    receiver: 'receiver',
    caseWorker: 'case-worker',
    draft: {
      number: String(410_200 + index * 137),
      drawnOn: index === firstInHand ? addDays(today, -70) : addMonths(today, -1),
      bank,
      branch,
      amount: isShort ? part : fee,
      photoTurned,
    },
    concession: null,
    inMaster,
    story,
    pace: 1,
    leaves: fate === 'H' ? leavingOf(college, index) : null,
    wrong: wrong ?? reprints[index]?.wrong,
  };
}

function leavingOf(college: string, index: number): DemoCase['leaves'] {
  if (college === 'COL003') return { way: 'bundle', days: 4 };
  return { way: posted.includes(index) ? 'post' : 'in_person', days: 3 };
}

/** Runs of one paper, each prepared on the day after its last candidate was verified; the first has a jam. */
const runsAfter = [12, 16, 17, 21, 22, 23];
const printedAgain = 12;

function sampleRuns(cases: readonly DemoCase[]): DemoRun[] {
  const runs = runsAfter.map((place): DemoRun => {
    const { receivedAt, paper, certificateType } = cases[place]!;
    return {
      key: `demo-run-${place}`,
      at: laterInOffice(receivedAt, decided + 1.5),
      paper,
      certificateType,
      unsigned: 3,
    };
  });
  const first = runs[0]!;
  const again = { ...first, key: `demo-run-${printedAgain}-again`, at: laterInOffice(first.at, 9) };
  return [{ ...first, wrong: { 3: 'Jam' }, inkIsRecorded: true }, again, ...runs.slice(1)];
}

/** Positions of the draft that the bank returns, and of the first not deposited, which is nearly stale. */
const returnedDraft = 26;
const firstInHand = 37;

/**
 * A slip for each draft. The bank returns one; its replacement has another slip, and the application is verified again.
 * Of the newest three drafts one is nearly stale, one is on a prepared slip, and one was just received.
 */
function sampleDrafts(cases: readonly DemoCase[]): { slips: DemoSlip[]; fates: DraftFate[] } {
  const returned: DemoDraft = cases[returnedDraft]!.draft;
  const slips: DemoSlip[] = cases.slice(0, firstInHand).map(({ draft, receivedAt }, place) => ({
    key: `demo-slip-${place}`,
    at: laterInOffice(receivedAt, 2),
    drafts: [draft.number],
    ending: place + 1 === firstInHand ? 'deposited' : 2,
  }));
  slips.push({
    key: 'demo-slip-again',
    at: laterInOffice(cases[returnedDraft]!.receivedAt, 15),
    drafts: [String(Number(returned.number) + 1)],
    ending: 2,
  });
  const { draft, receivedAt } = cases[firstInHand + 1]!;
  slips.push({
    key: 'demo-slip-waits',
    at: laterInOffice(receivedAt, 2),
    drafts: [draft.number],
    ending: 'prepared',
  });
  const deposited = [
    [3, 'return'],
    [10, 'replace'],
    [11, 'verifyAgain'],
  ] as const;
  return { slips, fates: [{ draft: returned, deposited }] };
}

function notAppliedOf(firstIndex: number, addedAt: Date): StudentSample[] {
  const year = Number(dayInIndia(addedAt).slice(0, 4)) - 1;
  return readNames(notApplied).map((person, place) => ({
    ...person,
    index: firstIndex + place,
    year,
    college: colleges[place % colleges.length]!,
    addedAt,
  }));
}

/** Decisions follow two hours later. */
function appointmentOf(
  { key }: DemoCase,
  { at, acts }: { at: Date; acts: readonly (CaseAct | null)[] },
): Appointment {
  return { of: key, at, acts: acts.flatMap((act, place) => (act ? [[(place * 2) / 24, act] as const] : [])) };
}
