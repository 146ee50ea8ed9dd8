import { describe, expect, test } from 'vitest';
import type { FoundStudent } from '#features/students/contract.ts';
import { awardRecord, contactFields, studentAward } from '#shared/award-record.ts';
import { blankEntry } from '#shared/declared-field.ts';
import { fillFrom, undoFill, withContact } from './student-fill.ts';

const studied = { courseId: 'course-ece', academicYear: '2024-25', modeOfStudy: 'Distance' };
const student = {
  ...blankEntry(studentAward),
  id: 'priya',
  name: 'Priya Nair',
  nameNative: null,
  registrationNumber: 'COL001231008',
  examRollNumber: '24100363',
  collegeId: 'college-1',
  collegeCode: 'COL001',
  collegeName: 'Sahyadri College',
  address: '12, Temple Road',
  ...studied,
  courseDegree: 'ECE',
  consentNoticeVersion: '1',
  consentRecordedOn: '2026-07-03',
  mobile: '9845012345',
  email: 'priya@mail.example',
  division: 'First Class',
  rank: 'Second rank',
} as unknown as FoundStudent;
const empty = {
  ...blankEntry(awardRecord),
  registrationNumber: 'COL001231008',
  examRollNumber: '',
  candidateName: '',
  candidateNameNative: '',
  collegeId: '',
  courseId: '',
  academicYear: '',
  modeOfStudy: '',
  contactNotice: null,
};
const fill = (typed: object = {}) => fillFrom(student, 'registrationNumber', { ...empty, ...typed });

describe('filling in from the student master', () => {
  test('brings what was awarded: course, year, mode, class and rank', () => {
    expect(fill().filled).toMatchObject({ ...studied, division: 'First Class', rank: 'Second rank' });
  });

  test('keeps a course that was chosen already, and names it where it differs', () => {
    const chosen = fill({ courseId: 'course-mech' });
    expect(chosen.filled).not.toHaveProperty('courseId');
    expect(chosen.kept).toContain('courseId');
    expect(fill({ courseId: 'course-ece' }).kept).not.toContain('courseId');
  });

  test('is taken back as a whole', () => {
    const filled = { ...empty, ...fill().filled };
    expect({ ...filled, ...undoFill(fill(), filled) }).toEqual(empty);
  });
});

describe('the consent of the candidate', () => {
  test('is never given by the college in their place, and no contact detail comes without it', () => {
    const { filled } = fill();
    for (const field of ['contactNotice', ...contactFields]) expect(filled).not.toHaveProperty(field);
  });

  test('brings the contact details once it is ticked, and only then', () => {
    const before = fill();
    const ticked = { ...empty, ...before.filled, contactNotice: 1 };
    expect(withContact(before, ticked).filled).toMatchObject({
      mobile: '9845012345',
      email: 'priya@mail.example',
      postalAddress: '12, Temple Road',
    });
    expect(withContact(before, { ...empty, ...before.filled }).filled).toEqual(before.filled);
  });
});
