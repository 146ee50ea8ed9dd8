import { certificateTypes } from './certificate-types.ts';
import { choices } from './choices.ts';
import { convocations } from './convocations.ts';
import { courses } from './courses.ts';
import { feeSchedule } from './fee-schedule.ts';
import type { Master } from './master.ts';
import { eachNamedMaster, type MasterName } from './named-masters.ts';
import { numberSeries } from './number-series.ts';
import { offices } from './offices.ts';
import { printers } from './printers.ts';
import { inks, papers } from './stock-kinds.ts';
import { university } from './university.ts';

export const masters = {
  university,
  courses,
  certificate_types: certificateTypes,
  offices,
  convocations,
  fee_schedule: feeSchedule,
  choices,
  number_series: numberSeries,
  papers,
  inks,
  printers,
} as const satisfies { [Name in MasterName]: Master<Name> };
export type AnyMaster = Master<MasterName>;

/** A table with one value for each master. */
export function eachMaster<Line>(lineOf: (master: AnyMaster) => Line): Record<MasterName, Line> {
  return eachNamedMaster((_, name) => lineOf(masters[name]));
}
