import { expect, test } from 'vitest';
import type { FoundStudent } from '#features/students/contract.ts';
import { compareWithMaster } from './master-comparison.ts';

const application = {
  registrationNumber: 'REG001',
  examRollNumber: '24100310',
  candidateName: 'Priya Nair',
  candidateNameNative: 'ಪ್ರಿಯಾ ನಾಯರ್',
  collegeCode: 'COL001',
  collegeName: 'Sahyadri College',
};
const student: FoundStudent = {
  id: 'student',
  name: 'Priya Nair',
  nameNative: 'ಪ್ರಿಯಾ ನಾಯರ್',
  registrationNumber: 'REG001',
  examRollNumber: '24100310',
  collegeId: 'college',
  collegeCode: 'COL001',
  collegeName: 'Sahyadri College',
};

function differing(other: Partial<FoundStudent>, own: Partial<typeof application> = {}): string[] {
  return compareWithMaster({ ...application, ...own }, { ...student, ...other })
    .filter(({ differs }) => differs)
    .map(({ name }) => name);
}

test('spaces, capitals and ways of writing one letter make no difference', () => {
  expect(differing({ name: '  PRIYA   Nair ' })).toEqual([]);
  expect(differing({ registrationNumber: 'reg001' })).toEqual([]);
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
