import { expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
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

test('a statement names an officer if it is of a charge, and only then', async () => {
  const { api, actor } = await portal.as('auditor');
  const at = new Date().toISOString();
  for (const asked of [{ kind: 'handing_over' }, { kind: 'books', personId: actor.id }] as const)
    await expectDomainError(api.books.printStatement({ at, ...asked }), 'request.invalid');
});
