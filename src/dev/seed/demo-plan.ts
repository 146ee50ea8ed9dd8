import type { DemoExplanation, DemoFinding, DemoInspection } from './demo-audit.ts';
import type { Appointment, DemoCase } from './demo-case.ts';
import type { CustodyDay } from './demo-custody.ts';
import type { DemoSlip, DraftFate } from './demo-drafts.ts';
import type { DemoOpening } from './demo-openings.ts';
import type { DemoRun, OddProofs } from './demo-print-room.ts';
import type { DemoRoll } from './demo-rolls.ts';
import type { DemoProposal } from './demo-settings.ts';
import type { DemoStatement } from './demo-statements.ts';
import type { StudentSample } from './demo-students.ts';

/** Everything that happens in the demo's office. */
export type DemoPlan = {
  cases: readonly DemoCase[];
  students: readonly StudentSample[];
  appointments: readonly Appointment[];
  slips: readonly DemoSlip[];
  fates: readonly DraftFate[];
  statements: readonly DemoStatement[];
  runs: readonly DemoRun[];
  oddProofs: OddProofs;
  custody: readonly CustodyDay[];
  openings: readonly DemoOpening[];
  proposals: readonly DemoProposal[];
  rolls: readonly DemoRoll[];
  findings: readonly DemoFinding[];
  inspections: readonly DemoInspection[];
  explanations: readonly DemoExplanation[];
};

/** Combines two plans for one office. */
export function mergePlans(one: DemoPlan, other: DemoPlan): DemoPlan {
  const names = Object.keys(one) as (keyof DemoPlan)[];
  const merged = names.map((name) => {
    const [left, right] = [one[name], other[name]];
    return [name, Array.isArray(left) ? left.concat(right) : { ...left, ...right }];
  });
  return Object.fromEntries(merged) as DemoPlan;
}
