import type { DemoCase } from './demo-case.ts';
import { after } from './office-hours.ts';

type Concession = NonNullable<DemoCase['concession']>;

/** The fee of each college. */
export const fees: Record<string, number> = { COL001: 700, COL002: 700, COL003: 80_000 };
/** For a provisional certificate, from a certain day of the season. */
export const lateFee = 100;
/** For certificates of this year's season. */
export const reprintFee = 300;

export function lateFrom({ start }: { start: Date }): Date {
  return after(start, 150);
}

export const waiver = { reason: 'court_order', authority: 'WP 2217 of 2024, order of 11 November' };

/** One in this many candidates has a concession, by college. */
export const concessionEvery = 23;
export const concessions: Record<string, readonly Concession[]> = {
  COL001: [
    { amount: 200, reason: 'sc_st', authority: 'Government order 214 of 3 June 2019' },
    { amount: 350, reason: 'disability', authority: 'Registrar, order 88 of 12 August' },
  ],
  COL002: [{ amount: 200, reason: 'staff_ward', authority: 'Registrar, order 41 of 6 May' }],
  COL003: [
    { amount: 20_000, reason: 'merit', authority: 'Syndicate, resolution 17 of 2 February' },
    { amount: 30_000, reason: 'court_order', authority: courtOrder(0) },
  ],
};

/** An order serves one candidate. */
export function courtOrder(index: number): string {
  return `WP ${1_204 + index} of 2023, order of 9 January`;
}
