import { expect, test } from 'vitest';
import { fileOffice } from '#dev/testing/office.ts';

const { portal } = await fileOffice();

test('the books open and print for a reader whose clock is some seconds ahead', async () => {
  const { api } = await portal.as('auditor');
  const at = new Date(Date.now() + 20_000).toISOString();
  const { sequence } = await api.books.getBooks({ at });
  expect(sequence).toBeGreaterThan(0);
  const { id } = await api.books.printStatement({ kind: 'books', at });
  expect(id).not.toBe('');
});
