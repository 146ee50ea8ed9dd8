/**
 * The figures of the dashboard and the fee totals over a million generated applications: over HTTP, from the whole portal.
 * One JSON line a figure on the output, a table beside it.
 */

import type { Portal, StaffCaller } from '#dev/testing/open-portal.ts';
import { describeValues, percentile, printFigure, verdictOf } from './figures.ts';
import { repeat, timeRequest, withLargePortal } from './large-portal.ts';

const rows = 1_000_000;
const most = { p95: 300 };
const patienceMs = 5_000;

const addresses = {
  'tiles and overview': '/api/dashboard/applications',
  'tiles of three years': '/api/dashboard/applications?from=2022-07-15&to=2025-07-14',
  'revenue of a year': '/api/dashboard/revenue?year=2024',
  'staff tiles': '/api/dashboard/staff',
  'fee tiles': '/api/dashboard/fees',
  'fee totals by college': '/api/fee-totals?by=college',
  'fee totals by academic year': '/api/fee-totals?by=academicYear',
  'fee totals by month': '/api/fee-totals?by=month',
  'fee totals by charge': '/api/fee-totals?by=charge',
  'draft totals by state': '/api/draft-totals?by=state',
  'draft totals by college': '/api/draft-totals?by=college',
  'undeposited and stale': '/api/drawer-totals',
  'newest certificates': '/api/certificates?stage=all&limit=100',
};

await withLargePortal(rows, async (portal) => {
  const college = await portal.services.db
    .selectFrom('colleges')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await measureAll(portal, await portal.as('auditor'), 'all colleges');
  await measureAll(portal, await portal.as('auditor', { collegeId: college.id }), 'one college');
});

async function measureAll(portal: Portal, caller: StaffCaller, circumstances: string): Promise<void> {
  for (const [name, address] of Object.entries(addresses)) {
    const durations: number[] = [];
    const turn = async () => void durations.push(await timeRequest(portal, caller, address));
    await repeat(turn, { atMost: 20, atLeast: 2, patienceMs });
    durations.length = 0;
    await repeat(turn, { atMost: 100, atLeast: 10, patienceMs });
    const figure = {
      benchmark: 'dashboard',
      figure: `Dashboard: ${name}, ${circumstances}`,
      measures: [
        { name: 'p50', value: percentile(durations, 0.5), unit: 'ms' },
        { name: 'p95', value: percentile(durations, 0.95), unit: 'ms', most: most.p95 },
      ],
    };
    printFigure(figure);
    process.stderr.write(`${figure.figure.padEnd(72)} ${describeValues(figure)}  ${verdictOf(figure)}\n`);
  }
}
