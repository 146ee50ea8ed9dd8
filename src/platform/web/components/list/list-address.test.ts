import { describe, expect, test } from 'vitest';
import { nextSort, parseListAddress, writeListAddress } from './use-list-address.ts';

const rules = {
  sorts: ['receivedAt', 'candidateName'],
  filters: { status: ['all', 'verified', 'rejected'] },
} as const;

describe('parseListAddress', () => {
  test('a bare address is the list with all defaults', () => {
    expect(parseListAddress({}, rules)).toEqual({
      search: '',
      sort: undefined,
      filters: { status: 'all' },
      open: undefined,
    });
  });

  test('a search of digits stays text', () => {
    expect(parseListAddress({ q: 4021 }, rules).search).toBe('4021');
  });

  test('unknown sorts, filter values and shapes fall back', () => {
    const parsed = parseListAddress({ sort: '-password', status: 'approved', q: { a: 1 } }, rules);
    expect(parsed).toMatchObject({ search: '', sort: undefined, filters: { status: 'all' } });
  });

  test('descending sorts are known too', () => {
    expect(parseListAddress({ sort: '-receivedAt' }, rules).sort).toBe('-receivedAt');
  });
});

describe('writeListAddress', () => {
  test('defaults are not written', () => {
    const before = { q: 'asha', status: 'verified', sort: 'candidateName', view: 'users' };
    const change = { search: '  ', sort: undefined, filters: { status: 'all' } } as const;
    expect(writeListAddress(before, change, rules)).toEqual({ view: 'users' });
  });

  test('what is not changed stays', () => {
    expect(writeListAddress({ q: 'asha' }, { open: '7' }, rules)).toEqual({ q: 'asha', open: '7' });
    expect(writeListAddress({ q: 'asha', open: '7' }, { open: undefined }, rules)).toEqual({ q: 'asha' });
  });

  test('what is written is read back', () => {
    const change = { search: 'asha', sort: '-receivedAt', filters: { status: 'rejected' } } as const;
    expect(parseListAddress(writeListAddress({}, change, rules), rules)).toMatchObject(change);
  });
});

test('a header sorts ascending, then descending, then not at all', () => {
  expect(nextSort(undefined, 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBeUndefined();
});
