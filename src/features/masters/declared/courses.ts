import { t } from '#shared/words.ts';
import { activePeriod } from './active-period.ts';
import { master } from './master.ts';

/** The levels of UGC's Specification of Degrees, 2014, and diplomas. */
export const courseLevels = {
  diploma: t`Diploma`,
  undergraduate: t`Undergraduate`,
  postgraduate: t`Postgraduate`,
  doctorate: t`Doctorate`,
} as const;

/** The courses that applications are received for: lists show the code, certificates print the title. */
export const courses = master('courses', {
  fourEyes: true,
  key: ['name'],
  usedBy: [
    { table: 'applications', column: 'course_id' },
    { table: 'students', column: 'course_id' },
  ],
  fields: {
    name: {
      kind: 'line',
      isPrinted: true,
      label: t`Course / Degree`,
      description: t`The code, for example ECE. It cannot be changed once applications are received for it.`,
      missing: t`Enter the course.`,
      least: 2,
      most: 80,
      example: 'CIVIL',
      synonyms: 'course, degree, course name, course code, code, branch, programme',
      card: 'title',
    },
    level: {
      kind: 'choice',
      label: t`Level`,
      options: courseLevels,
      missing: t`Choose the level.`,
      example: 'Undergraduate',
      synonyms: 'level of study, programme level',
      card: 'line',
    },
    faculty: {
      kind: 'line',
      label: t`Faculty`,
      most: 120,
      example: 'Engineering',
      synonyms: 'faculty name, school, department',
      card: 'line',
    },
    degreeTitle: {
      kind: 'line',
      isPrinted: true,
      label: t`Degree title`,
      description: t`As the certificate prints it: Bachelor of Engineering. Without it the code is printed.`,
      most: 160,
      example: 'Bachelor of Engineering',
      synonyms: 'title, title of the degree, degree name',
      card: 'line',
    },
    degreeTitles: {
      kind: 'scripts',
      label: t`Degree title in other languages`,
      most: 160,
      example: 'kn: ಎಂಜಿನಿಯರಿಂಗ್ ಪದವಿ | hi: अभियांत्रिकी स्नातक',
      synonyms: 'degree titles, title in other languages',
    },
    subject: {
      kind: 'line',
      isPrinted: true,
      label: t`Subject`,
      description: t`If the certificate names one: Civil Engineering.`,
      most: 160,
      example: 'Civil Engineering',
      synonyms: 'subject name, specialisation, specialization, discipline',
    },
    subjects: {
      kind: 'scripts',
      label: t`Subject in other languages`,
      most: 160,
      example: 'kn: ಸಿವಿಲ್ ಎಂಜಿನಿಯರಿಂಗ್',
      synonyms: 'subjects, subject in native language',
    },
    namesGuide: {
      kind: 'choice',
      label: t`Guide`,
      description: t`Whether an application names the guide, as for a thesis.`,
      options: { yes: t`Named`, no: t`Not named` },
      missing: t`Choose whether a guide is named.`,
      example: 'Not named',
      synonyms: 'guide named, names guide, thesis guide',
    },
    ...activePeriod,
  },
});
