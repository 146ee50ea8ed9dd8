/**
 * The figures of the dashboard over a million generated applications: over HTTP, from the whole portal, folded and
 * with the changes of a busy day not folded yet. One JSON line a figure on the output, a table beside it.
 */

import type { Portal, StaffCaller } from '#dev/testing/open-portal.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { unscoped } from '#platform/server/db/database.ts';
import { describeValues, percentile, printFigure, verdictOf } from './figures.ts';
import { repeat, timeRequest, withLargePortal } from './large-portal.ts';

const rows = 1_000_000;
const most = { p95: 100 };
const unfolded = 50_000;
const patienceMs = 5_000;

const addresses = {
  'tiles and overview': '/api/dashboard/applications',
  'revenue of a year': '/api/dashboard/revenue?year=2024',
  'staff tiles': '/api/dashboard/staff',
  'fee tiles': '/api/dashboard/fees',
  'fee totals by college': '/api/fee-totals?by=college',
  'fee totals by academic year': '/api/fee-totals?by=academicYear',
  'fee totals by month': '/api/fee-totals?by=month',
  'draft totals by state': '/api/draft-totals?by=state',
  'draft totals by college': '/api/draft-totals?by=college',
  'undeposited and stale': '/api/drawer-totals',
  'newest certificates': '/api/certificates?stage=all&limit=100',
};

await withLargePortal(rows, async (portal) => {
  const college = await unscoped(portal.services.db)
    .selectFrom('colleges')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const ofAll = await portal.as('auditor');
  await measureAll(portal, ofAll, 'all colleges');
  await measureAll(portal, await portal.as('auditor', { collegeId: college.id }), 'one college');
  await appendDeltas(portal);
  await measureAll(portal, ofAll, `all colleges, ${unfolded.toLocaleString('en-IN')} changes not folded`);
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

/** As if nobody had folded for a day of ten thousand commands. */
async function appendDeltas({ ownerUrl }: Portal): Promise<void> {
  await withClient(ownerUrl, 'migration', (client) =>
    client.query(
      `insert into dashboard_deltas (measure, part, college_id, day, amount)
     select (array['applications', 'approved', 'pending', 'generated'])[1 + number % 4], '2024-25', colleges.id, current_date, 1
       from generate_series(1, $1::int) as number
       join (select id, row_number() over () as position, count(*) over () as size from colleges) as colleges
         on colleges.position = 1 + number % colleges.size`,
      [unfolded],
    ),
  );
}
