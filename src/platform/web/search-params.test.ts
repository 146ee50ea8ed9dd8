import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

test.each(['?n=2025%2F000123&c=7K3MQ-X2P9A', '?search=0042', '?search=1e5', '?search=true', ''])(
  '%j reads back as it was written',
  (search) => {
    expect(stringifySearch(parseSearch(search))).toBe(search);
    for (const value of Object.values(parseSearch(search))) expect(value).toBeTypeOf('string');
  },
);

test('what is empty is left out', () => {
  expect(stringifySearch({ search: '', status: undefined, open: null, offset: 0 })).toBe('?offset=0');
});
