import Fastify from 'fastify';
import type pg from 'pg';
import type { StaffCaller } from '#dev/testing/open-portal.ts';
import { type Figure, percentile, rounded } from './figures.ts';
import type { Statement } from './statements.ts';

const askers = 8;
const turns = 3;
const turnMs = 4_000;

/**
 * Requests a second of one list, by turns with a bare Fastify handler that sends the rows of the same statements as
 * JSON: no session, no checked input or output, no compression.
 */
export async function measureThroughput(
  caller: StaffCaller,
  pool: pg.Pool,
  { address, statements }: { address: string; statements: Statement[] },
): Promise<Figure> {
  const bare = Fastify();
  bare.get('/rows', async () => {
    const answers = [];
    for (const { sql, parameters } of statements) answers.push((await pool.query(sql, [...parameters])).rows);
    return { rows: answers.at(-1) };
  });
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
  const plain = { headers: { 'accept-encoding': 'identity' } };
  const portalRates: number[] = [];
  const bareRates: number[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const portalRate = await rateOf(() => caller.fetch(address, plain));
    const bareRate = await rateOf(() => fetch(`${bareUrl}/rows`, plain));
    // The first turn warms both up.
    if (turn > 0) {
      portalRates.push(portalRate);
      bareRates.push(bareRate);
    }
  }
  await bare.close();
  const portalRate = percentile(portalRates, 0.5);
  const bareRate = percentile(bareRates, 0.5);
  return {
    benchmark: 'list',
    figure: `Throughput: newest 50, ${askers} at once`,
    measures: [
      { name: 'portal', value: Math.round(portalRate), unit: 'requests/s' },
      { name: 'bare Fastify handler', value: Math.round(bareRate), unit: 'requests/s' },
      { name: 'ratio', value: rounded(portalRate / bareRate), unit: '×', least: 0.5 },
    ],
  };
}

async function rateOf(ask: () => Promise<Response>): Promise<number> {
  const end = performance.now() + turnMs;
  let answered = 0;
  const askOnAndOn = async () => {
    while (performance.now() < end) {
      const response = await ask();
      if (!response.ok) throw new Error(await response.text());
      await response.arrayBuffer();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: askers }, askOnAndOn));
  return (answered * 1000) / turnMs;
}
