import type { Browser } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { settle } from '../harness/list-page.ts';
import type { Answer, Json } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { composed } from '../harness/records.ts';
import { counterOf, lineNamed, linesOn, openChecklist } from './a-checklist.ts';
import { demand, lines, tablesLike } from './a-names.ts';
import { firstPack } from './a-packs.ts';
import { employAll, type Office, once, type University, universityWith } from './a-university.ts';
import { completeMasters, receiveAt, signProofs, stockOf, verifyAt, writeAt } from './a-walk.ts';

// UNIVERSITY.md 5: "University, courses, certificate types, papers, fees, number series, colleges, one receiver and one case
// worker block receiving; template proof, offices, convocation, approved blanks and two people who may print block
// printing; mail and backup only warn." Each of them alone, taken away past the portal from a university that has
// everything, and given back.

let university: University;
let office: Office;
let browser: Browser;

beforeEach(
  once(async () => {
    university = await universityWith(firstPack());
    browser = await openBrowser({ slowMo: 0 });
    await completeMasters(university.admin);
    office = await employAll(university);
  }),
  240_000,
);
afterAll(async () => {
  await browser?.close();
  await university?.remove();
});

const receiving = lines.filter(({ blocks }) => blocks === 'receiving');
const people: Record<string, string> = { 'a receiver': 'receiver', 'a case worker': 'case_worker' };

describe('what blocks receiving', { timeout: 300_000 }, () => {
  for (const { name, like } of receiving) {
    test(`7.1: ${name}: without it nothing is received, the counter names it and nothing else, with it the counter works again`, async () => {
      const { portal } = university;
      const application = await writeAt(portal, office.admin);
      const giveBack = people[name] ? await disable(people[name]) : await takeAway(name);
      const page = await openPage(browser, portal, office.admin, '/');
      try {
        await eventually(async () => like.test((await counterOf(page)).text), {
          within: 20_000,
          every: 500,
          what: `${name} named at the counter`,
        });
        const { text, fields, links } = await counterOf(page);
        expect(fields, `fields at the counter: ${text}`).toBe(0);
        expect(
          links.some((one) => like.test(`${one.text} ${one.href}`)),
          `a link to ${name}`,
        ).toBe(true);
        const others = receiving.filter((other) => other.name !== name && !similar(other.name, name));
        expect(
          others.filter((other) => links.some((one) => other.like.test(one.text))).map((other) => other.name),
          `what is there, but linked as missing: ${text}`,
        ).toEqual([]);
        const answer = await office.admin.ask('POST', '/api/applications', { body: application });
        expect(answer.status, answer.text).toBe(409);
        expect(JSON.stringify(answer.body).replaceAll('_', ' ')).toMatch(like);
        expect(await portal.sql('select 1 from applications')).toEqual([]);
      } finally {
        await giveBack();
      }
      await eventually(async () => (await counterOf(page)).fields > 5, {
        within: 20_000,
        every: 500,
        what: 'the form of the counter',
      });
      await page.context().close();
    });
  }

  test('7.1: neither blanks, proofs, offices nor a convocation are needed to receive and to verify', async () => {
    const back = await Promise.all(['offices', 'convocation'].map(takeAway));
    const { portal } = university;
    expect((await portal.sql('select 1 from blanks limit 1')).length, 'blanks so far').toBe(0);
    const { id } = await receiveAt(portal, office.receiver);
    await verifyAt(office.caseWorker, id);
    for (const giveBack of back) await giveBack();
    expect((await portal.sql('select state from certificates')).map(({ state }) => state)).toEqual([
      'to_print',
    ]);
  });
});

describe('what blocks printing', { timeout: 300_000 }, () => {
  /** Removes a thing in its own way, and gives it back. */
  const ways: Record<string, () => Promise<() => Promise<void>>> = {
    'template proof': () => takeAway('template proof'),
    offices: () => takeAway('offices'),
    convocation: () => takeAway('convocation'),
    'two people who may print': async () => {
      const { portal } = university;
      const rest = "id <> $1 and disabled_at is null and role in ('printer', 'admin')";
      const gone = await portal.sql(`update staff set disabled_at = now() where ${rest} returning id`, [
        office.admin.staffId,
      ]);
      return async () => {
        await portal.sql('update staff set disabled_at = null where id = any($1)', [
          gone.map(({ id }) => id),
        ]);
      };
    },
  };

  test('7.1: approved blanks: without them nothing is printed, and the print queue says so, with a link', async () => {
    const { portal } = university;
    // Nothing was delivered yet.
    expect(await portal.sql('select 1 from blanks limit 1')).toEqual([]);
    const { id, paperId } = await receiveAt(portal, office.receiver);
    await verifyAt(office.caseWorker, id);
    const { certificateType } = (await office.receiver.get(`/api/applications/${id}`)).body;
    await signProofs(office, certificateType);
    const refused = await tryToPrint({ paperId, certificateType, topSerial: 'A000001' });
    expect(refused.status, refused.text).toBe(409);
    const page = await openPage(browser, portal, office.admin, '/printer/print-queue');
    await settle(page);
    expect(await page.locator('main').first().textContent()).toMatch(/blanks?|sheets/i);
    const links = await page.evaluate<string[]>(
      "Array.from(document.querySelectorAll('main a[href]'), (a) => a.getAttribute('href'))",
    );
    expect(
      links.some((href) => /stock|checklist/.test(href)),
      `a link to the stock among ${links}`,
    ).toBe(true);
    await page.context().close();
  });

  for (const [name, remove] of Object.entries(ways)) {
    test(`7.1: ${name}: without it nothing is printed, and the refusal names it; receiving goes on`, async () => {
      const { portal } = university;
      const waiting = await readyToPrint();
      const giveBack = await remove();
      try {
        const refused = await eventually(
          async () => {
            const answer = await tryToPrint(waiting);
            return answer.status === 200 ? undefined : answer;
          },
          { within: 20_000, every: 500, what: `a refusal without ${name}` },
        );
        expect(refused.status, refused.text).toBe(409);
        const { like } = demand(
          lines.find((line) => line.name === name),
          name,
        );
        expect(JSON.stringify(refused.body).replaceAll('_', ' '), name).toMatch(like);
        const printed = await portal.sql("select 1 from blanks where state = 'printed'");
        expect(printed, 'sheets printed meanwhile').toEqual([]);
        if (name !== 'two people who may print') await receiveAt(portal, office.receiver);
      } finally {
        await giveBack();
      }
    });
  }

  test('7.1: mail and backup only warn: neither was tested, the checklist says so, and the counter receives', async () => {
    const { portal } = university;
    const page = await openPage(browser, portal, office.admin, '/');
    await openChecklist(page);
    const mail = lineNamed(await linesOn(page), 'mail tested');
    expect(mail.isDone, mail.text).toBe(false);
    await receiveAt(portal, office.receiver);
    await page.context().close();
  });
});

/** Lines whose words contain each other: certificate types speak of papers, papers of certificates. */
function similar(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => lines.find((line) => line.name === name)!);
  return a!.like.test(b!.name) || b!.like.test(a!.name);
}

type Waiting = { paperId: string; certificateType: string; topSerial: string };

/** A verified application, with sheets and a proof of its layout. */
async function readyToPrint(): Promise<Waiting> {
  const { portal } = university;
  const { id, paperId } = await receiveAt(portal, office.receiver);
  await verifyAt(office.caseWorker, id);
  const { certificateType } = (await office.receiver.get(`/api/applications/${id}`)).body;
  // In store, where whoever prints takes them from.
  const topSerial = await stockOf(office, paperId, 3, { isIssued: false });
  await signProofs(office, certificateType);
  return { paperId, certificateType, topSerial };
}

/** Prepares and starts a run; the first answer that is a refusal. What was prepared is withdrawn again. */
async function tryToPrint({ paperId, certificateType, topSerial }: Waiting): Promise<Answer> {
  const { admin } = office;
  const prepared = await admin.ask('POST', '/api/print-runs', {
    body: { paperId, certificateType, sheets: 1 },
  });
  if (prepared.status !== 200) return prepared;
  const { version } = await composed(admin, prepared.body.id);
  const path = `/api/print-runs/${prepared.body.id}`;
  const [sheet] = (await admin.get(path)).body.sheets;
  const serial = sheet?.blankSerial ?? sheet?.serial ?? topSerial;
  const started = await admin.ask('POST', `${path}/start`, { body: { version, topSerial: serial } });
  if (started.status !== 200) {
    const again = (await admin.get(path)).body.version;
    await admin.ask('POST', `${path}/withdraw`, { body: { version: again } });
  }
  return started;
}

async function disable(role: string): Promise<() => Promise<void>> {
  const { portal } = university;
  await portal.sql('update staff set disabled_at = now() where role = $1', [role]);
  return async () => {
    await portal.sql('update staff set disabled_at = null where role = $1', [role]);
  };
}

/** Takes every row of a master away as only the superuser can, and gives back what puts them there again. */
async function takeAway(name: string): Promise<() => Promise<void>> {
  const { portal } = university;
  const names = (
    await portal.sql<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
  ).map((row) => row.name);
  const tables = names.filter((one) => tablesLike[name]!.test(one));
  demand(tables.length > 0, `no table of ${name} (${tablesLike[name]}) among ${names.join(', ')}`);
  const client = await portal.connect();
  await client.query('set session_replication_role = replica');
  const kept: { table: string; columns: string; rows: Json[] }[] = [];
  for (const table of tables) {
    const columns = await client.query(
      "select string_agg(format('%I', column_name), ', ') as list from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'",
      [table],
    );
    const read = await client.query(`select to_jsonb(t) as row from public."${table}" t`);
    kept.push({ table, columns: columns.rows[0].list, rows: read.rows.map(({ row }) => row) });
    await client.query(`delete from public."${table}"`);
  }
  return async () => {
    for (const { table, columns, rows } of kept)
      await client.query(
        `insert into public."${table}" (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::public."${table}", $1)`,
        [JSON.stringify(rows)],
      );
    await client.end();
  };
}
