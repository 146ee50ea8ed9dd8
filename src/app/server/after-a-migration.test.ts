import { ORPCError } from '@orpc/client';
import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { contract } from '#features/features.ts';
import type { OperationMeta } from '#platform/contract/operation.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { mayUse } from '#shared/permissions.ts';
import { type Role, roles } from '#shared/roles.ts';

const people = new Map<Role, StaffCaller>();

/** What a screen asks for without naming anything: the first page of each list, its count, the session, the dashboard. */
const reads = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).flatMap(([name, procedure]) => {
    if (!isContractProcedure(procedure)) throw new Error(`${feature}.${name} is no operation`);
    const { route, meta, inputSchema } = procedure['~orpc'];
    const needsNothing = !inputSchema || (inputSchema as z.ZodType).safeParse({}).success;
    if (route.method !== 'GET' || !needsNothing) return [];
    const { access } = meta as OperationMeta;
    const role = roles.find((one) => access === 'public' || access === 'signed_in' || mayUse(one, access));
    return role ? [{ feature, name, role }] : [];
  }),
);

const { portal, office } = await fileOffice();
for (const role of roles) people.set(role, await portal.as(role));
await receiveApplication(people.get('receiver')!, office);

type Api = Record<string, Record<string, (input: object) => Promise<unknown>>>;

/** Those that are answered by a fault of the server. */
async function askAll(): Promise<string[]> {
  const faults: string[] = [];
  for (const { feature, name, role } of reads) {
    const api = people.get(role)!.api as unknown as Api;
    await api[feature]![name]!({}).catch((error: unknown) => {
      if (!(error instanceof ORPCError)) throw error;
      if (error.status >= 500) faults.push(`${feature}.${name}: ${error.code}`);
    });
  }
  return faults;
}

test('a portal that runs goes on answering while a migration adds columns to the tables that it reads', async () => {
  expect(reads.length).toBeGreaterThan(60);
  // Each statement is prepared by then on the connections that are in use.
  expect(await askAll()).toEqual([]);
  await withClient(portal.ownerUrl, 'migration', async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    for (const { name } of rows) {
      await owner.query(`alter table ${name} add column of_tomorrow integer`);
      // A connection that rests is closed, and what was prepared on it is gone.
      await people.get('admin')!.api.auth.getSession();
    }
  });
  expect(await askAll()).toEqual([]);
});
