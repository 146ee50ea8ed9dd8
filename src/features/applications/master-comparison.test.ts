import { expect, test } from 'vitest';
import { awardRecord, studentAward } from '#shared/award-record.ts';
import { blankEntry } from '#shared/declared-field.ts';
import type { StudentOfCase } from './case-desk-contract.ts';
import { compareAward, compareWithMaster, differencesOf } from './master-comparison.ts';

const application = {
  registrationNumber: 'REG001',
  examRollNumber: '24100310',
  candidateName: 'Priya Nair',
  candidateNameNative: 'ಪ್ರಿಯಾ ನಾಯರ್',
  collegeCode: 'COL001',
  collegeName: 'Sahyadri College',
  courseDegree: 'ECE',
  academicYear: '2024-25',
  modeOfStudy: 'Regular',
  ...blankEntry(awardRecord),
};
const student: StudentOfCase = {
  id: 'student',
  name: 'Priya Nair',
  nameNative: 'ಪ್ರಿಯಾ ನಾಯರ್',
  registrationNumber: 'REG001',
  examRollNumber: '24100310',
  collegeId: 'college',
  collegeCode: 'COL001',
  collegeName: 'Sahyadri College',
  address: '',
  courseId: null,
  courseDegree: null,
  academicYear: null,
  modeOfStudy: null,
  consentRecordedOn: null,
  sameNumbers: [],
  ...blankEntry(studentAward),
};

function differing(other: Partial<StudentOfCase>, own: Partial<typeof application> = {}): string[] {
  return differencesOf({ ...application, ...own }, { ...student, ...other }).map(({ name }) => name);
}

test('spaces, capitals and ways of writing one letter make no difference', () => {
  expect(differing({ name: '  PRIYA   Nair ' })).toEqual([]);
  expect(differing({ registrationNumber: 'reg001', sameNumbers: ['registrationNumber'] })).toEqual([]);
  expect(differing({ nameNative: 'ಪ್ರಿಯಾ  ನಾಯರ್\u200c' })).toEqual([]);
  expect(differing({ nameNative: 'क़मर' }, { candidateNameNative: 'क\u093cमर' })).toEqual([]);
});

test('other names, numbers and colleges are marked, and what is left out is too', () => {
  expect(differing({ name: 'Priyanka Nair' })).toEqual(['candidateName']);
  expect(differing({ examRollNumber: '24100311', collegeCode: 'COL002' })).toEqual([
    'examRollNumber',
    'collegeName',
  ]);
  expect(differing({}, { candidateNameNative: '' })).toEqual(['candidateNameNative']);
});

test('what the master does not know is nothing to differ from', () => {
  expect(differing({ nameNative: null, examRollNumber: null })).toEqual([]);
  expect(
    compareWithMaster(application, null).every(({ master, differs }) => master === null && !differs),
  ).toBe(true);
});

test('the award record is compared as it is written, field by field', () => {
  const award = { fatherName: 'Ramesh Nair', cgpa: 8.4, cgpaScale: 10, examinationMonth: '2024-05' } as const;
  expect(differing(award, award)).toEqual([]);
  expect(differing(award, { ...award, fatherName: 'RAMESH  nair', cgpa: 8.5 })).toEqual(['cgpa']);
  expect(differing(award)).toEqual(['fatherName', 'cgpa', 'cgpaScale', 'examinationMonth']);
  expect(differing({ address: '12, Temple Road' }, { postalAddress: '13, Temple Road' })).toEqual([
    'postalAddress',
  ]);
  expect(differing({ address: '12, Temple Road', mobile: '9845012345' })).toEqual([]);
  const [known] = compareAward({ ...application, examinationMonth: '2024-05' }, student);
  expect(known).toEqual({
    name: 'examinationMonth',
    label: 'Month and year of examination',
    value: '05/2024',
    master: null,
    differs: false,
  });
});
