import { z } from 'zod';
import { courseLevels } from '#features/masters/declared/courses.ts';
import { attendanceLabels, chargeLabels } from '#features/masters/declared/fee-schedule.ts';
import { Id, Rupees } from '#shared/fields.ts';
import { formatRupees } from '#shared/format.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

export const concessionReasonLabels = {
  sc_st: t`SC or ST candidate`,
  disability: t`Candidate with a disability`,
  staff_ward: t`Ward of a staff member`,
  merit: t`Merit`,
  court_order: t`Court order`,
  office_error: t`Mistake of the office`,
  other: t`Other order`,
};

export const chargeKinds = namesOf(chargeLabels);
export type ChargeKind = keyof typeof chargeLabels;

/** The conditions of a fee schedule row; null matches any value. */
const FeeRow = z.object({
  college: z.string().nullable(),
  course: z.string().nullable(),
  level: z.enum(namesOf(courseLevels)).nullable(),
  certificateType: z.string().nullable(),
  category: z.string().nullable(),
  attendance: z.enum(namesOf(attendanceLabels)).nullable(),
  academicYear: z.string().nullable(),
});

/** A charge by the fee schedule. */
export const ScheduledCharge = z.object({
  kind: z.enum(chargeKinds),
  scheduledAmount: Rupees,
  /** The row that applied; null means the college's convocation fee, or that the late charge no longer applies. */
  feeId: Id.nullable(),
  row: FeeRow.nullable(),
});
export type ScheduledCharge = z.infer<typeof ScheduledCharge>;

/** The fee by the schedule, before a concession. */
export function feeOf(charges: readonly Pick<ScheduledCharge, 'scheduledAmount'>[]): number {
  return charges.reduce((sum, { scheduledAmount }) => sum + scheduledAmount, 0);
}

/** A recorded charge, and how much of it demand drafts pay. */
export const Charge = ScheduledCharge.extend({
  id: Id,
  concessionAmount: Rupees,
  /** The scheduled amount less the concession. */
  amount: Rupees,
  paidAmount: Rupees,
  pendingAmount: Rupees,
});
export type Charge = z.infer<typeof Charge>;

type Described = Pick<ScheduledCharge, 'kind' | 'row' | 'scheduledAmount'>;

/** Names the row that applied as in the fee schedule: `ECE, SC, In absentia`. */
function describeRow({ kind, row, scheduledAmount }: Described): string {
  if (row === null)
    return kind === 'application' && scheduledAmount > 0
      ? t`convocation fee of the college`
      : t`none in the schedule`;
  const { college, course, level, certificateType, category, attendance, academicYear } = row;
  const given = [
    college,
    course,
    level && courseLevels[level],
    certificateType,
    category,
    attendance && attendanceLabels[attendance],
    academicYear,
  ];
  return given.filter((value) => value !== null).join(', ') || t`any application`;
}

/** `Late application ₹200: ECE, SC, In absentia`; `No late fee` at ₹0. */
export function describeCharge(charge: Described): string {
  if (charge.kind === 'late' && charge.scheduledAmount === 0) return t`No late fee`;
  return `${chargeLabels[charge.kind]} ${formatRupees(charge.scheduledAmount)}: ${describeRow(charge)}`;
}

/** Leaves out a late charge of nothing, or one that a correction ended. */
export function charged<Owed extends Pick<ScheduledCharge, 'kind' | 'row' | 'scheduledAmount'>>(
  charges: readonly Owed[],
): Owed[] {
  return charges.filter(
    ({ kind, row, scheduledAmount }) => kind === 'application' || (row !== null && scheduledAmount > 0),
  );
}
