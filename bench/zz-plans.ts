import { withLargePortal } from './large-portal.ts';
const rows = 300_000;
await withLargePortal(rows, async (portal, pool) => {
  const caseWorker = await portal.as('case_worker');
  const college = (await pool.query(`select college_id from applications limit 1`)).rows[0].college_id;
  const bounded = await portal.as('case_worker', { collegeId: college });
  const admin = await portal.as('admin');
  const receiver = await portal.as('receiver');
  await pool.query('analyze applications');
  console.log((await pool.query(`select status, certificate_stage, count(*) from applications group by 1,2 order by 1,2`)).rows);
  const plan = async (name: string, text: string) => {
    const { rows } = await pool.query(`explain (analyze, costs off, buffers off) ${text}`);
    console.log(`--- ${name}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
  };
  const held = `(applications.status = 'received' or (applications.status = 'verified' and applications.certificate_stage = 'waiting_for_print')) and applications.result_date < current_date - 150 and applications.waiting_since < now() - interval '29 days'`;
  await plan('to_verify list', `select id from applications where status = 'received' order by waiting_since, id limit 51`);
  await plan('to_verify list of a college', `select id from applications where status = 'received' and college_id = '${college}' order by waiting_since, id limit 51`);
  await plan('case queue', `select id from applications where status = 'received' order by received_at, id limit 31`);
  await plan('all by waiting', `select id from applications order by waiting_since, id limit 51`);
  await plan('overdue', `select id from applications where ${held} order by waiting_since, id limit 51`);
  await plan('overdue of a college', `select id from applications where ${held} and college_id = '${college}' order by waiting_since, id limit 51`);
  await plan('returned', `select id from applications where status = 'returned' order by waiting_since limit 1001`);
  const time = async (name: string, call: () => Promise<unknown>) => {
    const ms: number[] = [];
    for (let i = 0; i < 12; i += 1) { const at = performance.now(); await call(); ms.push(performance.now() - at); }
    ms.sort((a, b) => a - b);
    console.log(`${name}: p50 ${ms[6]!.toFixed(0)} ms, slowest ${ms[11]!.toFixed(0)} ms`);
  };
  await time('case queue', () => caseWorker.api.caseDesk.listCaseQueue({}));
  await time('case queue of a college', () => bounded.api.caseDesk.listCaseQueue({}));
  await time('list to_verify', () => caseWorker.api.applications.listApplications({ show: 'to_verify' }));
  await time('list to_verify jump', () => caseWorker.api.applications.listApplications({ show: 'to_verify', offset: 5000 }));
  await time('list overdue', () => caseWorker.api.applications.listApplications({ show: 'overdue' }));
  await time('list waitingSince', () => caseWorker.api.applications.listApplications({ sort: 'waitingSince' }));
  await time('search to_verify', () => caseWorker.api.applications.listApplications({ show: 'to_verify', search: 'kumar' }));
  await time('search to_verify newest', () => caseWorker.api.applications.listApplications({ show: 'to_verify', search: 'kumar', sort: '-receivedAt' }));
  await time('waiting case worker', () => caseWorker.api.waiting.listWaiting({}));
  await time('waiting bounded', () => bounded.api.waiting.listWaiting({}));
  await time('waiting receiver', () => receiver.api.waiting.listWaiting({}));
  await time('waiting admin', () => admin.api.waiting.listWaiting({}));
});
