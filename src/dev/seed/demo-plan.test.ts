import { describe, expect, test } from 'vitest';
import { seeded } from '#dev/testing/random.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { type KindName, kindOf, unverifiedKinds } from './demo-kinds.ts';
import { planSamples } from './demo-samples.ts';
import { lastSeason, thisSeason } from './demo-season-tables.ts';
import { planSeasons } from './demo-seasons.ts';
import { atHour, day, hour, isClosed } from './office-hours.ts';

/** Moments at which somebody may start the demo first: every hour of the day, the ends of months, leap days. */
const random = seeded(12);
const moments = [
  ...[
    '2026-02-28',
    '2026-03-01',
    '2026-10-01',
    '2027-01-01',
    '2028-02-29',
    '2028-03-31',
    '2029-12-31',
  ].flatMap((on) => [atHour(on, 0.01), atHour(on, 23.99)]),
  ...Array.from({ length: 60 }, () => new Date(Date.UTC(2026, 0, 1) + random(4 * 365 * 24) * hour)),
];

describe.each(moments.map((now) => [now.toISOString(), now] as const))('begun at %s', (_, now) => {
  const samples = planSamples(now);
  const seasons = planSeasons(now);
  const cases = [...samples.cases, ...seasons.cases];

  test('nobody comes tomorrow, and each is enrolled before', () => {
    for (const { key, enrolledAt, receivedAt } of cases) {
      expect(receivedAt.getTime(), key).toBeLessThanOrEqual(now.getTime());
      expect(enrolledAt.getTime(), key).toBeLessThanOrEqual(receivedAt.getTime());
    }
  });

  test('keys, students and drafts are each their own', () => {
    for (const name of ['key', 'index'] as const)
      expect(new Set(cases.map((one) => one[name])).size).toBe(cases.length);
    const drafts = new Set(cases.map(({ draft }) => draft));
    expect(new Set([...drafts].map(({ number }) => number)).size).toBe(drafts.size);
  });

  test('a draft is drawn before it is brought, and is valid then', () => {
    for (const { key, draft, receivedAt } of cases) {
      const on = dayInIndia(receivedAt);
      expect(draft.drawnOn <= on, key).toBe(true);
      expect(on <= addMonths(draft.drawnOn, 3), key).toBe(true);
    }
  });

  test('this month and the same days of last month have students, applications and fees that are open', () => {
    const from = `${dayInIndia(now).slice(0, 7)}-01`;
    const days = [
      { from, to: dayInIndia(now) },
      { from: addMonths(from, -1), to: addMonths(dayInIndia(now), -1) },
    ];
    for (const { from, to } of days) {
      const isThen = (moment: Date) => from <= dayInIndia(moment) && dayInIndia(moment) <= to;
      const came = seasons.cases.filter(({ receivedAt }) => isThen(receivedAt));
      expect(came.some(({ draft }) => draft.amount % 700 !== 0 && draft.amount < 80_000)).toBe(true);
      // What it pays, or does not, would outweigh all others of a month.
      expect(came.some(({ college }) => college === 'COL003')).toBe(true);
      for (const { key, draft, college } of came)
        if (college === 'COL003') expect(draft.amount, key).toBeGreaterThanOrEqual(50_000);
      expect(seasons.cases.some(({ enrolledAt }) => isThen(enrolledAt))).toBe(true);
    }
  });

  test('a season spreads over months, and has years of its own', () => {
    const years = Map.groupBy(seasons.cases, ({ year }) => year);
    expect(years.size).toBe(2);
    for (const season of years.values()) {
      expect(season.length).toBeGreaterThanOrEqual(100);
      const months = new Set(season.map(({ receivedAt }) => dayInIndia(receivedAt).slice(0, 7)));
      expect(months.size).toBeGreaterThanOrEqual(5);
    }
  });

  test('the office works on open days, and drafts wait for a slip for two weeks at most', () => {
    const { slips, runs, custody, statements, findings, inspections } = seasons;
    for (const { at, key } of [...slips, ...runs, ...custody, ...statements, ...findings, ...inspections])
      expect(isClosed(dayInIndia(at)), key).toBe(false);
    const taken = slips.filter(({ ending }) => ending !== 'cancelled');
    for (const { key, receivedAt } of seasons.cases) {
      if (receivedAt.getTime() > now.getTime() - 14 * day) continue;
      const isSoon = ({ at }: { at: Date }) =>
        at > receivedAt && at.getTime() < receivedAt.getTime() + 14 * day;
      expect(taken.some(isSoon), key).toBe(true);
    }
  });

  test('what is planned of slips and runs is planned once', () => {
    const { slips, runs } = seasons;
    for (const planned of [slips, runs])
      expect(new Set(planned.map(({ key }) => key)).size).toBe(planned.length);
    for (const { at } of [...slips, ...runs]) expect(at.getTime()).toBeLessThan(now.getTime() + day);
  });
});

test('the donut of samples and seasons stands at 30 / 70', () => {
  const ofTrends: KindName[] = [
    'verified',
    'returnedAndKept',
    'rejected',
    'received',
    'receivedShort',
    'received',
  ];
  const kinds = [...lastSeason, ...thisSeason]
    .flat()
    .flatMap(([count, kind]) => Array.from({ length: count }, () => kind))
    .concat(ofTrends);
  const unverified = 12 + kinds.filter((kind) => unverifiedKinds.includes(kind)).length;
  expect(kinds.every((kind) => kindOf(kind))).toBe(true);
  expect(unverified / (40 + kinds.length)).toBeCloseTo(0.3, 2);
});
