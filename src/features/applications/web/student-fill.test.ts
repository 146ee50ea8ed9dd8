import { describe, expect, test } from 'vitest';
import type { FoundStudent } from '#features/students/contract.ts';
import { awardRecord, studentAward } from '#shared/award-record.ts';
import { blankEntry } from '#shared/declared-field.ts';
import { fillFrom, hasNumberOf, narrowed, undoFill, withContact } from './student-fill.ts';

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

test('contact details come with their consent, which the college may have, and go with the student', () => {
  const agreed = { ...priya, consentNoticeVersion: '1', mobile: '9845012345' };
  expect(fillFrom(agreed, 'registrationNumber', empty).filled).toMatchObject({
    contactNotice: 1,
    mobile: '9845012345',
    postalAddress: '12, Temple Road',
  });
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
