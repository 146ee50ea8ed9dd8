/**
 * The auditor's desk over an office of a hundred thousand applications and 1.3 million events, the demo's many times over:
 * the overview, the log by each of its filters, and the nightly pass of all rules. One JSON line a figure on the output, a
 * table beside it. With BENCH_DIRECTORY, which has to be one of its own, the office is made once.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { seedDemo } from '#dev/seed/demo.ts';
import { isFilled } from '#dev/seed/filled.ts';
import type { Portal, StaffCaller } from '#dev/testing/open-portal.ts';
import { runRules } from '#features/exceptions/server/run-rules.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { openServices } from '#platform/server/services.ts';
import { readSettings } from '#platform/server/settings.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';
import { dayInIndia } from '#shared/format.ts';
import { describeValues, type Measure, percentile, printFigure, rounded, verdictOf } from './figures.ts';
import { repeat, timeOf, timeRequest, withFilledPortal } from './large-portal.ts';

const applications = Number(process.env.BENCH_ROWS ?? 100_000);
const newEvents = 5_000;
const most = { overview: 150, log: 300, pass: 60_000 };
const patienceMs = 5_000;

await withFilledPortal(fillOffice, async (portal, pool) => {
  const [{ id: collegeId }] = await rowsOf<{ id: string }>(
    pool,
    'select college_id as id from applications group by 1 order by count(*) desc limit 1',
  );
  const [auditor, ofCollege] = [await portal.as('auditor'), await portal.as('auditor', { collegeId })];
  await measurePasses(portal, pool);
  for (const [reader, who] of [
    [auditor, 'all colleges'],
    [ofCollege, 'one college'],
  ] as const)
    await measureRead(portal, reader, `Overview, ${who}`, { '': '/api/auditor-overview' }, most.overview);
  const query = await findKnown(pool);
  for (const [name, filter] of Object.entries({ ...query, 'of a college': { collegeId } }))
    await measureLog(portal, auditor, `Audit log ${name}`, filter);
  await measureLog(portal, ofCollege, 'Audit log, one college', {});
  await measureLog(portal, ofCollege, 'Audit log, one college, frequent event', query['by event']!);
});

/** Unless it is there: the demo, what the rules find in it (`bench_hits`), and the multiplication of both. */
async function fillOffice(urls: { owner: string; portal: string }): Promise<void> {
  await withClient(urls.owner, 'migration', async (client) => {
    const known = await client.query(`select from pg_tables where tablename = 'bench_hits'`);
    if (known.rowCount) return;
    const files = mkdtempSync(path.join(tmpdir(), 'dikshant-bench-'));
    const settings = { DEMO: 'true', LOG_LEVEL: 'warn', SECRET: 'x'.repeat(32), DATA_DIRECTORY: files };
    const { services, close } = await openServices(readSettings(settings), urls.portal);
    if (!(await isFilled(services))) await seedDemo(services, { data: 'office' });
    await runRules(services);
    await close();
    await closeRenderers();
    rmSync(files, { recursive: true });
    const { rows } = await client.query('select count(*)::float8 as count from applications');
    const times = Math.ceil(applications / rows[0].count);
    await client.query(`begin; set local bench.k = ${times}`);
    await client.query(`create table bench_hits as
      select rule, count(*) * ${times} as most from exception_hits where gone_at is null group by 1;
      grant select on bench_hits to public; delete from exception_rules`);
    const seconds = await timeOf(() =>
      client.query(readFileSync(path.join(import.meta.dirname, 'multiply-office.sql'), 'utf8')),
    );
    await client.query('commit');
    await client.query('vacuum (analyze)');
    process.stderr.write(`The demo ${times} times over in ${(seconds / 1_000).toFixed(0)} s\n`);
  });
}

/** The first pass reads the whole log; that of a night only what came since. */
async function measurePasses(portal: Portal, pool: pg.Pool): Promise<void> {
  const pass = async () => {
    const started = performance.now();
    await runRules(portal.services);
    const seconds = rounded((performance.now() - started) / 1_000);
    const failed = await rowsOf(pool, 'select rule from exception_rules where failure is not null');
    if (failed.length > 0) throw new Error(`These rules failed: ${JSON.stringify(failed)}.`);
    return seconds;
  };
  const first = await pass();
  tell('All rules, the first pass over the whole log', [{ name: 'time', value: first, unit: 's' }]);
  const back = `update exception_rules set up_to_sequence = (select sequence from audit_head) - ${newEvents}`;
  await withClient(portal.ownerUrl, 'migration', (client) => client.query(back));
  const nightly = await pass();
  const slowest = await rowsOf<{ rule: string; seconds: number }>(
    pool,
    'select rule, milliseconds / 1000.0::float8 as seconds from exception_rules order by 2 desc limit 3',
  );
  tell(`All rules, a night with ${newEvents} new events`, [
    { name: 'time', value: nightly, unit: 's', most: most.pass / 1_000 },
    ...slowest.map(({ rule, seconds }) => ({ name: rule, value: rounded(seconds), unit: 's' })),
  ]);
  const beyond = await rowsOf<{ rule: string; hits: number }>(
    pool,
    `select rule, (count(*) - coalesce(most, 0))::float8 as hits
       from exception_hits left join bench_hits using (rule) where gone_at is null
      group by rule, most having count(*) > coalesce(most, 0)`,
  );
  const hits = beyond.reduce((sum, one) => sum + one.hits, 0);
  const figure = `Hits beyond those of the demo as often${beyond.map(({ rule }) => `, ${rule}`).join('')}`;
  tell(figure, [{ name: 'hits', value: hits, unit: '', most: 0 }]);
}

type Filter = Record<string, string>;

/** Of what is most frequent, so that counting takes longest; a word and a serial as somebody types them. */
async function findKnown(pool: pg.Pool): Promise<Record<string, Filter>> {
  const top = async (column: string) => {
    const [row] = await rowsOf<{ value: string }>(
      pool,
      `select ${column} as value from audit_events where ${column} is not null group by 1 order by count(*) desc limit 1`,
    );
    return row.value;
  };
  const [{ serial }] = await rowsOf<{ serial: string }>(
    pool,
    `select after ->> 'blank' as serial from audit_events where after ->> 'blank' <> '' limit 1`,
  );
  const day = dayInIndia(
    new Date(await top(`date_trunc('day', at at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'`)),
  );
  return {
    'by event': { event: await top('event') },
    'by person': { actorId: await top('actor_id') },
    'of a day': { day, from: day, to: day },
    'by a word': { search: 'court' },
    'by a serial': { search: serial },
  };
}

async function measureLog(
  portal: Portal,
  caller: StaffCaller,
  figure: string,
  filter: Filter,
): Promise<void> {
  const query = new URLSearchParams(filter);
  const addresses = { page: `/api/audit-events?${query}`, count: `/api/audit-events/count?${query}` };
  await measureRead(portal, caller, figure, addresses, most.log);
}

async function measureRead(
  portal: Portal,
  caller: StaffCaller,
  figure: string,
  addresses: Record<string, string>,
  p95: number,
): Promise<void> {
  const measures: Measure[] = [];
  for (const [name, address] of Object.entries(addresses)) {
    const durations: number[] = [];
    const turn = async () => void durations.push(await timeRequest(portal, caller, address));
    await repeat(turn, { atMost: 5, atLeast: 2, patienceMs });
    durations.length = 0;
    await repeat(turn, { atMost: 60, atLeast: 10, patienceMs });
    measures.push({ name: `${name} p50`.trim(), value: percentile(durations, 0.5), unit: 'ms' });
    measures.push({ name: `${name} p95`.trim(), value: percentile(durations, 0.95), unit: 'ms', most: p95 });
  }
  tell(figure, measures);
}

async function rowsOf<Row extends object>(pool: pg.Pool, statement: string): Promise<[Row, ...Row[]]> {
  const { rows } = await pool.query<Row>(statement);
  return rows as [Row, ...Row[]];
}

function tell(name: string, measures: Measure[]): void {
  const figure = { benchmark: 'auditor', figure: name, measures };
  printFigure(figure);
  process.stderr.write(`${name.padEnd(64)} ${describeValues(figure)}  ${verdictOf(figure)}\n`);
}
