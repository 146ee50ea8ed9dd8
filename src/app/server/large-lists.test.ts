import { isContractProcedure } from '@orpc/contract';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { seedLarge } from '#dev/seed/large.ts';
import { fileClient, filePortal } from '#dev/testing/portal.ts';
import { addConvocations } from '#dev/testing/rolls.ts';
import { contract } from '#features/features.ts';
import type { OperationMeta } from '#platform/contract/operation.ts';
import { mayUse } from '#shared/permissions.ts';

const isLong = process.env.LONG_FORMS === 'true';
const rows = isLong ? 25_000 : 5_000;
/** A search reads the first ten thousand rows of its list in order, and asks the indexes for the rest; behind a jump it asks at once. */
const mostRead = isLong ? 11_000 : 2_500;

const portal = await filePortal();
await addConvocations(
  portal,
  Array.from({ length: 12 }, (_, index) => `${2015 + index}-${16 + index}`),
);
await seedLarge(portal.ownerUrl, rows);
const admin = await portal.as('admin');
const owner = await fileClient(portal.ownerUrl);
// A million rows are not read from end to end where an index serves; so many would be.
await owner.query('set enable_seqscan = off');

type Plan = { Plans?: Plan[]; 'Relation Name'?: string } & Record<string, number>;

/** The rows that the nodes of a plan took from tables, thrown away ones included. */
function rowsRead(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), 0);
  if (plan['Relation Name'] === undefined) return below;
  const own =
    plan['Actual Rows']! +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  return below + own * plan['Actual Loops']!;
}

/** The most rows that a statement reads of those that `ask` makes the portal send. */
async function mostReadBy(ask: () => Promise<unknown>): Promise<{ count: number; text: string }> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await ask();
  const statements = sent.mock.calls.map(([first, values]) =>
    typeof first === 'string'
      ? { text: first, values }
      : (first as unknown as { text?: string; values?: unknown }),
  );
  sent.mockRestore();
  let most = { count: 0, text: '' };
  for (const { text, values } of statements) {
    if (!text || !/^(?:select|with)\b/.test(text)) continue;
    const { rows: explained } = await owner.query({
      text: `explain (analyze, format json) ${text}`,
      values: (values ?? []) as unknown[],
    });
    const count = rowsRead(explained[0]['QUERY PLAN'][0].Plan);
    if (count > most.count) most = { count, text };
  }
  return most;
}

/** Every operation of a list that is searched: its page behind a jump, and its count. */
const searches = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).flatMap(([name, procedure]) => {
    if (!isContractProcedure(procedure)) throw new Error(`${feature}.${name} is no operation`);
    const { route, meta, inputSchema } = procedure['~orpc'];
    const { access } = meta as OperationMeta;
    const parsed = (inputSchema as z.ZodType | undefined)?.safeParse({ search: 'x' });
    const isSearched = parsed?.success && (parsed.data as { search?: string }).search === 'x';
    const mayAsk = access === 'signed_in' || (access !== 'public' && mayUse('admin', access));
    const isAsked = isLong || name.startsWith('list');
    return route.method === 'GET' && isSearched && mayAsk && isAsked ? [{ feature, name }] : [];
  }),
);

type Api = Record<string, Record<string, (input: object) => Promise<unknown>>>;

/** None of them is in a generated record. Kannada has no trigrams in the database's locale. */
const rare = isLong ? ['qx', 'ೠ', 'ಖೠಋ'] : ['ೠ'];

test.each(searches.flatMap((one) => rare.map((term) => ({ ...one, term }))))(
  '$name of $feature finds "$term" without reading the whole table',
  async ({ feature, name, term }) => {
    const ask = (admin.api as unknown as Api)[feature]![name]!;
    const { count, text } = await mostReadBy(() => ask({ search: term, offset: 20, limit: 20 }));
    expect(count, text).toBeLessThan(mostRead);
  },
);

test('the page of the rolls does not count every member of every convocation', async () => {
  const { rows: held } = await owner.query(
    `select id from convocations where number >= '105' order by number limit 2`,
  );
  for (const { id } of held) await admin.api.rolls.openRoll({ convocationId: id });
  for (const ask of [() => admin.api.rolls.listRollConvocations(), () => admin.api.rolls.listRolls({})]) {
    const { count, text } = await mostReadBy(ask);
    expect(count, text).toBeLessThan(mostRead);
  }
});
