/**
 * Students added one by one by 20 clients at once, by turns with the same rows inserted by the driver alone, each in a
 * transaction of its own, without an audit event. The portal has its worker, as it is shipped.
 */

import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { percentile, printFigure, rounded } from './figures.ts';
import { openConnection, requestText } from './http-connection.ts';
import { withLargePortal } from './large-portal.ts';

const rows = Number(process.env.BENCH_ROWS ?? 100_000);
const clients = 20;
const turns = 4;
const turnMs = 5_000;

type Student = { collegeId: string; number: string };

let added = 0;

await withLargePortal(
  rows,
  async (portal, pool) => {
    const { rows: colleges } = await pool.query<{ id: string }>(
      'select id from colleges order by code limit 1',
    );
    const collegeId = colleges[0]!.id;
    const admin = await portal.as('admin');
    const lines = Array.from({ length: clients }, () => openConnection(Number(new URL(portal.url).port)));
    const add = async (client: number, { number }: Student) => {
      const entry = {
        name: 'Asha Kumar',
        collegeId,
        address: 'Main Road',
        registrationNumber: number,
        examRollNumber: number,
      };
      const status = await lines[client]!.send(requestText('/api/students', admin.cookie, entry));
      if (status !== 200) throw new Error(`A student was refused with ${status}.`);
    };
    const rates = { portal: [] as number[], driver: [] as number[] };
    const waits: number[] = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      const measured = await rateOf(collegeId, add);
      const plain = await rateOf(collegeId, (_client, student) => insert(pool, student));
      // The first turn warms both up.
      if (turn === 0) continue;
      rates.portal.push(measured.rate);
      rates.driver.push(plain.rate);
      waits.push(...measured.waits);
    }
    for (const { socket } of lines) socket.destroy();
    const [ofPortal, ofDriver] = [percentile(rates.portal, 0.5), percentile(rates.driver, 0.5)];
    printFigure({
      benchmark: 'add-students',
      figure: `Adding a student, ${clients} at once, against a plain INSERT and COMMIT`,
      measures: [
        { name: 'portal', value: Math.round(ofPortal), unit: 'requests/s' },
        { name: 'plain', value: Math.round(ofDriver), unit: 'transactions/s' },
        { name: 'ratio', value: rounded(ofPortal / ofDriver), unit: '×' },
        { name: 'p50', value: percentile(waits, 0.5), unit: 'ms' },
        { name: 'p95', value: percentile(waits, 0.95), unit: 'ms' },
      ],
    });
  },
  { worker: true },
);

async function rateOf(
  collegeId: string,
  addOne: (client: number, student: Student) => Promise<void>,
): Promise<{ rate: number; waits: number[] }> {
  const end = performance.now() + turnMs;
  const waits: number[] = [];
  const addOnAndOn = async (_: unknown, client: number) => {
    while (performance.now() < end) {
      added += 1;
      const start = performance.now();
      await addOne(client, { collegeId, number: `BENCH-${process.pid}-${added}` });
      waits.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, addOnAndOn));
  return { rate: (waits.length * 1000) / turnMs, waits };
}

async function insert(pool: pg.Pool, { collegeId, number }: Student): Promise<void> {
  await pool.query(
    `insert into students (id, college_id, registration_number, exam_roll_number, name, address)
     values ($1, $2, $3, $3, 'Asha Kumar', 'Main Road')`,
    [uuid(), collegeId, number],
  );
}
