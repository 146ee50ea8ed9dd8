// `npm run bench`: runs the benchmarks one after the other and writes what they measured into README.md beside them.
// `npm run bench import dashboard` runs these two; the sections of the others stay.
import { spawn } from 'node:child_process';
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
  'auditor',
];

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !benchmarks.includes(name));
if (unknown) throw new Error(`There is no benchmark ${unknown}: ${benchmarks.join(', ')}.`);

const readme = besideThis('README.md');
const [introduction, ...written] = readFileSync(readme, 'utf8').split(/^(?=## )/m);
const sections = new Map(written.map((section) => [/^## (.+)/.exec(section)![1]!, section]));
for (const benchmark of benchmarks)
  if (wanted.length === 0 || wanted.includes(benchmark))
    sections.set(benchmark, await measuredSection(benchmark));
const inOrder = benchmarks.flatMap((benchmark) => sections.get(benchmark)?.trim() ?? []);
writeFileSync(readme, `${[introduction!.trim(), ...inOrder].join('\n\n')}\n`);

/** Runs a benchmark; its heading, the circumstances and a row a figure. */
async function measuredSection(benchmark: string): Promise<string> {
  const loadBefore = loadNow();
  const figures = await figuresOf(benchmark);
  const lines = figures.map(
    (figure) =>
      `| ${[figure.figure, describeValues(figure), describeBudgets(figure), verdictOf(figure)].join(' | ')} |`,
  );
  return `## ${benchmark}

${new Date().toISOString().slice(0, 10)}, ${os.availableParallelism()} cores (${os.cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}; load ${loadBefore} before and ${loadNow()} after.

| figure | value | budget | verdict |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
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

/** Above the number of cores, others took part of the machine and the figures say more about them. */
function loadNow(): number {
  return Number(os.loadavg()[0]!.toFixed(2));
}

function besideThis(file: string): string {
  return path.resolve(import.meta.dirname, file);
}
