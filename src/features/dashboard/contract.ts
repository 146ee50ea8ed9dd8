import { z } from 'zod';
import { operation } from '#platform/contract/operation.ts';
import { DayRange, Id } from '#shared/fields.ts';

/** A number with what was added to it this month up to today, and on the same days of last month. */
const Figure = z.object({ value: z.int(), thisMonth: z.int(), lastMonth: z.int() });
export type Figure = z.infer<typeof Figure>;

const ApplicationFigures = z.object({
  students: Figure,
  applications: Figure,
  revenue: Figure,
  pendingFee: Figure,
  /** All applications once: verified ones are approved, all others pending. */
  overview: z.object({ pending: z.int(), approved: z.int() }),
});
export type ApplicationFigures = z.infer<typeof ApplicationFigures>;

const FeeFigures = z.object({
  generated: Figure,
  collected: Figure,
  pending: Figure,
  /** How many demand drafts wait for a deposit slip. */
  undeposited: Figure,
});

const YearlyRevenue = z.object({
  year: z.int(),
  /** Rupees of January to December. */
  months: z.array(z.int()).length(12),
  /** The same of the year before. */
  before: z.array(z.int()).length(12),
  /** Every year that can be chosen, newest first. */
  years: z.array(z.int()),
});
export type YearlyRevenue = z.infer<typeof YearlyRevenue>;

const StaffFigures = z.object({ users: Figure, caseWorkers: Figure, receivers: Figure, printers: Figure });

/**
 * Which part of the records figures are of. Days are those of receipt, of students those on which they were added, and of revenue
 * those of allocation; a trend compares months, whatever the days.
 */
const FigureFilters = DayRange.extend({ collegeId: Id.optional() });
export type FigureFilters = z.infer<typeof FigureFilters>;

/** Figures count what many commands change. */
const figures = {
  access: 'dashboard:read',
  reads: ['applications', 'certificates', 'demand_drafts', 'students', 'staff', 'imports'],
  follows: 'figures',
} as const;

export const dashboardContract = {
  getApplicationFigures: operation('GET /dashboard/applications', {
    ...figures,
    summary: 'Students, applications, revenue and pending fee of the scope of the caller, live.',
  })
    .input(FigureFilters)
    .output(ApplicationFigures),
  getFeeFigures: operation('GET /dashboard/fees', {
    ...figures,
    summary:
      'Fees generated, collected and pending, and the drafts to deposit, of the scope of the caller, live.',
    access: 'fees:read',
  }).output(FeeFigures),
  getYearlyRevenue: operation('GET /dashboard/revenue', {
    ...figures,
    summary: 'The revenue of a year by month, of this year if none is named, and the years to choose from.',
  })
    .input(
      z.object({ year: z.coerce.number().int().min(2000).max(2100).optional(), collegeId: Id.optional() }),
    )
    .output(YearlyRevenue),
  getStaffFigures: operation('GET /dashboard/staff', {
    ...figures,
    summary: 'How many people of the scope of the caller may sign in, by what they do.',
  }).output(StaffFigures),
};
