/**
 * All of a million applications as a file, over HTTP, and a search of some of them: rows a second, and how much
 * memory the portal takes meanwhile beyond what it had. The reader is in the same process and keeps nothing.
 */
import type { StaffCaller } from '#dev/testing/open-portal.ts';
import { describeValues, type Figure, printFigure, rounded, verdictOf } from './figures.ts';
import { withLargePortal } from './large-portal.ts';

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);

/** The heap grows to some size, once, and no further with the rows. */
const mostMemory = 400;

await withLargePortal(rows, async (portal) => {
  const caller = await portal.as('auditor');
  const cases: { figure: string; query: { format: string; search?: string }; most: number }[] = [
    { figure: 'Export: all as CSV', query: { format: 'csv' }, most: mostMemory },
    { figure: 'Export: all as XLSX', query: { format: 'xlsx' }, most: mostMemory },
    {
      figure: "Export: those of 'kumar' as CSV",
      query: { format: 'csv', search: 'kumar' },
      most: mostMemory,
    },
  ];
  // Whatever is compiled and cached once is no part of the figures.
  await read(caller, { format: 'csv', search: 'zzqxj' });
  for (const { figure, query, most } of cases) {
    const { count } = await caller.api.applications.countApplications({ search: query.search });
    const { seconds, megabytes, firstByteMs, memoryMB } = await read(caller, query);
    const measured: Figure = {
      benchmark: 'export',
      figure: `${figure} (${count.toLocaleString('en-IN')} rows)`,
      measures: [
        { name: 'throughput', value: Math.round(count / seconds), unit: 'rows/s' },
        { name: 'first byte', value: rounded(firstByteMs), unit: 'ms' },
        { name: 'size', value: Math.round(megabytes), unit: 'MB' },
        { name: 'memory above the start', value: Math.round(memoryMB), unit: 'MB', most },
      ],
    };
    printFigure(measured);
    process.stderr.write(`${measured.figure}  ${describeValues(measured)}  ${verdictOf(measured)}\n`);
  }
});

async function read(caller: StaffCaller, query: { format: string; search?: string }) {
  const start = performance.now();
  const memoryAtStart = process.memoryUsage().rss;
  const response = await caller.fetch(`/api/exports/total-applications?${new URLSearchParams({ ...query })}`);
  if (!response.ok) throw new Error(await response.text());
  const firstByteMs = performance.now() - start;
  let bytes = 0;
  let most = memoryAtStart;
  for await (const chunk of response.body!) {
    bytes += chunk.length;
    most = Math.max(most, process.memoryUsage.rss());
  }
  return {
    seconds: (performance.now() - start) / 1000,
    megabytes: bytes / 1e6,
    firstByteMs,
    memoryMB: (most - memoryAtStart) / 1e6,
  };
}
