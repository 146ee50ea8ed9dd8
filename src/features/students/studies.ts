import { studentAward } from '#shared/award-record.ts';
import type { DeclaredFields } from '#shared/declared-field.ts';
import { t } from '#shared/words.ts';

export const academicYearPattern = /^(19|20)\d{2}-\d{2}$/;

/** What a student studied. An application has columns of its own for it, all of them required. */
export const studies = {
  courseId: {
    kind: 'entry',
    of: 'courses',
    label: t`Course/Degree`,
    example: 'ECE',
    synonyms: 'course, degree, course name, course code, branch, programme',
  },
  academicYear: {
    kind: 'line',
    most: 7,
    pattern: { of: academicYearPattern, sentence: t`Enter the academic year, for example 2024-25.` },
    label: t`Academic year`,
    example: '2024-25',
    synonyms: 'year, academic session',
  },
  modeOfStudy: {
    kind: 'line',
    most: 80,
    suggested: 'modes_of_study',
    label: t`Mode of study`,
    example: 'Regular',
    synonyms: 'mode, study mode, mode of learning',
  },
} as const satisfies DeclaredFields;

/** All that the master may leave blank. */
export const studentRecord = { ...studies, ...studentAward };
