import { z } from 'zod';
import { operation } from '#platform/contract/operation.ts';
import { DayRange, Id } from '#shared/fields.ts';

/** A number, with its increase this month up to today and on the same days of last month. */
const Figure = z.object({ value: z.int(), thisMonth: z.int(), lastMonth: z.int() });
export type Figure = z.infer<typeof Figure>;

const ApplicationFigures = z.object({
  students: Figure,
  applications: Figure,
  revenue: Figure,
  pendingFee: Figure,
  /** Every application once: verified ones count as approved, all others as pending. */
  overview: z.object({ pending: z.int(), approved: z.int() }),
});
export type ApplicationFigures = z.infer<typeof ApplicationFigures>;

const FeeFigures = z.object({
  generated: Figure,
  collected: Figure,
  pending: Figure,
  /** The number of demand drafts waiting for a deposit slip. */
  undeposited: Figure,
});

const YearlyRevenue = z.object({
  year: z.int(),
  /** Rupees per month, January to December. */
  months: z.array(z.int()).length(12),
  /** The same for the previous year. */
  before: z.array(z.int()).length(12),
  /** All selectable years, newest first. */
  years: z.array(z.int()),
});
export type YearlyRevenue = z.infer<typeof YearlyRevenue>;

const Steps = z.object({
  received: z.int(),
  verified: z.int(),
  printed: z.int(),
  handedOver: z.int(),
  /** Median days since the step before; null if none has taken it in the last 365 days. */
  daysToVerify: z.number().nullable(),
  daysToPrint: z.number().nullable(),
  daysToHandOver: z.number().nullable(),
});
export type Steps = z.infer<typeof Steps>;

const Funnel = z.object({ total: Steps, colleges: z.array(Steps.extend({ collegeId: Id })) });
export type Funnel = z.infer<typeof Funnel>;

const StaffFigures = z.object({ users: Figure, caseWorkers: Figure, receivers: Figure, printers: Figure });

/**
 * Restricts figures to a college and to days: of receipt; for students, of being added; for revenue, of allocation.
 * Trends always compare months.
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
  getFunnel: operation('GET /dashboard/funnel', {
    ...figures,
    summary:
      'How many applications were received, verified, printed and handed over, with the median days of each step, by college.',
  })
    .input(z.object({ collegeId: Id.optional() }))
    .output(Funnel),
  getStaffFigures: operation('GET /dashboard/staff', {
    ...figures,
    summary: 'How many people of the scope of the caller may sign in, by what they do.',
  }).output(StaffFigures),
};
