/**
 * The large portal of the checkout in which this lies, for `beside.ts`: says where it is, who may ask, and what to ask
 * for, and ends with its input. It is copied into the other checkout with `list-cases.ts`.
 */
import { once } from 'node:events';
import { request, withLargePortal } from './large-portal.ts';
import { findKnown } from './list-cases.ts';

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);

await withLargePortal(
  rows,
  async (portal, pool) => {
    const college = await pool.query<{ id: string }>('select id from colleges order by code limit 1');
    const ofAll = await portal.as('admin');
    const ofOne = await portal.as('auditor', { collegeId: college.rows[0]!.id });
    const items = await pool.query<{ id: string }>(
      `select id from applications where acknowledgement_number % ${Math.ceil(rows / 200)} = 0`,
    );
    const answer = {
      url: portal.url,
      cookies: { all: ofAll.cookie, one: ofOne.cookie },
      college: college.rows[0]!.id,
      items: items.rows.map(({ id }) => id),
      known: await findKnown(pool, rows, (address) => request(ofAll, address)),
    };
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    process.stdin.resume();
    await once(process.stdin, 'end');
  },
  { worker: true },
);
