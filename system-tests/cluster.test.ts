import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Cluster, startCluster } from './harness/cluster.ts';
import { examine } from './harness/examine.ts';
import { describeWith } from './harness/needs.ts';
import { type OfficeWork, startOfficeWork } from './harness/office-work.ts';
import { serverNeeds } from './harness/postgres-servers.ts';
import { killAll, treeOf } from './harness/process-tree.ts';
import { type Acknowledged, retryingFetch } from './harness/retrying-fetch.ts';

/** Service is back within so long after the primary's death, and no request breaks later than this after a kill. */
const backMs = 10_000;

describeWith(serverNeeds, 'three processes over a primary and its standby, under 25 clients', () => {
  let cluster: Cluster;
  let acknowledged: Acknowledged;
  let work: OfficeWork;
  const killedAt = { process: 0, primary: 0 };

  beforeAll(async () => {
    cluster = await startCluster({ processes: 3 });
    acknowledged = retryingFetch();
    acknowledged.open();
    work = await startOfficeWork(cluster.portal, acknowledged);
    const moreWrites = async (count: number) => {
      const wanted = acknowledged.writes.length + count;
      await vi.waitUntil(() => acknowledged.writes.length > wanted, { timeout: 240_000 });
    };
    await moreWrites(100);
    killedAt.process = Date.now();
    killAll(treeOf(cluster.processes[1]!.pid()));
    await moreWrites(200);
    const { servers } = cluster;
    killedAt.primary = Date.now();
    await servers.kill(servers.primary);
    await delay(1_000);
    const words = ['deploy/promote', servers.fence, servers.primary.url, servers.standby.url];
    await promisify(execFile)('sh', words);
    await moreWrites(200);
    await work.stop();
  }, 900_000);
  afterAll(() => cluster?.close());

  test(`a write that began after the primary's death is acknowledged within ${backMs} ms`, () => {
    const first = acknowledged.writes.find(({ began }) => began > killedAt.primary)!;
    console.log(
      JSON.stringify({ backMs: first.ended - killedAt.primary, writes: acknowledged.writes.length }),
    );
    expect(first.ended - killedAt.primary).toBeLessThan(backMs);
  });

  test('requests break only around the two kills', () => {
    const isNear = (moment: number) =>
      Object.values(killedAt).some((kill) => moment >= kill - 50 && moment <= kill + backMs + 500);
    expect(acknowledged.brokenAt.filter((moment) => !isNear(moment))).toEqual([]);
  });

  test('nothing acknowledged is lost, nothing is there twice, the numbers have no gap, and the books hold', async () => {
    expect(await examine(cluster.portal, work, acknowledged)).toEqual([]);
    const gaps = await cluster.servers.sql(
      cluster.servers.ownerUrl,
      `select n from (select acknowledgement_number as n,
          lag(acknowledgement_number) over (order by acknowledgement_number) as before from applications) as numbers
        where before is not null and n <> before + 1`,
    );
    expect(gaps).toEqual([]);
  });

  test('jobs that are due are done, none failed and none was done twice', async () => {
    const { sql, ownerUrl } = cluster.servers;
    const due = () =>
      sql(
        ownerUrl,
        `select name, state::text from pgboss.job where state in ('created', 'retry', 'active')
          and start_after < now() - interval '5 seconds'`,
      );
    await expect.poll(due, { timeout: 90_000, interval: 500 }).toEqual([]);
    expect(await sql(ownerUrl, `select name from pgboss.job where state = 'failed'`)).toEqual([]);
    const twice = await sql(
      ownerUrl,
      `select data from pgboss.job where state = 'completed' and name = 'compose-print-run' group by data having count(*) > 1`,
    );
    expect(twice).toEqual([]);
  });

  test('/readyz says that the promoted server has no standby', async () => {
    const { checks } = (await (await fetch(`${cluster.portal.url}/readyz`)).json()) as { checks: object };
    expect(checks).toMatchObject({ standby: expect.stringMatching(/^(none|lost)$/) });
  });
});
