import { addDays, dayInIndia } from '#shared/format.ts';
import type { DemoDraft } from './demo-case.ts';
import type { CustodyDay } from './demo-custody.ts';
import type { DemoSlip } from './demo-drafts.ts';
import type { DemoPlan } from './demo-plan.ts';
import type { DemoRun } from './demo-print-room.ts';
import { atHour, day, openDay } from './office-hours.ts';

type Days = { now: Date; lastStart: Date; returned: DemoDraft };

type Run = Omit<DemoRun, 'key' | 'at'>;

const lastDegrees = { paper: 'EXB-NAV', certificateType: 'Degree' };
const lastProvisionals = { paper: 'EXB-NAV', certificateType: 'Provisional' };
const degrees = { paper: 'EXB-MAR', certificateType: 'Degree' };
const provisionals = { paper: 'EXB-MAR', certificateType: 'Provisional' };
const ranks = { paper: 'PAR-NAV', certificateType: 'Rank' };

/** Last season's runs, by days since it began. */
const lastRuns: [day: number, run: Run][] = [
  [78, { ...lastDegrees, wrong: { 4: 'Jam' }, inkIsRecorded: true }],
  [112, { ...lastDegrees, wrong: { 9: 'missing', 12: 'Smudge' } }],
  [119, { ...lastProvisionals, unsigned: 1 }],
  [128, ranks],
  [154, { ...lastDegrees, wrong: { 2: 'Misfeed' }, unsigned: 1 }],
  [205, { ...lastProvisionals }],
  [206, { ...lastDegrees, unsigned: 2 }],
  [212, ranks],
  [262, { ...lastDegrees, unsigned: 1 }],
];

/** This season's runs, by days before now. */
const runs: [day: number, run: Run][] = [
  [146, { ...degrees, wrong: { 3: 'Smudge' }, inkIsRecorded: true }],
  [107, { ...degrees, wrong: { 6: 'Jam', 7: 'Torn' }, unsigned: 2 }],
  [98, ranks],
  [92, { ...provisionals, unsigned: 2 }],
  [85, { ...degrees, ending: 'withdrawn' }],
  [83, { ...degrees, unsigned: 40 }],
  [3, { ...degrees, ending: { recorded: 7 }, wrong: { 5: 'Jam' } }],
  [1, { ...ranks, ending: 'prepared' }],
];

const custody: [day: number, what: DistributiveOmit<CustodyDay, 'key' | 'at'>][] = [
  [330, { paper: 'EXB-NAV', act: 'destroy', isWitnessed: true }],
  [300, { paper: 'EXB-NAV', act: 'count', lacks: 0, isResolved: true }],
  [40, { paper: 'EXB-MAR', act: 'count', lacks: 1, isResolved: true }],
  [9, { paper: 'EXB-MAR', act: 'destroy', isWitnessed: false }],
];

type DistributiveOmit<Union, Field extends PropertyKey> = Union extends unknown ? Omit<Union, Field> : never;

/** All papers are counted once a year, by days before now. */
const papers = ['PAR-GRE', 'PAR-MAR', 'PAR-NAV', 'EXB-GRE', 'EXB-MAR', 'EXB-NAV'];
const [newestCount, countEvery] = [25, 340];

/** Spoilt sheets come back to the store every third week, by days before now. */
const [newestReturn, returnEvery] = [10, 21];

/** By this day the paper was delivered. */
const firstDay = '2024-02-01';

/** A slip every ten days; the bank credits all but the newest after three days. */
const slipEvery = 10;
const lastSlips = 22;
const slips: [day: number, ending: DemoSlip['ending']][] = [
  ...Array.from({ length: 17 }, (_, place): [number, number] => [182 - place * slipEvery, 3]),
  [56, 'cancelled'],
  [13, 'deposited'],
  [4, 'deposited'],
  [1, 'prepared'],
];

/** The work of print room, store and counter in both seasons. */
export function planSeasonWork({
  now,
  lastStart,
  returned,
}: Days): Pick<DemoPlan, 'runs' | 'slips' | 'statements' | 'custody' | 'oddProofs'> {
  const before = (days: number, hours: number) => atHour(openDay(addDays(dayInIndia(now), -days)), hours);
  const since = (days: number, hours: number) => atHour(openDay(addDays(dayInIndia(lastStart), days)), hours);
  return {
    runs: [
      ...lastRuns.map(([days, run]) => ({ ...run, key: `demo-run-last-${days}`, at: since(days, 14) })),
      ...runs.map(([days, run]) => ({ ...run, key: `demo-run-this-${days}`, at: before(days, 14) })),
    ],
    slips: [
      ...Array.from({ length: lastSlips }, (_, place) => ({
        key: `demo-slip-last-${place}`,
        at: since((place + 1) * slipEvery, 15),
        drafts: 'in hand' as const,
        ending: 3,
      })),
      ...slips.map(([days, ending]) => ({
        key: `demo-slip-this-${days}`,
        at: before(days, 15),
        drafts: 'in hand' as const,
        ending,
      })),
    ],
    statements: [{ key: 'demo-statement', at: before(6, 11), returned }],
    custody: [
      ...custody.map(([days, what]) => ({ ...what, key: `demo-store-${days}`, at: before(days, 16) })),
      ...daysBefore(now, newestCount, countEvery).flatMap((days) =>
        papers.map((paper) => ({
          ...{ key: `demo-count-${paper}-${days}`, at: before(days, 11), paper },
          ...{ act: 'count' as const, lacks: 0, isResolved: true },
        })),
      ),
      ...daysBefore(now, newestReturn, returnEvery).map((days) => ({
        key: `demo-return-${days}`,
        at: before(days, 15),
        act: 'return' as const,
      })),
    ],
    oddProofs: { 'Rank, Green': 'refused first', 'Provisional, Green': 'waits' },
  };
}

/** Days before now at this distance, back to the first deliveries. */
function daysBefore(now: Date, newest: number, distance: number): number[] {
  const all = (now.getTime() - atHour(firstDay, 0).getTime()) / day;
  return Array.from(
    { length: Math.ceil((all - newest) / distance) },
    (_, place) => newest + place * distance,
  );
}
