/**
 * The figures of the dashboard and the fee totals over a million generated applications: over HTTP, from the whole portal.
 * One JSON line a figure on the output, a table beside it.
 */

import type { Portal, StaffCaller } from '#dev/testing/open-portal.ts';
import { dashboardAddresses } from './dashboard-addresses.ts';
import { describeValues, percentile, printFigure, verdictOf } from './figures.ts';
import { repeat, timeRequest, withLargePortal } from './large-portal.ts';

const rows = 1_000_000;
const most = { p95: 300 };
const patienceMs = 5_000;

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
  for (const [name, address] of Object.entries(dashboardAddresses)) {
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
