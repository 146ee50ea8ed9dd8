import { createHash, sign } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import canonicalize from 'canonicalize';
import { expect, test } from 'vitest';
import { receiveApplication, stockBlanks } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { filePool } from '#dev/testing/portal.ts';
import { seeded } from '#dev/testing/random.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { readCheckpoints, signingKeyOf } from '#features/audit/server/checkpoints/checkpoint.ts';
import { writeCheckpoints } from '#features/audit/server/checkpoints/write-checkpoints.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { bookRowsFromEvents } from './books-from-events.testing.ts';
import { openBusyOffice } from './busy-office.testing.ts';

const steps = process.env.LONG_FORMS ? 1_500 : 80;
const seed = Number(process.env.SEQUENCES_SEED ?? Date.now() % 2 ** 31);
console.log(`SEQUENCES_SEED=${seed}`);

const today = dayInIndia(new Date());
const noonIn = (days: number) => new Date(`${addDays(today, days)}T06:30:00Z`);
const { portal, office } = await fileOffice();
const { directory, key } = portal.services.checkpoints;
const pool = filePool(portal.ownerUrl);
const busy = await openBusyOffice({ portal, office, pool });

type Counts = Record<string, number>;
type Balances = {
  sequence: number;
  blanks: Record<string, Counts>;
  drafts: Record<string, { count: number; rupees: number }>;
  applications: Counts;
  certificates: Counts;
  prints: Counts;
  handedOver: number;
};

/** One line for each figure that is not zero: `blanks PAR-MAR in_store` and so on. */
function flat(value: unknown, name = ''): Counts {
  if (typeof value === 'number') return value === 0 ? {} : { [name]: value };
  const parts = Object.entries(value as object).map(([part, inner]) => flat(inner, `${name} ${part}`));
  return Object.assign({}, ...parts);
}

/** The books by plain SQL over the tables, as they are now. */
async function byTables(): Promise<Counts> {
  const { rows } = await pool.query(`
    select ' blanks ' || paper_id || ' ' || state as name, count(*)::int as n from blanks group by 1
    union all select ' drafts ' || state || ' count', count(*) from demand_drafts group by 1
    union all select ' drafts ' || state || ' rupees', sum(amount) from demand_drafts group by 1
    union all select ' applications ' || status, count(*) from applications group by 1
    union all select ' certificates ' || state, count(*) from certificates group by 1
    union all select ' prints ' || outcome, count(*) from sheets where outcome is not null group by 1
    union all select ' handedOver', count(*) from hand_overs having count(*) > 0`);
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]));
}

/** The books from the events alone. */
async function byEvents(upTo: number): Promise<Counts> {
  const counts: Counts = {};
  const count = (name: string, by = 1) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  for (const { book, group, state, rupees } of await bookRowsFromEvents(pool, upTo)) {
    if (book === 'drafts') {
      count(` drafts ${state} count`);
      count(` drafts ${state} rupees`, rupees);
    } else if (book === 'blanks') count(` blanks ${group} ${state}`);
    else count(group === 'hand_overs' ? ' handedOver' : ` ${group} ${state}`);
  }
  return counts;
}

/** The newest checkpoint, with papers by id whichever way it names them. */
async function newest() {
  const { balances: signed, ...file } = (await readCheckpoints(directory)).at(-1)! as unknown as {
    version: number;
    sequence: number;
    previous: string | null;
    balances: Balances;
  };
  const { sequence: upTo, ...balances } = signed;
  const { rows } = await pool.query('select id, code from papers');
  const idOf = new Map(rows.map(({ id, code }) => [code, id]));
  const papers = Object.entries(balances.blanks).map(([paper, states]) => [idOf.get(paper) ?? paper, states]);
  return { ...file, upTo, figures: flat({ ...balances, blanks: Object.fromEntries(papers) }) };
}

async function empty(): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await pool.query('delete from audit_checkpoints');
}

test('after a random sequence of acts the balances are those of the tables and of the events alone', {
  timeout: process.env.LONG_FORMS ? 900_000 : 120_000,
}, async () => {
  await busy.bringOpenings();
  await stockBlanks(portal, office.paperId, process.env.LONG_FORMS ? 900 : 40);
  for (let count = 0; count < 5; count += 1) await receiveApplication(busy.receiver, office);
  await busy.act(seeded(seed), steps);
  const expected = await byTables();
  await writeCheckpoints(portal.services, noonIn(1));
  const { version, upTo, figures } = await newest();
  expect(version).toBe(2);
  expect(figures).toEqual(expected);
  expect(await byEvents(upTo)).toEqual(expected);
});

test('balances say up to which event they hold: the newest one, also if it is of the next day', async () => {
  await empty();
  const { rows } = await pool.query('select sequence::int from audit_head');
  const [{ sequence }] = rows;
  await receiveApplication(busy.receiver, office);
  const { rows: heads } = await pool.query('select sequence::int from audit_head');
  // The first minute of the next day, before the file is written.
  await runWithoutTriggers(
    portal,
    `update audit_events set at = '${addDays(today, 1)}T00:01:00+05:30' where sequence > ${sequence}`,
  );
  await writeCheckpoints(portal.services, noonIn(1));
  expect(await newest()).toMatchObject({ sequence, upTo: heads[0].sequence, figures: await byTables() });
});

test('of the days that are made up for, only the newest has balances', async () => {
  await writeCheckpoints(portal.services, noonIn(4));
  const made = (await readCheckpoints(directory)).slice(1) as unknown as { balances: Balances | null }[];
  expect(made.map(({ balances }) => balances !== null)).toEqual([false, false, true]);
});

test('a file of version 1 verifies as before, and one with balances follows it; a changed balance is found', async () => {
  await empty();
  const { privateKey, publicKey } = signingKeyOf(key);
  const { rows } = await pool.query('select sequence::int, hash from audit_events order by sequence limit 1');
  const day = addDays(today, -1);
  const content = {
    ...{ version: 1, day, ...rows[0], events: rows[0].sequence, previous: null, publicKey },
    ...{ accessLog: { entries: 0, hash: '0'.repeat(64) }, writtenAt: new Date().toISOString() },
  };
  const signature = sign(null, Buffer.from(canonicalize(content)!), privateKey).toString('base64url');
  const old = `${JSON.stringify({ ...content, signature }, null, 2)}\n`;
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, `${day}.json`), old);
  expect(await readCheckpoints(directory)).toMatchObject([{ version: 1, day }]);
  await writeCheckpoints(portal.services, noonIn(1));
  const previous = createHash('sha256').update(old).digest('hex');
  expect(await newest()).toMatchObject({ version: 2, previous });

  const file = path.join(directory, `${today}.json`);
  const text = await readFile(file, 'utf8');
  const altered = text.replace(/("handedOver": )(\d+)/, (_, name, count) => `${name}${Number(count) + 1}`);
  expect(altered).not.toBe(text);
  await writeFile(file, altered);
  await expect(readCheckpoints(directory)).rejects.toThrow('the signature of checkpoint');
});
