import { t } from '#shared/words.ts';
import { master } from './master.ts';

/** What applications are received for; the certificate prints the name. */
export const courses = master('courses', {
  title: t`Courses`,
  one: t`course`,
  many: t`courses`,
  readBy: ['admin', 'auditor'],
  editedBy: ['admin'],
  key: 'name',
  usedBy: [{ table: 'applications', column: 'course_id' }],
  fields: {
    name: {
      kind: 'line',
      label: t`Course / Degree`,
      description: t`Such as ECE. It stays once applications are received for it.`,
      missing: t`Enter the course.`,
      least: 2,
      most: 80,
      example: 'CIVIL',
      synonyms: 'course, degree, course name, branch, programme',
      width: 320,
      card: 'title',
    },
  },
});
