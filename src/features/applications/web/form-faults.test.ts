import { expect, test } from 'vitest';
import type { DraftOnRegister } from '#features/demand-drafts/contract.ts';
import { emptyDraft, newValues } from './application-form-values.ts';
import { faultsOf } from './form-faults.ts';

const choices = {
  colleges: [],
  courses: [],
  papers: [],
  certificateTypes: [],
  academicYears: [],
  categories: [],
};
const receipt = { id: crypto.randomUUID(), name: 'dd.pdf', mediaType: 'application/pdf', byteSize: 1 };
const typed = {
  ...emptyDraft(),
  number: '410200',
  drawnOn: '2026-03-07',
  bank: 'Canara Bank',
  branch: 'Mandya',
  amount: 700,
};
const known = [{ id: 'draft' } as DraftOnRegister];

function draftFaults(
  drafts: (typeof typed)[] | ReturnType<typeof emptyDraft>[],
  { isNew = true, known = [] as DraftOnRegister[] } = {},
) {
  const faults = faultsOf({ ...newValues(choices), drafts }, isNew, known);
  return Object.entries(faults).filter(([path]) => path.startsWith('drafts'));
}

test('rows in which nothing was typed are no drafts, and a new application has one', () => {
  const wanted = 'Record at least one demand draft.';
  expect(draftFaults([])).toEqual([['drafts', wanted]]);
  expect(draftFaults([emptyDraft()])).toContainEqual(['drafts.0.number', 'Enter the DD number.']);
  expect(draftFaults([emptyDraft()])).toContainEqual(['drafts.0.amount', 'Enter the amount.']);
  expect(draftFaults([emptyDraft(), emptyDraft()]).map(([path]) => path)).toEqual(
    ['number', 'drawnOn', 'bank', 'branch', 'amount', 'receiptFileId'].map((field) => `drafts.0.${field}`),
  );
  expect(draftFaults([emptyDraft()], { isNew: false })).toEqual([]);
  expect(draftFaults([emptyDraft(), { ...emptyDraft(), bank: 'SBI' }]).map(([path]) => path)).toEqual(
    ['number', 'drawnOn', 'branch', 'amount', 'receiptFileId'].map((field) => `drafts.1.${field}`),
  );
});

test('a draft needs its receipt unless the register has it', () => {
  expect(draftFaults([typed])).toEqual([['drafts.0.receiptFileId', 'Add the bank receipt.']]);
  expect(draftFaults([{ ...typed, receipt, receiptFileId: receipt.id }])).toEqual([]);
  expect(draftFaults([typed], { known })).toEqual([]);
});
