import { namesOf } from '../labels.ts';
import { certificateTypes } from './certificate-types.ts';
import { choices } from './choices.ts';
import { convocations } from './convocations.ts';
import { courses } from './courses.ts';
import { feeSchedule } from './fee-schedule.ts';
import type { Master } from './master.ts';
import { numberSeries } from './number-series.ts';
import { offices } from './offices.ts';
import { university } from './university.ts';

/** The short lists that the university keeps by itself, in the order of the menu. */
export const masters = {
  university,
  courses,
  certificate_types: certificateTypes,
  offices,
  convocations,
  fee_schedule: feeSchedule,
  choices,
  number_series: numberSeries,
} as const satisfies Record<string, Master>;
export type MasterName = keyof typeof masters;
/** Any of them. */
export type AnyMaster = Master<MasterName>;
export const masterNames = namesOf(masters);

/** A table with a line for each master. */
export function eachMaster<Line>(lineOf: (master: AnyMaster) => Line): Record<MasterName, Line> {
  const lines = Object.values(masters).map((master) => [master.name, lineOf(master)] as const);
  return Object.fromEntries(lines) as Record<MasterName, Line>;
}
