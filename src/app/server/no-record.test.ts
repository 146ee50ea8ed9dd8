import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import { filePortal } from '#dev/testing/portal.ts';
import { contract } from '#features/features.ts';
import type { OperationMeta } from '#platform/contract/operation.ts';
import { type Access, mayUse } from '#shared/permissions.ts';
import { type Role, roles } from '#shared/roles.ts';
import { byteRoutes } from './features.ts';

type Read = { path: string; role: Role };

/** The first role that may ask, which is the administrator's where that is one of them. */
function roleFor(access: Access): Role {
  return roles.find((role) => access === 'signed_in' || access === 'public' || mayUse(role, access))!;
}

const reads: Read[] = Object.values(contract)
  .flatMap((procedures) => Object.values(procedures))
  .filter(isContractProcedure)
  .map((procedure) => procedure['~orpc'])
  // The history of an entry outlives it, so one of an entry that never was is empty.
  .filter(({ route: { method, path } }) => method === 'GET' && /\{id\}(?!\/history)/.test(path!))
  .map(({ route, meta }) => ({ path: route.path!, role: roleFor((meta as OperationMeta).access) }));

const documents: Read[] = byteRoutes.flatMap(({ method, path, access }) =>
  method === 'GET' && /^[^{]*\{id\}[^{]*$/.test(path) && typeof access === 'string'
    ? [{ path: `${path}?from=1`, role: roleFor(access) }]
    : [],
);

const portal = await filePortal();

test.each([...reads, ...documents])('$path: an id with a slip names no record', async ({ path, role }) => {
  const caller = await portal.as(role);
  const answerFor = async (id: string) => {
    const response = await caller.fetch(`/api${path.replace('{id}', id)}`);
    const { code, detail } = (await response.json()) as { code?: string; detail?: string };
    return { status: response.status, code, detail };
  };
  const unknown = await answerFor('01890000-0000-7000-8000-000000000000');
  expect(unknown.code).toMatch(/not_found$|\.no_(convocation|count)$/);
  for (const id of ['new', 'xyz', '01890000-0000-7000-8000-00000000000'])
    expect(await answerFor(id), id).toEqual(unknown);
});
