import { t } from '#shared/words.ts';
import { activePeriod } from './active-period.ts';
import { courseLevels } from './courses.ts';
import { master } from './master.ts';

/**
 * The charges. A late charge is due from the day on which its row becomes active. Getters, because the labels within a
 * line of charges are not translated again when the language changes.
 */
export const chargeLabels = {
  get application() {
    return t`Application`;
  },
  get late() {
    return t`Late application`;
  },
  get reprint() {
    return t`Reprint`;
  },
} as const;

export const attendanceLabels = {
  get in_person() {
    return t`In person`;
  },
  get in_absentia() {
    return t`In absentia`;
  },
} as const;

/**
 * What candidates pay. Of the matching rows, the first difference in the order of the seven fields of the key decides,
 * college first: a row with a specific value takes precedence over one for any. A college's convocation fee is its row
 * for any application. What tells rows apart at a glance stands first in lists and forms.
 */
export const feeSchedule = master('fee_schedule', {
  fourEyes: true,
  key: [
    'charge',
    'college',
    'course',
    'level',
    'certificateType',
    'category',
    'attendance',
    'academicYear',
    'activeFrom',
  ],
  usedBy: [{ table: 'charges', column: 'fee_id' }],
  fields: {
    charge: {
      kind: 'choice',
      label: t`Charge`,
      options: chargeLabels,
      missing: t`Choose what is charged for.`,
      example: 'Late application',
      synonyms: 'charge type, fee type, for',
      card: 'title',
    },
    academicYear: {
      kind: 'line',
      label: t`Academic year`,
      description: t`Empty: any.`,
      pattern: { of: /^20\d{2}-\d{2}$/, sentence: t`An academic year, for example 2024-25.` },
      example: '2024-25',
      synonyms: 'academic years, year',
      card: 'line',
    },
    ...activePeriod,
    amount: {
      kind: 'rupees',
      label: t`Amount`,
      description: t`₹0 waives it: such an application needs no demand draft.`,
      missing: t`Enter the amount in whole rupees.`,
      most: 10_000_000,
      example: '500',
      synonyms: 'fee, rupees, amount in rupees',
      card: 'line',
    },
    college: {
      kind: 'entry',
      of: 'colleges',
      label: t`College`,
      description: t`Empty: any. The application fee of a college alone is on its own page.`,
      example: '',
      synonyms: 'college code, code',
      card: 'line',
    },
    course: {
      kind: 'entry',
      of: 'courses',
      label: t`Course / Degree`,
      description: t`Empty: any.`,
      example: '',
      synonyms: 'course, degree',
    },
    level: {
      kind: 'choice',
      label: t`Level`,
      description: t`Empty: any.`,
      options: courseLevels,
      example: 'Doctorate',
      synonyms: 'level of study',
    },
    certificateType: {
      kind: 'entry',
      of: 'certificateTypes',
      label: t`Certificate type`,
      description: t`Empty: any.`,
      example: '',
      synonyms: 'type, type of certificate',
      card: 'line',
    },
    category: {
      kind: 'line',
      label: t`Category`,
      description: t`As in the award record, for example SC. Empty: any.`,
      most: 60,
      suggested: 'categories',
      example: 'SC',
      synonyms: 'reservation category',
    },
    attendance: {
      kind: 'choice',
      label: t`Attendance`,
      description: t`Empty: any.`,
      options: attendanceLabels,
      example: 'In absentia',
      synonyms: 'in person or in absentia, mode of attendance',
    },
  },
});
