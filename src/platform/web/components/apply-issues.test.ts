import { expect, test } from 'vitest';
import { applyIssues } from './read-error.ts';

function formOf(values: object) {
  const form = {
    errors: {} as Record<string, string>,
    getValues: () => values,
    setErrors: (errors: Record<string, string>) => {
      form.errors = errors;
    },
  };
  return form;
}

test('issues land on their fields, in lists too', () => {
  const form = formOf({ candidateName: '', drafts: [{ number: '1' }] });
  const elsewhere = applyIssues(form, [
    { path: 'candidateName', message: 'Enter the name as on the marks card.' },
    { path: ['drafts', 0, 'number'], message: 'A draft number has 6 digits.' },
  ]);
  expect(form.errors).toEqual({
    candidateName: 'Enter the name as on the marks card.',
    'drafts.0.number': 'A draft number has 6 digits.',
  });
  expect(elsewhere).toEqual([]);
});

test('the first sentence of a field stays', () => {
  const form = formOf({ amount: 0 });
  applyIssues(form, [
    { path: 'amount', message: 'Above zero.' },
    { path: 'amount', message: 'Whole rupees, without paise.' },
  ]);
  expect(form.errors).toEqual({ amount: 'Above zero.' });
});

test('what belongs to no field is handed back, never lost', () => {
  const form = formOf({ amount: 0 });
  const issues = [
    { path: '', message: 'First and last serial are swapped.' },
    { path: ['version'], message: 'Too old.' },
    { path: 'drafts.4.number', message: 'A draft number has 6 digits.' },
  ];
  expect(applyIssues(form, issues)).toEqual([
    'First and last serial are swapped.',
    'Too old.',
    'A draft number has 6 digits.',
  ]);
});
