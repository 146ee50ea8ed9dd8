import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { pick, seeded } from '#dev/testing/random.ts';
import { readChain } from '#features/audit/server/read-chain.ts';
import type { StoredEvent } from '#features/audit/verify-chain.ts';
import { type ChainedEvent, hashEvent } from '#platform/server/db/audit-chain.ts';
import { runningServerUrl } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { type OwnPortal, startOwnPortal } from './own-portal.ts';
import { openDeskAt } from './people.ts';

const seed = Date.now() % 1_000_000;
const random = seeded(seed);
const tables = ['audit_events', 'audit_personal_values', 'audit_head'];

let portal: OwnPortal;
let owner: pg.Client;
let directory: string;
/** As the auditor noted it, twenty events before the end. */
let kept: { sequence: number; hash: string };

test.beforeAll(async () => {
  portal = await startOwnPortal();
  owner = new pg.Client({ connectionString: runningServerUrl(path.join(portal.directory, 'postgres')) });
  await owner.connect();
  directory = mkdtempSync(path.join(tmpdir(), 'dikshant-verifier-'));
});
test.afterAll(async () => {
  await owner.end();
  await portal.close();
  rmSync(directory, { recursive: true });
});

/** An event with a sealed value, between the second one and the one before the kept head. */
async function anyBefore(): Promise<number> {
  const { rows } = await owner.query(
    'select distinct sequence::int from audit_personal_values where sequence between 2 and $1 order by 1',
    [kept.sequence - 2],
  );
  return pick(random, rows).sequence;
}

/** Writes events from this one on with hashes that continue each other, as somebody does who knows how they are made. */
async function writeAnew(from: number, change: (event: ChainedEvent) => ChainedEvent): Promise<void> {
  const events: StoredEvent[] = [];
  for await (const event of readChain(owner)) events.push(event);
  let previous = events[from - 2]!.hash;
  for (const { hash: _hash, previousHash: _previous, values: _values, ...event } of events.slice(from - 1)) {
    const changed = change(event);
    const hash = hashEvent(previous, changed);
    await owner.query(
      'update audit_events set request_id = $2, record_id = $3, previous_hash = $4, hash = $5 where sequence = $1',
      [event.sequence, changed.requestId, changed.recordId, previous, hash],
    );
    previous = hash;
  }
}

/** What the owner of the database does to the log from an event on, and where it is found if not there. */
const attacks: [what: string, act: (at: number) => Promise<unknown>, found?: 'at the kept head'][] = [
  [
    'an altered event',
    (at) => owner.query(`update audit_events set record_id = record_id || '0' where sequence = $1`, [at]),
  ],
  ['a deleted event', (at) => owner.query('delete from audit_events where sequence = $1', [at])],
  [
    'two events in another order',
    async (at) => {
      const away = 1_000_000_000;
      const move = 'update audit_events set sequence =';
      await owner.query(`${move} sequence + ${away} where sequence in (${at}, ${at + 1})`);
      await owner.query(`${move} ${2 * at + 1 + away} - sequence where sequence > ${away}`);
    },
  ],
  ['a log that was cut off', (at) => owner.query('delete from audit_events where sequence > $1', [at])],
  [
    'an altered event and new hashes from there on',
    (at) => writeAnew(at, (one) => (one.sequence === at ? { ...one, recordId: `${one.recordId}0` } : one)),
    'at the kept head',
  ],
  [
    'another value in the place of a sealed one',
    (at) =>
      owner.query(
        `update audit_personal_values set value = value || 'x'
          where digest = (select digest from audit_personal_values where sequence = $1 order by path limit 1)`,
        [at],
      ),
  ],
  [
    'a backup that was restored and worked on with',
    (at) => writeAnew(at, (event) => ({ ...event, requestId: `${event.requestId}-again` })),
    'at the kept head',
  ],
];

/** Leaves the head as the forger would, so that the portal goes on; afterwards all is as it was. */
async function during(act: () => Promise<unknown>, look: () => Promise<void>): Promise<void> {
  await act();
  await owner.query(
    'update audit_head set (sequence, hash) = (select sequence, hash from audit_events order by sequence desc limit 1)',
  );
  await look();
  for (const table of tables)
    await owner.query(`delete from ${table}; insert into ${table} select * from kept.${table}`);
}

/** The number of an event, with or without a comma for its thousands. */
function numbered(sequence: number): RegExp {
  return new RegExp(`\\b${sequence.toLocaleString('en-IN').replaceAll(',', ',?')}\\b`);
}

const proven = () => new RegExp(`Proven up to event ${numbered(kept.sequence).source}`, 'i');

async function verify(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
}

async function expectFault(page: Page, at: number, what: string): Promise<void> {
  const text = page.locator('body');
  await expect(text, `${what}, seed ${seed}`).toContainText(new RegExp(`event ${numbered(at).source}`, 'i'));
  await expect(text, what).not.toContainText(proven());
}

/** Puts the log as it is now into the file that is open from disk. */
async function putIn(file: Page, screen: Page): Promise<void> {
  const response = await screen.request.get(`${portal.url}/api/audit/chain`);
  expect(response.ok(), await response.text()).toBe(true);
  const chain = { name: 'chain.jsonl', mimeType: 'application/x-ndjson', buffer: await response.body() };
  await file.locator('input[type=file]').first().setInputFiles(chain);
}

test('whatever the owner of the database does to the log up to a kept head is found and located, on the screen and from disk', async ({
  browser,
}) => {
  const screen = await openDeskAt(browser, portal.url, 'auditor');
  const { rows } = await owner.query(
    'select sequence, hash from audit_events where sequence = (select max(sequence) from audit_events) - 20',
  );
  kept = { sequence: Number(rows[0].sequence), hash: rows[0].hash };
  await owner.query('create schema kept');
  for (const table of tables) await owner.query(`create table kept.${table} as table ${table}`);
  await owner.query(`
    set session_replication_role = replica;
    alter table audit_personal_values drop constraint audit_personal_values__digest_is_of_value`);

  const verifier = await screen.request.get(`${portal.url}/api/audit/verifier`);
  expect(verifier.ok()).toBe(true);
  const html = path.join(directory, 'verifier.html');
  writeFileSync(html, await verifier.body());
  const context = await browser.newContext({ offline: true });
  const file = await context.newPage();
  await file.goto(pathToFileURL(html).href);
  await screen.goto('/auditor/proof');
  for (const page of [screen, file])
    await page.getByLabel('Head or checkpoint').fill(`${kept.sequence}:${kept.hash}`);

  await test.step('the whole log is proven up to the kept head, and the tail not yet', async () => {
    await verify(screen);
    await putIn(file, screen);
    await verify(file);
    for (const page of [screen, file]) await expect(page.locator('body')).toContainText(proven());
    const ofTail = /not yet proven; tonight[’']s checkpoint will cover it/i;
    await expect(screen.locator('body')).toContainText(ofTail);
  });

  for (const [what, act, found] of attacks) {
    const at = await anyBefore();
    const named = found ? kept.sequence : at;
    await test.step(`${what}: event ${at}`, () =>
      during(
        () => act(at),
        async () => {
          await verify(screen);
          await expectFault(screen, named, `${what}, on the screen`);
          await putIn(file, screen);
          await verify(file);
          await expectFault(file, named, `${what}, from disk`);
        },
      ));
  }

  await context.close();
});
