import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../harness/portal.ts';
import { newPaper, numbersIn, of, type Paper, receiveOne } from './b-clients.ts';
import { type Cluster, startCluster } from './b-cluster.ts';
import { promote } from './b-promote.ts';
import type { Server } from './b-servers.ts';

// The issue: "One documented command promotes, fencing first." The old primary is alive here: whoever promotes by mistake, or
// because the network was cut, must not end up with two servers that take writes.

let cluster: Cluster;
const paper: Paper = newPaper();

beforeAll(async () => {
  cluster = await startCluster({ hosts: ['127.0.0.1'] });
  await receiveOne(cluster.site, paper);
}, 600_000);
afterAll(() => cluster?.close());

/** Which of the two servers take writes now. */
async function writers(): Promise<string[]> {
  const { servers } = cluster;
  const takesWrites = async (server: Server) => {
    const rows = await servers.sql(server, 'select pg_is_in_recovery() as still').catch(() => []);
    return rows[0]?.still === false;
  };
  const found: string[] = [];
  for (const server of [servers.primary, servers.standby])
    if (await takesWrites(server)) found.push(server.name);
  return found;
}

describe('9.3 fencing', { timeout: 120_000 }, () => {
  test('9.3 fencing first: where the old primary cannot be fenced, nothing is promoted', async () => {
    const fails = path.join(cluster.servers.folder, 'cannot-fence.sh');
    writeFileSync(fails, '#!/bin/sh\necho "the old server does not answer" >&2\nexit 1\n');
    chmodSync(fails, 0o755);
    const said = await promote(cluster, { fence: fails });
    expect(said.code, said.text).not.toBe(0);
    expect(await writers()).toEqual(['one']);
    await receiveOne(cluster.site, paper);
  });

  test('9.3 fencing first: promoted while the old primary lives, one server alone takes writes, and nothing is lost', async () => {
    const said = await promote(cluster);
    expect(said.code, said.text).toBe(0);
    expect(await writers()).toEqual(['two']);
    await eventually(() => receiveOne(cluster.site, paper).then(() => true), {
      within: 30_000,
      what: 'a write after the promotion',
    });
    const numbers = await numbersIn(cluster.site.university.portal);
    for (const { number } of of(paper, 'acknowledgement')) expect(numbers.acknowledgement).toContain(number);
  });
});
