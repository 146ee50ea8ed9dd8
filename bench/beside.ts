/**
 * `node bench/beside.ts <commit> [pattern]`: this code beside that of another commit, in one run and by turns, each over
 * a million generated applications of its own (BENCH_ROWS: so many), each as its own `large-portal.ts` starts it; only
 * what has the pattern in its name. Prints a table of ratios: of rates above 1, and of times below 1, this code is faster.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { dashboardAddresses } from './dashboard-addresses.ts';
import { percentile, rounded } from './figures.ts';
import { type HttpConnection, openConnection, requestText } from './http-connection.ts';
import { addressOf, casesOf, type ListCase } from './list-cases.ts';

type Side = {
  child: ChildProcess;
  url: string;
  cookies: { all: string; one: string };
  college: string;
  items: string[];
  known: Parameters<typeof casesOf>[0];
  /** Connections that wait for a request. */
  lines: HttpConnection[];
};

const connections = 20;
const turns = 4;
const turnMs = 5_000;
const block = 20;

const startedAt = Date.now().toString(36);

const [commit, pattern = ''] = process.argv.slice(2);
if (!commit) throw new Error('Which commit? node bench/beside.ts <commit> [pattern]');
const wanted = new RegExp(pattern);
const here = path.resolve(import.meta.dirname, '..');
const kept = path.join(here, '.cache/beside');
const there = checkOut(commit);

// One after the other: to fill the databases takes all cores.
const before = await serve(there, path.join(kept, 'before'));
const after = await serve(here, path.join(kept, 'after'));
try {
  console.log('| what | before | now | ratio |\n| --- | --- | --- | --- |');
  const itemOf = (side: Side, turn: number) => `/api/applications/${side.items[turn % side.items.length]}`;
  const newest = (side: Side) => addressOf(casesOf(side.known)[0]!);
  if (wanted.test('Adding a student')) await compareWrites();
  // The rates first: they warm both sides up, and a portal that serves people is warm.
  if (!pattern) {
    await compareRates('An item', itemOf);
    await compareRates('Newest 50', newest);
    await compare('An item, p50', itemOf, 400);
  }
  for (const [index, { figure, isBounded }] of casesOf(after.known).entries())
    if (wanted.test(figure))
      await compare(figure, (side) => addressOf(caseAt(side, index)), 60, isBounded ? 'one' : 'all');
  for (const [figure, address] of Object.entries(dashboardAddresses)) {
    if (!wanted.test(`Dashboard: ${figure}`)) continue;
    await compare(`Dashboard: ${figure}`, () => address, 60);
    await compare(`Dashboard: ${figure}, one college`, () => address, 60, 'one');
  }
} finally {
  for (const { child } of [before, after]) child.stdin!.end();
  for (const side of [before, after]) for (const { socket } of side.lines) socket.destroy();
}

function caseAt(side: Side, index: number): ListCase {
  return casesOf(side.known)[index]!;
}

function checkOut(commit: string): string {
  const directory = path.join(kept, 'code');
  if (!existsSync(directory)) run('git', ['worktree', 'add', '--detach', directory, commit]);
  run('git', ['-C', directory, 'checkout', '--quiet', '--force', commit]);
  for (const file of ['beside-server.ts', 'list-cases.ts'])
    copyFileSync(path.join(import.meta.dirname, file), path.join(directory, 'bench', file));
  if (!existsSync(path.join(directory, 'node_modules')))
    symlinkSync(path.join(here, 'node_modules'), path.join(directory, 'node_modules'));
  asShipped(path.join(directory, 'bench/large-portal.ts'));
  return directory;
}

/** Portals of earlier benchmarks had no worker, and a database of other settings that archived nothing. */
function asShipped(file: string): void {
  const text = readFileSync(file, 'utf8')
    .replace(
      "startEmbeddedPostgres({ directory, settings: { shared_buffers: '256MB' } })",
      "startOwnDatabase({ dataDirectory: directory, backupDirectory: path.join(directory, 'backups') })",
    )
    .replace(
      "import { startEmbeddedPostgres } from '#platform/server/embedded-postgres/embedded-postgres.ts'",
      "import { startOwnDatabase } from '#platform/server/open-database.ts'",
    )
    .replace('drop: async () => {} }, {})', 'drop: async () => {} }, { worker: true })');
  writeFileSync(file, text);
}

function run(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { cwd: here, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}.`);
}

async function serve(directory: string, database: string): Promise<Side> {
  const child = spawn(process.execPath, ['bench/beside-server.ts'], {
    cwd: directory,
    env: { ...process.env, BENCH_DIRECTORY: database },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout }))
    return { child, lines: [], ...(JSON.parse(line) as Omit<Side, 'child' | 'lines'>) };
  throw new Error(`The portal of ${directory} did not start.`);
}

async function compare(
  figure: string,
  address: (side: Side, turn: number) => string,
  times: number,
  who: keyof Side['cookies'] = 'all',
): Promise<void> {
  const durations = { before: [] as number[], after: [] as number[] };
  const sides = { before, after };
  // The first requests warm up, and have position indexes built behind them.
  for (const side of [before, after])
    for (let turn = 0; turn < 6; turn += 1) await ask(side, address(side, turn), who);
  await delay(300);
  const end = performance.now() + 20_000;
  // By turns in blocks: after a single request the processor's caches would be full of the other side's.
  for (let turn = 0; turn < times && performance.now() < end; turn += block) {
    for (const name of ['before', 'after'] as const) {
      for (let place = turn; place < turn + block; place += 1) {
        const start = performance.now();
        await ask(sides[name], address(sides[name], place), who);
        durations[name].push(performance.now() - start);
      }
    }
  }
  const [then, now] = [percentile(durations.before, 0.5), percentile(durations.after, 0.5)];
  console.log(`| ${figure} | ${then} ms | ${now} ms | ${rounded(now / then)} |`);
}

async function compareRates(figure: string, address: (side: Side, turn: number) => string): Promise<void> {
  const rates = { before: [] as number[], after: [] as number[] };
  const sides = { before, after };
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const name of ['before', 'after'] as const) {
      const rate = await rateOf((count) => ask(sides[name], address(sides[name], count), 'all'));
      if (turn > 0) rates[name].push(rate);
    }
  }
  const [then, now] = [percentile(rates.before, 0.5), percentile(rates.after, 0.5)];
  console.log(
    `| ${figure}, requests/s of ${connections} connections | ${Math.round(then)} | ${Math.round(now)} | ${rounded(now / then)} |`,
  );
}

/** By turns; what a client waits for an answer is of all turns but the first. */
async function compareWrites(): Promise<void> {
  const rates = { before: [] as number[], after: [] as number[] };
  const waits = { before: [] as number[], after: [] as number[] };
  const sides = { before, after };
  let added = 0;
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const name of turn % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const)) {
      const rate = await rateOf(async () => {
        added += 1;
        const start = performance.now();
        await ask(sides[name], '/api/students', 'all', newStudent(sides[name], added));
        if (turn > 0) waits[name].push(performance.now() - start);
      });
      if (turn > 0) rates[name].push(rate);
    }
  }
  const row = (what: string, of: (name: keyof typeof rates) => number) => {
    const [then, now] = [of('before'), of('after')];
    console.log(`| Adding a student, ${what} | ${then} | ${now} | ${rounded(now / then)} |`);
  };
  row(`requests/s of ${connections} connections`, (name) => percentile(rates[name], 0.5));
  row('p50 in ms', (name) => percentile(waits[name], 0.5));
  row('p95 in ms', (name) => percentile(waits[name], 0.95));
}

function newStudent({ college }: Side, index: number): object {
  return {
    name: `Asha ${['Kumar', 'Patil', 'Gowda', 'Shetty', 'Hegde'][index % 5]}`,
    collegeId: college,
    address: `${index} Main Road, Ward ${index % 97}`,
    registrationNumber: `R${startedAt}${index}`,
    examRollNumber: `E${startedAt}${index}`,
  };
}

async function rateOf(askOne: (count: number) => Promise<void>): Promise<number> {
  const end = performance.now() + turnMs;
  let answered = 0;
  const askOnAndOn = async () => {
    while (performance.now() < end) {
      await askOne(answered);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, askOnAndOn));
  return (answered * 1000) / turnMs;
}

async function ask(
  { url, cookies, lines }: Side,
  address: string,
  who: keyof Side['cookies'],
  body?: object,
): Promise<void> {
  const line = lines.pop() ?? openConnection(Number(new URL(url).port));
  const status = await line.send(requestText(address, cookies[who], body));
  lines.push(line);
  if (status !== 200) throw new Error(`${address} was refused with ${status}.`);
}
