import { describe, expect, test } from 'vitest';
import type { FoundStudent } from '#features/students/contract.ts';
import { awardRecord, studentAward } from '#shared/award-record.ts';
import { blankEntry } from '#shared/declared-field.ts';
import { fillFrom, hasNumberOf, narrowed, undoFill, withContact, withOffered } from './student-fill.ts';

const priya: FoundStudent = {
  id: 'priya',
  name: 'Priya Nair',
  nameNative: 'ಪ್ರಿಯಾ ನಾಯರ್',
  registrationNumber: 'COL001231008',
  examRollNumber: '24100363',
  collegeId: 'college-1',
  collegeCode: 'COL001',
  collegeName: 'Sahyadri College',
  address: '12, Temple Road',
  courseId: null,
  courseDegree: null,
  academicYear: null,
  modeOfStudy: null,
  consentRecordedOn: null,
  ...blankEntry(studentAward),
  cgpa: 8.4,
  cgpaScale: 10,
};
const empty = {
  registrationNumber: '',
  examRollNumber: '',
  candidateName: '',
  candidateNameNative: '',
  collegeId: '',
  courseId: '',
  academicYear: '',
  modeOfStudy: 'Regular',
  ...blankEntry(awardRecord),
  contactNotice: null,
};

const award = { cgpa: 8.4, cgpaScale: 10 };

describe('filling in', () => {
  test('takes over everything that is empty', () => {
    const typed = { ...empty, registrationNumber: 'col001231008' };
    const fill = fillFrom(priya, 'registrationNumber', typed);
    expect(fill.filled).toEqual({
      examRollNumber: '24100363',
      candidateName: 'Priya Nair',
      candidateNameNative: 'ಪ್ರಿಯಾ ನಾಯರ್',
      collegeId: 'college-1',
      ...award,
    });
    expect(fill.kept).toEqual([]);
  });

  test('keeps what was typed, and names it where it differs', () => {
    const typed = { ...empty, examRollNumber: '24100363', candidateName: 'Priya N', collegeId: 'college-2' };
    const fill = fillFrom(priya, 'examRollNumber', typed);
    expect(fill.filled).toEqual({
      registrationNumber: 'COL001231008',
      candidateNameNative: 'ಪ್ರಿಯಾ ನಾಯರ್',
      ...award,
    });
    expect(fill.kept).toEqual(['candidateName', 'collegeId']);
  });
});

test('the usual mode, with which the form opens, counts as typed by nobody', () => {
  const byDistance = { ...priya, modeOfStudy: 'Distance' };
  expect(fillFrom(byDistance, 'registrationNumber', empty).filled).toMatchObject({ modeOfStudy: 'Distance' });
  const chosen = fillFrom(byDistance, 'registrationNumber', { ...empty, modeOfStudy: 'Part-time' });
  expect(chosen.filled).not.toHaveProperty('modeOfStudy');
  expect(chosen.kept).toContain('modeOfStudy');
});

test('studies that the form does not offer are left to be chosen', () => {
  const studied = { ...priya, courseId: 'retired', academicYear: '2023-24', modeOfStudy: 'Regular' };
  const offered = { courseId: ['taught'], academicYear: ['2023-24'], modeOfStudy: [] };
  expect(withOffered(studied, offered)).toEqual({ ...studied, courseId: null, modeOfStudy: null });
});

test('contact details come once the consent is ticked, and go with the student', () => {
  const typed = { ...empty, registrationNumber: 'COL001231008' };
  const fill = fillFrom(priya, 'registrationNumber', typed);
  const ticked = { ...typed, ...fill.filled, contactNotice: 1 };
  const further = withContact(fill, ticked);
  expect(further.filled).toEqual({ ...fill.filled, postalAddress: '12, Temple Road' });
  expect(undoFill(further, { ...ticked, ...further.filled })).toMatchObject({
    candidateName: '',
    postalAddress: '',
  });
});

describe('taking back', () => {
  const typed = { ...empty, registrationNumber: 'COL001231008' };
  const fill = fillFrom(priya, 'registrationNumber', typed);
  const filled = { ...typed, ...fill.filled };

  test('brings back what stood there, except where somebody typed since', () => {
    expect({ ...filled, ...undoFill(fill, filled) }).toEqual(typed);
    const corrected = { ...filled, candidateName: 'Priya R Nair' };
    expect({ ...corrected, ...undoFill(fill, corrected) }).toEqual({
      ...typed,
      candidateName: 'Priya R Nair',
    });
  });

  test('is due as soon as the number is another', () => {
    expect(hasNumberOf(fill, { ...filled, registrationNumber: ' COL001231008 ' })).toBe(true);
    expect(hasNumberOf(fill, { ...filled, registrationNumber: 'COL00123100' })).toBe(false);
  });
});

test('students who share a number are told apart by the college, then by the roll number', () => {
  const other = { ...priya, id: 'other', collegeId: 'college-2', examRollNumber: '99' };
  const both = [priya, other];
  expect(narrowed(both, empty)).toEqual(both);
  expect(narrowed(both, { ...empty, collegeId: 'college-2' })).toEqual([other]);
  expect(narrowed(both, empty, [priya])).toEqual([priya]);
  expect(narrowed(both, empty, [])).toEqual(both);
});
