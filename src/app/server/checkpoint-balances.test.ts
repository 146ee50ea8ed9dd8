import { createHash, sign } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import canonicalize from 'canonicalize';
import { expect, test } from 'vitest';
import { orRefused } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication, stockBlanks } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { filePool } from '#dev/testing/portal.ts';
import { pick, type Random, seeded } from '#dev/testing/random.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { readCheckpoints, signingKeyOf } from '#features/audit/server/checkpoints/checkpoint.ts';
import { writeCheckpoints } from '#features/audit/server/checkpoints/write-checkpoints.ts';
import { addDays, addMonths, dayInIndia } from '#shared/format.ts';
import type { Role } from '#shared/roles.ts';
import { acts } from './sequences-acts.testing.ts';

const steps = process.env.LONG_FORMS ? 1_500 : 80;
const seed = Number(process.env.SEQUENCES_SEED ?? Date.now() % 2 ** 31);
console.log(`SEQUENCES_SEED=${seed}`);

const today = dayInIndia(new Date());
const noonIn = (days: number) => new Date(`${addDays(today, days)}T06:30:00Z`);
const { portal, office } = await fileOffice();
const { directory, key } = portal.services.checkpoints;
const pool = filePool(portal.ownerUrl);
const roles: Role[] = ['receiver', 'receiver', 'case_worker', 'case_worker', 'admin', 'admin', 'printer'];
const people = await Promise.all(roles.map((role) => portal.as(role)));
const [admin, printer] = [people[4]!, people[6]!];

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

type Range = { from: string; to: string };
/** What events say, of which each field is read as what it is. */
type Facts = Record<string, never>;
type Event = Record<'event' | 'record_type' | 'record_id', string> & Record<'before' | 'after', Facts | null>;

function serialsIn(serials: string | Range[]): string[] {
  const ranges =
    typeof serials === 'string'
      ? serials.split(', ').map((part) => part.split('–'))
      : serials.map(({ from, to }) => [from, to]);
  return ranges.flatMap(([first, last = first]) => {
    const [prefix, from] = [first!.slice(0, -6), Number(first!.slice(-6))];
    const length = Number(last!.slice(-6)) - from + 1;
    return Array.from({ length }, (_, place) => prefix + String(from + place).padStart(6, '0'));
  });
}

const outcomes: Record<string, [blank: string, outcome?: string]> = {
  'certificates.bound': ['bound'],
  'certificates.outcome_taken_back': ['bound'],
  'certificates.printed': ['printed', 'good'],
  'certificates.spoilt': ['spoilt', 'spoilt'],
  'certificates.missing': ['missing', 'missing'],
  'certificates.copy_cancelled': ['spoilt', 'good'],
};

/** The books from the events alone, by a reader that asks no other table. */
async function byEvents(upTo: number): Promise<Counts> {
  const { rows } = await pool.query<Event>(
    'select event, record_type, record_id, before, after from audit_events where sequence <= $1 order by sequence',
    [upTo],
  );
  const blanks = new Map<string, { paper: string; life: string[] }>();
  const deliveries = new Map<string, Record<string, never>>();
  const drafts = new Map<string, { state: string; amount: number }>();
  const states = { application: new Map<string, string>(), certificate: new Map<string, string>() };
  const printed = new Map<string, string>();
  let handedOver = 0;
  const move = (serial: string, state: string) => blanks.get(serial)!.life.push(state);
  const add = (paper: string, serials: string[], state: string) => {
    for (const serial of serials) blanks.set(serial, { paper, life: [state] });
  };
  for (const { event, record_type: type, record_id: id, before, after } of rows) {
    const said: Facts = after ?? {};
    const serials = said.serials ? serialsIn(said.serials) : [];
    if (type === 'blank_receipt' && said.serialPrefix) deliveries.set(id, said);
    if (event === 'stock.opened')
      add(said.paperId ?? (type === 'paper' ? id : ''), serials, said.holderId ? 'issued' : 'in_store');
    if (event === 'stock.approved') {
      const { paperId, serialPrefix, firstSerial, lastSerial, rejectedSerials = [] } = deliveries.get(id)!;
      const serial = (number: number) => serialPrefix + String(number).padStart(6, '0');
      const all = serialsIn([{ from: serial(firstSerial!), to: serial(lastSerial!) }]);
      add(
        paperId!,
        all.filter((one) => !(rejectedSerials as string[]).includes(one)),
        'in_store',
      );
    }
    const wasUsed = (serial: string) => ['spoilt', 'bound'].includes(blanks.get(serial)!.life.at(-2) ?? '');
    for (const serial of serials) {
      const { life } = blanks.get(serial)!;
      if (event === 'stock.returned') move(serial, life.at(-1) === 'spoilt' ? 'spoilt' : 'in_store');
      if (event === 'stock.found') move(serial, wasUsed(serial) ? 'spoilt' : 'in_store');
      if (/^stock\.(issued|spoilt|missing)$/.test(event)) move(serial, event.slice(6));
    }
    const [blank, outcome] = outcomes[event] ?? [];
    if (blank && said.blank) {
      move(said.blank, blank);
      if (outcome) printed.set(said.blank, outcome);
      else printed.delete(said.blank);
    }
    if (event === 'certificates.released' && before?.blank)
      move(before.blank, blanks.get(before.blank)!.life.at(-2)!);
    if (event === 'certificates.handed_over') handedOver += 1;
    if (event === 'certificates.hand_over_taken_back') handedOver -= 1;
    if (type === 'demand_draft') {
      const { state, amount } = drafts.get(id) ?? { state: 'received', amount: said.amount ?? 0 };
      drafts.set(id, { state: said.state ?? state, amount });
    }
    const state = type === 'application' ? said.status : said.state;
    if (state && (type === 'application' || type === 'certificate')) states[type].set(id, state);
  }
  const counts: Counts = {};
  const count = (name: string, by = 1) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  for (const { paper, life } of blanks.values()) count(` blanks ${paper} ${life.at(-1)}`);
  for (const { state, amount } of drafts.values()) {
    count(` drafts ${state} count`);
    count(` drafts ${state} rupees`, amount);
  }
  for (const status of states.application.values()) count(` applications ${status}`);
  for (const state of states.certificate.values()) count(` certificates ${state}`);
  for (const outcome of printed.values()) count(` prints ${outcome}`);
  if (handedOver > 0) count(' handedOver', handedOver);
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

async function moveSheets(random: Random): Promise<object | null> {
  const { issueBlanks, returnBlanks, spoilBlanks, reportMissing, reportFound } = admin.api.stock;
  const { rows } = await pool.query('select serial from blanks where paper_id = $1 order by serial', [
    office.paperId,
  ]);
  const serial: string = pick(random, rows).serial;
  const number = Number(serial.slice(-6));
  const serials = [{ prefix: serial.slice(0, -6), first: number, last: number }];
  const one = { id: office.paperId, serials };
  return pick(random, [
    () => issueBlanks({ id: one.id, holderId: printer.actor.id, sheets: { serials } }),
    () => returnBlanks(one),
    () => spoilBlanks({ ...one, reason: 'Coffee' }),
    () => reportMissing({ ...one, reason: 'Not on the shelf' }),
    () => reportFound({ ...one, reason: 'Behind the shelf' }),
  ])();
}

test('after a random sequence of acts the balances are those of the tables and of the events alone', {
  timeout: process.env.LONG_FORMS ? 900_000 : 120_000,
}, async () => {
  const month = addMonths(today, -1);
  for (const [kind, ...lines] of [
    [
      'opening_blanks',
      'Paper code,From serial,To serial,Held by',
      `PAR-MAR,ZZ000001,ZZ000005,${printer.email}`,
      'PAR-MAR,ZY000001,ZY000003,',
    ],
    [
      'opening_drafts',
      'Draft number,Date of the draft,Bank,Branch,Amount,Balance,College code',
      `700001,${month},State Bank,Hassan,2100,,COL001`,
    ],
  ] as const) {
    const { id } = await importIn(admin, await uploadSpreadsheet(admin, kind, csvOf(...lines)), 'checked');
    await admin.api.imports.commitImport({ id });
    await importIn(admin, id, 'committed');
  }
  await stockBlanks(portal, office.paperId, process.env.LONG_FORMS ? 900 : 40);
  const random = seeded(seed);
  const scene = { portal, office, pool, applications: 8 };
  for (let count = 0; count < 5; count += 1) await receiveApplication(people[0]!, office);
  // Most of them have nothing to do: a step is an act that came through, or the last of many tries.
  for (let step = 0, tries = 0; step < steps && tries < 10 * steps; tries += 1) {
    const [able, act] = pick(random, acts);
    const person = pick(
      random,
      people.filter(({ actor }) => able.includes(actor.role)),
    );
    const attempt = random(5) === 0 ? moveSheets(random) : act(scene, person, random);
    const outcome = await orRefused(attempt, act.name);
    if (outcome !== null && outcome !== 'refused') step += 1;
  }
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
  await receiveApplication(people[0]!, office);
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
