// A process of its own that asks an address every 50 ms and prints the milliseconds of each answer as it ends; so that
// what is measured is the portal and not the test beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';

const url = process.argv[2];
if (process.argv[1] === import.meta.filename && url) measure(url);

function measure(address: string): void {
  const found: { milliseconds: number; status: number }[] = [];
  const timer = setInterval(() => {
    const began = performance.now();
    const done = (status: number) => found.push({ milliseconds: performance.now() - began, status });
    get(address, { agent: false, timeout: 30_000 }, (response) => {
      response.resume();
      response.once('end', () => done(response.statusCode ?? 0));
    }).on('error', () => done(0));
  }, 50);
  process.once('SIGTERM', () => {
    clearInterval(timer);
    process.stdout.write(JSON.stringify(found), () => process.exit(0));
  });
  process.stderr.write('ready');
}

export type Pulse = { p99: number; max: number; count: number; statuses: number[] };

/** Starts to measure; the function that it gives ends it and says what was found. */
export async function takePulse(address: string): Promise<() => Promise<Pulse>> {
  const child: ChildProcess = spawn(process.execPath, [import.meta.filename, address]);
  let output = '';
  child.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  await once(child.stderr!, 'data');
  return async () => {
    // What is over at once is measured as well, and so is what it leaves behind.
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGTERM');
    await once(child, 'close');
    const answers = JSON.parse(output) as { milliseconds: number; status: number }[];
    const sorted = answers.map((answer) => answer.milliseconds).sort((a, b) => a - b);
    return {
      p99: sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))]!,
      max: sorted.at(-1)!,
      count: sorted.length,
      statuses: [...new Set(answers.map((answer) => answer.status))],
    };
  };
}
