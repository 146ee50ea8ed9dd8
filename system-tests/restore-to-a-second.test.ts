import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Caller, callerOf } from '#dev/testing/open-portal.ts';
import type { LastNumbers } from '#features/recoveries/contract.ts';
import { type CommandResult, start } from '#platform/server/backup/commands.testing.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { type DemoPortal, startDemoPortal } from './harness/demo-portal.ts';
import { damagedFiles, examine, lostWrites, runScript } from './harness/examine.ts';
import { type OfficeWork, startOfficeWork } from './harness/office-work.ts';
import { killAll, treeOf } from './harness/process-tree.ts';
import { type Acknowledged, retryingFetch } from './harness/retrying-fetch.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dikshant-restore-'));
const backups = path.join(root, 'backups');
const settings = {
  BACKUP_DIRECTORY: backups,
  BACKUP_PASSPHRASE_FILE: path.join(root, 'passphrase'),
};
const run = (command: 'backup' | 'restore', directory: string, ...words: string[]): Promise<CommandResult> =>
  start(command, words, { ...process.env, ...settings, DATA_DIRECTORY: directory }).result;

/** Every number that the lost portal has given, by kind. */
const numbers = {
  acknowledgement:
    'select acknowledgement_number::text as n from applications order by acknowledgement_number',
  convocation:
    'select convocation_number as n from certificates order by convocation_year, convocation_sequence',
  run: 'select run_number::text as n from print_runs order by run_number',
  slip: 'select slip_number::text as n from deposit_slips order by slip_number',
  serial:
    'select b.serial as n from sheets s join blanks b on b.id = s.blank_id order by s.outcome_at nulls last',
};
type Kind = keyof typeof numbers;

/** Each stock, and each year of convocation numbers, counts by itself. */
function lastOfEachCount(numbers: readonly string[]): string[] {
  const ofEach = Map.groupBy(numbers, (number) => number.replace(/\d+$/, ''));
  return [...ofEach.values()].map((count) => count.toSorted().at(-1)!);
}

type Given = Record<Kind, string[]>;

async function givenBy({ ownerUrl }: DemoPortal): Promise<Given> {
  return withClient(ownerUrl(), 'backup', async (client) => {
    const given = {} as Given;
    for (const kind of Object.keys(numbers) as Kind[])
      given[kind] = (await client.query<{ n: string }>(numbers[kind])).rows.map(({ n }) => n);
    return given;
  });
}

describe('a portal that is backed up under 25 clients, and lost', () => {
  let acknowledged: Acknowledged;
  let work: OfficeWork;
  let given: Given;
  let head: string;
  let bundles: number;
  /** Between the base backup and the end. */
  let moment: number;
  let port: number;

  beforeAll(async () => {
    mkdirSync(backups);
    writeFileSync(settings.BACKUP_PASSPHRASE_FILE, 'seven horses on a hill\n', { mode: 0o600 });
    const portal = await startDemoPortal({ directory: path.join(root, 'lost'), env: settings });
    port = portal.port;
    acknowledged = retryingFetch();
    acknowledged.open();
    work = await startOfficeWork(portal, acknowledged);
    await moreWrites(100);
    expect(await run('backup', portal.directory)).toMatchObject({ code: 0 });
    await moreWrites(100);
    moment = Math.ceil(Date.now() / 1_000) * 1_000;
    await delay(moment - Date.now() + 1_500);
    await moreWrites(100);
    await work.stop();
    expect(acknowledged.brokenAt).toEqual([]);
    given = await givenBy(portal);
    bundles = await withClient(portal.ownerUrl(), 'backup', async (client) => {
      const { rows } = await client.query('select coalesce(max(bundle_number), 0)::int as last from bundles');
      return rows[0].last;
    });
    head = await withClient(portal.ownerUrl(), 'backup', async (client) => {
      const { rows: segments } = await client.query('select pg_walfile_name(pg_switch_wal()) as segment');
      const archived = async () =>
        (await client.query('select last_archived_wal as last from pg_stat_archiver')).rows[0].last;
      await vi.waitUntil(async () => (await archived()) >= segments[0].segment, { timeout: 60_000 });
      return (await client.query(`select sequence || ':' || hash as head from audit_head`)).rows[0].head;
    });
    killAll(treeOf(portal.pid()));
    await vi.waitUntil(() => !portal.isAlive(), { timeout: 30_000 });
    rmSync(portal.directory, { recursive: true, force: true, maxRetries: 20 });
  }, 900_000);
  afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));

  async function moreWrites(count: number): Promise<void> {
    const wanted = acknowledged.writes.length + count;
    await vi.waitUntil(() => acknowledged.writes.length > wanted, { timeout: 240_000 });
  }

  const startOn = (directory: string) => startDemoPortal({ directory, port, env: settings });

  test('restored to the end of its archive: nothing acknowledged is lost, the books hold, the head of the chain is there', async () => {
    const machine = path.join(root, 'whole');
    expect(await run('restore', machine)).toMatchObject({ code: 0 });
    const portal = await startOn(machine);
    try {
      expect(await examine(portal, work, acknowledged)).toEqual([]);
      expect(await runScript(portal, 'audit-verify', '--head', head)).toEqual([]);
      const desk = await deskOf(portal);
      expect(await damagedFiles(portal, { ...work, receiver: desk }, work.told.files)).toEqual([]);
      expect((await runScript(portal, 'doctor', 'recovery')).join()).toContain(
        'in recovery mode since its restore',
      );
      // A stopped installation is looked over as well.
      await portal.stop();
      const stopped = spawnSync(process.execPath, ['scripts/doctor.ts', 'files', 'chain'], {
        encoding: 'utf8',
        env: { ...process.env, DEMO: 'true', DATA_DIRECTORY: machine, ...settings },
      });
      expect(stopped.stdout).toContain('No problems found.');
    } finally {
      await portal.close();
    }
  });

  test('restored to a second: what was answered before is there, what began later is not, and no number is given twice', async () => {
    const machine = path.join(root, 'earlier');
    const to = new Date(moment).toISOString();
    expect(await run('restore', machine, '--to', to)).toMatchObject({ code: 0 });
    const portal = await startOn(machine);
    try {
      const before = acknowledged.writes.filter(({ ended }) => ended < moment);
      const after = acknowledged.writes.filter(({ began }) => began > moment + 1_000);
      expect(before.length).toBeGreaterThan(100);
      expect(await lostWrites(portal, before)).toEqual([]);
      expect(after.length).toBeGreaterThan(50);
      expect(await lostWrites(portal, after)).toHaveLength(after.length);
      expect(await runScript(portal, 'doctor', 'files', 'chain')).toEqual([]);

      const refused = await uploadedSlip(portal);
      expect(refused).toMatchObject({ status: 409, code: 'recoveries.open' });
      const kept = await givenBy(portal);
      await leaveRecovery(portal);
      await worksOn(portal);
      const now = await givenBy(portal);
      for (const kind of Object.keys(numbers) as Kind[]) {
        const fresh = now[kind].filter((number) => !kept[kind].includes(number));
        expect(fresh.length, kind).toBeGreaterThan(0);
        expect(
          fresh.filter((number) => given[kind].includes(number)),
          `${kind}, given twice`,
        ).toEqual([]);
      }
    } finally {
      await portal.close();
    }
  });

  async function deskOf(portal: DemoPortal, role = 'receiver', name: string = role): Promise<Caller> {
    return callerOf(portal.url, await portal.signIn(role, name));
  }

  /** A slip is an act that gives a number. */
  async function uploadedSlip(portal: DemoPortal): Promise<object> {
    const receiver = await deskOf(portal);
    const { rows } = await receiver.api.demandDrafts.listDrafts({ show: 'without_slip' });
    return receiver.api.depositSlips
      .prepareDepositSlip({ draftIds: [rows[0]!.id], account: 'Fee account 1234', bankBranch: 'Mysuru' })
      .catch((error) => error);
  }

  /** One admin enters what is on paper, another one confirms it. */
  async function leaveRecovery(portal: DemoPortal): Promise<void> {
    const [one, other] = [await deskOf(portal, 'admin'), await deskOf(portal, 'admin', 'registrar')];
    const { recoveries } = await one.api.recoveries.listRecoveries();
    const last = (kind: Kind) => given[kind].at(-1)!;
    const ordinal = (kind: Kind) => Number(/(\d+)$/.exec(last(kind))![1]);
    const entry: LastNumbers = {
      acknowledgementNumber: ordinal('acknowledgement'),
      convocationNumbers: lastOfEachCount(given.convocation),
      runNumber: ordinal('run'),
      depositSlipNumber: ordinal('slip'),
      bundleNumber: bundles,
      serials: lastOfEachCount(given.serial),
      // A number that is entered counts more than that there is no later one.
      unchanged: recoveries[0]!.numbers.flatMap(({ kind, count }) =>
        kind === 'signing_batch' ? [] : [count],
      ),
    };
    const entered = await one.api.recoveries.enterLastNumbers(entry);
    await other.api.recoveries.confirmLastNumbers(entered);
  }

  async function worksOn(portal: DemoPortal): Promise<void> {
    const again = retryingFetch();
    again.open();
    const office = await startOfficeWork(portal, again);
    const isDone = () =>
      office.told.runs.length > 0 && office.told.slips.length > 0 && office.told.verified.length > 0;
    await expect.poll(isDone, { timeout: 240_000 }).toBe(true);
    await office.stop();
    expect(await examine(portal, office, again)).toEqual([]);
  }
});
