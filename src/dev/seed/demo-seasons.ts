import { addDays, addMonths, dayInIndia } from '#shared/format.ts';
import { planAuditStory } from './demo-audit-story.ts';
import { isRanked } from './demo-awards.ts';
import type { Appointment, DemoCase, DemoDraft } from './demo-case.ts';
import type { DraftFate } from './demo-drafts.ts';
import { concessionEvery, concessions, courtOrder, fees, lateFee, lateFrom, waiver } from './demo-fees.ts';
import { type Kind, type KindName, kindOf } from './demo-kinds.ts';
import type { DemoPlan } from './demo-plan.ts';
import { lastSeason, type SeasonTable, thisSeason } from './demo-season-tables.ts';
import { planSeasonWork } from './demo-season-work.ts';
import { planOpeningBalances, planSettings } from './demo-set-up.ts';
import { academicYearOf, type StudentSample } from './demo-students.ts';
import { fullName } from './names.ts';
import { after, atHour, day, hour, inOfficeHours, openDay } from './office-hours.ts';

type Visit = { at: Date; enrolledAt: Date; kind: KindName; college?: string | undefined };
/** Candidates of one draft. */
type Group = { college: string; visits: Visit[] };
type Season = { start: Date; now: Date; firstIndex: number; paper: string };

/** A season lasts six and a half months and ends now, or a year ago. */
const seasonDays = 195;

/** Two convocation seasons, this year's and last year's, at a given moment. */
export function planSeasons(now: Date): DemoPlan {
  const thisStart = after(now, -seasonDays);
  const lastStart = after(thisStart, -365);
  const last: Season = { start: lastStart, now, firstIndex: 50, paper: 'EXB-NAV' };
  const current: Season = { start: thisStart, now, firstIndex: 200, paper: 'EXB-MAR' };
  const made = [
    ...makeCases(visitsOf(lastSeason, last), last),
    ...makeCases([...visitsOf(thisSeason, current), ...visitsOfTrends(now)].sort(byTime), current),
  ];
  const [lastYear, thisYear] = [last, current].map((season) => ({ ...season, year: yearOf(season) }));
  const returned = made.find(({ kind }) => kind === 'returnedByLine')!.plan.draft;
  return {
    cases: made.map(({ plan }) => plan),
    students: [...notAppliedOf(last), ...notAppliedOf(current)],
    appointments: made.flatMap((one) => appointmentOf(one, now)),
    fates: made.flatMap(fateOf),
    openings: planOpeningBalances(),
    proposals: planSettings(now, lastYear!, thisYear!),
    rolls: [
      {
        key: 'demo-roll',
        at: inOfficeHours(after(lastStart, seasonDays)),
        academicYear: academicYearOf(lastYear!),
      },
    ],
    ...planSeasonWork({ now, lastStart, returned }),
    ...planAuditStory(now),
  };
}

/** The year in which its academic year begins. */
function yearOf({ start }: Season): number {
  return Number(dayInIndia(start).slice(0, 4)) - 1;
}

/** Spreads the candidates of each tenth in the table over its days. */
function visitsOf(table: SeasonTable, { start, now }: Season): Visit[] {
  const tenth = seasonDays / table.length;
  return table.flatMap((candidates, place) => {
    const kinds = candidates.flatMap(([count, kind]) => Array.from({ length: count }, () => kind));
    return kinds.map((kind, ordinal) => {
      const at = atCounter(after(start, (place + (ordinal + 0.5) / kinds.length) * tenth), now);
      return { at, enrolledAt: inOfficeHours(after(at, -3 - (ordinal % 9))), kind };
    });
  });
}

/**
 * Candidates of today and of the first day of last month, so that every trend has something to compare on any day; both
 * days include the expensive college.
 */
function visitsOfTrends(now: Date): Visit[] {
  const today = dayInIndia(now);
  const lastMonth = addMonths(`${today.slice(0, 7)}-01`, -1);
  const hoursToday = (now.getTime() - atHour(today, 0).getTime()) / hour;
  const visits: [on: string, hours: number, kind: KindName, college?: string][] = [
    [lastMonth, 10.5, 'verified', 'COL003'],
    [lastMonth, 11, 'returnedAndKept'],
    [lastMonth, 12, 'rejected'],
    [today, hoursToday * 0.7, 'received', 'COL003'],
    [today, hoursToday * 0.8, 'receivedShort'],
    [today, hoursToday * 0.9, 'received'],
  ];
  return visits.map(([on, hours, kind, college]) => ({
    at: atHour(on, hours),
    enrolledAt: atHour(on, hours * 0.9),
    kind,
    college,
  }));
}

/** Within office hours, at the latest yesterday. */
function atCounter(moment: Date, now: Date): Date {
  const yesterday = atHour(openDay(addDays(dayInIndia(now), -1)), 17);
  return new Date(Math.min(inOfficeHours(moment).getTime(), yesterday.getTime()));
}

function byTime(one: Visit, other: Visit): number {
  return one.at.getTime() - other.at.getTime();
}

/** Colleges in turn, with the number of candidates that one draft of the college pays for. */
const turns = [
  ['COL001', 4],
  ['COL002', 1],
  ['COL003', 1],
  ['COL001', 1],
  ['COL002', 3],
  ['COL001', 2],
  ['COL003', 1],
  ['COL002', 1],
] as const;

function groupsOf(visits: readonly Visit[]): Group[] {
  const groups: Group[] = [];
  let [open, places] = [null as Group | null, 0];
  for (const [index, visit] of visits.entries()) {
    const { draft, fate } = kindOf(visit.kind);
    const isOdd = Boolean(draft || fate);
    const paysAlone = isOdd || visit.college || index % concessionEvery === 0;
    if (open && places > 0 && !paysAlone) {
      open.visits.push(visit);
      places -= 1;
      continue;
    }
    const [turn, size] = turns[groups.length % turns.length]!;
    // One missing fee of the expensive college would outweigh all others of a month.
    const ofTurn = isOdd && turn === 'COL003' ? 'COL002' : turn;
    const group = { college: visit.college ?? ofTurn, visits: [visit] };
    groups.push(group);
    [open, places] = paysAlone ? [null, 0] : [group, size - 1];
  }
  return groups;
}

type Made = { plan: DemoCase; kind: KindName };

function makeCases(visits: readonly Visit[], season: Season): Made[] {
  let index = season.firstIndex;
  return groupsOf(visits).flatMap((group) => {
    const made = makeGroup(group, { ...season, firstIndex: index });
    index += made.length;
    return made;
  });
}

const banks = [
  ['State Bank of India', 'Mysuru Main'],
  ['Canara Bank', 'Mandya'],
  ['Karnataka Bank', 'Mangaluru Hampankatta'],
  ['Union Bank of India', 'Hassan'],
  ['Bank of Baroda', 'Madikeri'],
] as const;

function makeGroup(group: Group, season: Season): Made[] {
  const { college, visits } = group;
  const { now, firstIndex } = season;
  const first = visits[0]!;
  const { draft: kindOfDraft, drawnDaysAgo } = kindOf(first.kind);
  const sheets = visits.map((visit, place) =>
    sheetOf(visit.kind, { index: firstIndex + place, at: first.at, season }),
  );
  const due = sheets.reduce((sum, { lateFee = 0 }) => sum + fees[college]! + lateFee, 0);
  const concession = kindOfDraft === 'none' ? { ...waiver, amount: due } : concessionOf(group, firstIndex);
  const drawnOn = addDays(
    dayInIndia(drawnDaysAgo ? now : first.at),
    -(drawnDaysAgo ?? 4 + (firstIndex % 17)),
  );
  const [bank, branch] = banks[firstIndex % banks.length]!;
  const draft: DemoDraft = {
    number: String(510_000 + firstIndex * 61),
    drawnOn,
    bank,
    branch,
    amount: due - (concession?.amount ?? 0) + notPaid[kindOfDraft ?? 'its own'],
  };
  const people = peopleOf(college, firstIndex);
  return visits.map(({ kind: name, at, enrolledAt }, place) => {
    const index = firstIndex + place;
    const kind = kindOf(name);
    const [latin, kannada, devanagari] = fullName(index);
    const receivedAt = place === 0 ? at : new Date(first.at.getTime() + place * 6 * 60_000);
    const plan: DemoCase = {
      key: `demo-s${index}`,
      index,
      name: latin,
      native: index % 20 < 11 ? kannada : index % 20 < 16 ? devanagari : '',
      misspelt: kind.isMisspelt && latin.slice(0, -1),
      enrolledAt:
        place === 0 ? enrolledAt : new Date(Math.min(enrolledAt.getTime(), receivedAt.getTime() - day)),
      receivedAt,
      year: yearOf(season),
      college,
      course: ['ECE', 'MECH', 'CIVIL'][index % 3]!,
      ...sheets[place]!,
      ...people,
      draft,
      concession,
      story: kind.story,
      pace: 0.7 + (index % 5) * 0.3,
      leaves: kind.stays || index % 29 === 7 ? null : leavingOf(college, index),
      surrenders: true,
    };
    return { plan, kind: name };
  });
}

function concessionOf({ college, visits }: Group, index: number): DemoCase['concession'] {
  if (visits.length > 1 || index % concessionEvery > 0) return null;
  const own = concessions[college]!;
  const concession = own[index % own.length]!;
  return concession.reason === 'court_order' ? { ...concession, authority: courtOrder(index) } : concession;
}

/** The draft's amount less the amount due. */
const notPaid: Record<NonNullable<Kind['draft']>, number> = {
  short: -200,
  over: 300,
  'its own': 0,
  'without late fee': -lateFee,
  none: 0,
};

/** Who receives and decides a college's applications: mostly its own staff, partly the university's. */
function peopleOf(college: string, index: number): Pick<DemoCase, 'receiver' | 'caseWorker'> {
  const isOwn = index % 4 > 0;
  if (college === 'COL001' && isOwn) return { receiver: 'receiver.col001', caseWorker: 'case-worker.col001' };
  return {
    receiver: college === 'COL002' && isOwn ? 'receiver.col002' : 'receiver',
    caseWorker: 'case-worker',
  };
}

/** Mostly degrees; some provisional certificates, which cost more late in the season, or rank certificates. */
function sheetOf(name: KindName, { index, at, season }: { index: number; at: Date; season: Season }) {
  const { paper } = season;
  const { isLate } = kindOf(name);
  const isOrdinary = name === 'verified' || name === 'received';
  if (!isLate && isOrdinary && isRanked(index)) return { certificateType: 'Rank', paper: 'PAR-NAV' };
  const place = isLate ? 7 : isOrdinary ? index % 10 : 0;
  if (place < 7) return { certificateType: 'Degree', paper };
  const costsMore = dayInIndia(at) >= dayInIndia(lateFrom(season));
  return { certificateType: 'Provisional', paper, ...(costsMore && { lateFee }) };
}

function leavingOf(college: string, index: number): DemoCase['leaves'] {
  if (college === 'COL001' && index % 6 > 0) return { way: 'bundle', days: 6 };
  return index % 3 === 1 ? { way: 'post', days: 4 } : { way: 'in_person', days: 3 + (index % 13) };
}

function appointmentOf({ plan, kind }: Made, now: Date): Appointment[] {
  const { appointment } = kindOf(kind);
  if (!appointment) return [];
  const acts = appointment.acts.map((act, place) => [place * 0.1, act] as const);
  return [{ of: plan.key, at: atHour(openDay(addDays(dayInIndia(now), -appointment.days)), 12), acts }];
}

function fateOf({ plan, kind }: Made): DraftFate[] {
  const { fate } = kindOf(kind);
  return fate ? [{ draft: plan.draft, ...fate }] : [];
}

const notApplied = 18;

function notAppliedOf(season: Season): StudentSample[] {
  const { start, firstIndex } = season;
  return Array.from({ length: notApplied }, (_, place) => {
    const index = firstIndex + 400 + place;
    const [name, kannada, devanagari] = fullName(index);
    return {
      name,
      native: place % 2 === 0 ? kannada : devanagari,
      index,
      year: yearOf(season),
      college: turns[place % turns.length]![0],
      addedAt: inOfficeHours(after(start, 5 + place * 9)),
    };
  });
}
