import type { Browser } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { settle } from '../harness/list-page.ts';
import { fillPath } from '../harness/openapi.ts';
import type { Json, Person } from '../harness/people.ts';
import { letters } from '../harness/random.ts';
import { blot, signWith } from './a-bad-packs.ts';
import {
  confirm,
  historyOf,
  nameOf,
  objectsSaying,
  readEntry,
  rowsOfMaster,
  sendChange,
  smallChange,
  waitingFor,
} from './a-masters.ts';
import { decisionOn, masterNamed, masters, setUpAlone } from './a-names.ts';
import {
  exportPack,
  firstPack,
  importPack,
  packCommand,
  readZip,
  writePack,
  zip,
  zipFolder,
} from './a-packs.ts';
import { employAll, emptyUniversity, type Office, once, type University } from './a-university.ts';
import { completeMasters, receiveAt, signOff, totalAt, verifyAt, writeAt } from './a-walk.ts';

// UNIVERSITY.md 1: "four eyes where the sheet or money changes. Until the first application is received one administrator may
// set masters alone; events say 'set up alone' and the auditor's list shows them; a second person confirms all of it by
// signing the first proof. Afterwards four eyes hold."

let university: University;
let office: Office;
let browser: Browser;

beforeEach(
  once(async () => {
    university = await emptyUniversity();
    browser = await openBrowser({ slowMo: 0 });
    const imported = await importPack(university.portal, university.admin, zipFolder(firstPack()));
    if (imported.status !== 200) throw new Error(`import: ${imported.status} ${imported.text}`);
    await completeMasters(university.admin);
    office = await employAll(university);
  }),
  240_000,
);
afterAll(async () => {
  await browser?.close();
  await university?.remove();
});

/** Where the sheet or money changes; lists of choices change neither. */
const grave = masters.filter(({ name }) => name !== 'lists of choices');

describe('before the first application', { timeout: 180_000 }, () => {
  for (const master of grave) {
    test(`7 Build four eyes, ${master.name}: one administrator sets it alone, at once, and the event says 'set up alone'`, async () => {
      const { portal, admin } = university;
      const [row] = await rowsOfMaster(portal, admin, master);
      const entry = await readEntry(portal, admin, master, row.id);
      const change = smallChange(entry);
      const answer = await sendChange(portal, admin, master, entry, change.changes);
      expect(answer.status, answer.text).toBe(200);
      const now = await readEntry(portal, admin, master, row.id);
      expect(JSON.stringify(now[change.field]), 'in force at once').toContain(change.after);
      const [event] = await portal.sql(
        'select to_jsonb(e)::text as event from audit_events e order by sequence desc limit 1',
      );
      expect(event!.event).toMatch(setUpAlone);
    });
  }

  test("7 Build four eyes: the auditor's list shows what was set up alone, by API and on the screen", async () => {
    const { portal } = university;
    const [row] = await portal.sql(
      "select count(*)::int as events from audit_events e where to_jsonb(e)::text ~* 'set[ _-]?up[ _-]?alone'",
    );
    // Each change of the tests above, and the pack.
    expect(row!.events).toBeGreaterThan(grave.length);
    const list = await office.auditor.get('/api/audit-events?limit=100');
    expect(list.text).toMatch(setUpAlone);
    const page = await openPage(browser, portal, office.auditor, '/auditor/audit-log');
    await settle(page);
    expect(await page.locator('main').first().textContent()).toMatch(/set up alone/i);
    await page.context().close();
  });

  test('7 Build four eyes: who set up alone does not sign the first proof; a second person does, and thereby confirms all of it', async () => {
    const { portal } = university;
    const { layouts } = (await office.printer.get('/api/proofs/layouts')).body;
    const { certificateType, colour } = layouts[0];
    const { id } = await office.printer.act('POST', '/api/proofs', { certificateType, colour });
    const { rows } = (await office.admin.get('/api/proofs')).body;
    const { version } = rows.find((one: Json) => one.id === id);
    const own = await office.admin.ask('POST', `/api/proofs/${id}/sign-off`, { body: { version } });
    expect(own.status, own.text).toBe(409);
    expect(own.body.code).toMatch(/own|alone|set_up|eyes|second/);
    const [before] = await portal.sql('select max(sequence) as last from audit_events');
    await signOff(office.otherAdmin, id);
    const events = await portal.sql<{ event: string }>(
      'select to_jsonb(e)::text as event from audit_events e where sequence > $1',
      [before!.last],
    );
    expect(
      events.some(
        ({ event }) => /set[ _-]?up|confirm/i.test(event) && event.includes(office.otherAdmin.staffId),
      ),
      `events of the sign-off: ${events.map(({ event }) => event.slice(0, 300)).join('\n')}`,
    ).toBe(true);
  });
});

describe('from the first application on', { timeout: 240_000 }, () => {
  beforeEach(
    once(async () => {
      await receiveAt(university.portal, office.receiver, { academicYear: '2024-25' });
    }),
    240_000,
  );

  for (const master of grave) {
    test(`7 Build four eyes, ${master.name}: what one administrator changes waits for another, never for themselves`, async () => {
      const { portal, admin } = university;
      const [row] = await rowsOfMaster(portal, admin, master);
      const entry = await readEntry(portal, admin, master, row.id);
      const change = smallChange(entry);
      const answer = await sendChange(portal, admin, master, entry, change.changes);
      expect(answer.status, answer.text).toBe(200);
      const meanwhile = await readEntry(portal, office.auditor, master, row.id);
      expect(meanwhile[change.field], 'still in force').toEqual(entry[change.field]);

      const own = await confirm(portal, admin, change.after);
      expect([403, 409], `the proposer confirms: ${own.text}`).toContain(own.status);
      expect(own.body.code).toMatch(/own|eyes|propos/);
      expect((await readEntry(portal, office.auditor, master, row.id))[change.field]).toEqual(
        entry[change.field],
      );

      const other = await confirm(portal, office.otherAdmin, change.after);
      expect(other.status, other.text).toBe(200);
      const now = await currentOf(master.name, row.id, change.after);
      expect(now, `${change.after} in force`).toBe(true);
      const history = JSON.stringify(
        objectsSaying(await historyOf(portal, office.auditor, master, entry), change.after),
      );
      for (const person of [admin, office.otherAdmin])
        expect(history).toContain(await nameOf(portal, person));
      const events = await portal.sql(
        'select distinct actor_id from audit_events where after::text like $1 or before::text like $1',
        [`%${change.after}%`],
      );
      expect(events.map(({ actor_id }) => actor_id)).toContain(office.otherAdmin.staffId);
    });
  }

  test('7 Build four eyes: the desks and the auditor confirm nothing, and a stranger sees nothing', async () => {
    const { portal, admin } = university;
    const master = masterNamed('charges and fee schedule');
    const [row] = await rowsOfMaster(portal, admin, master);
    const entry = await readEntry(portal, admin, master, row.id);
    const change = smallChange(entry);
    await sendChange(portal, admin, master, entry, change.changes);
    const { confirm: operation, waiting } = await decisionOn(portal);
    const [proposal] = (await waitingFor(portal, office.otherAdmin)).filter((one) =>
      JSON.stringify(one).includes(change.after),
    );
    for (const person of [office.receiver, office.caseWorker, office.printer, office.auditor]) {
      const answer = await person.ask(
        'POST',
        fillPath(operation, () => proposal.id),
        {
          body: { version: proposal.version },
        },
      );
      expect(answer.status, person.role).toBe(403);
    }
    expect((await fetch(portal.url + waiting.path)).status).toBe(401);
    expect((await office.auditor.get(waiting.path)).status, 'the auditor reads what waits').toBe(200);
    expect((await confirm(portal, office.otherAdmin, change.after)).status).toBe(200);
  });

  test('7 Build four eyes: money: the counter asks the old amount until a second person confirmed the new one', async () => {
    const { portal, admin } = university;
    const body = await writeAt(portal, office.receiver, { academicYear: '2024-25' });
    const master = masterNamed('charges and fee schedule');
    const college = { convocationFee: body.totalAmount };
    for (const row of await rowsOfMaster(portal, admin, master)) {
      const entry = await readEntry(portal, admin, master, row.id);
      const field = Object.keys(entry).find((name) => /amount|rupees/i.test(name))!;
      await sendChange(portal, admin, master, entry, { [field]: entry[field] + 7 });
    }
    expect(await totalAt(portal, office.receiver, body, college)).toBe(body.totalAmount);
    const application = await office.receiver.act('POST', '/api/applications', body);
    const [row] = await portal.sql('select total_amount as total from applications where id = $1', [
      application.id,
    ]);
    expect(row!.total).toBe(body.totalAmount);
    for (const proposal of await waitingFor(portal, office.otherAdmin)) {
      const { confirm: operation } = await decisionOn(portal);
      await office.otherAdmin.ask(
        'POST',
        fillPath(operation, () => proposal.id),
        {
          body: proposal.version === undefined ? {} : { version: proposal.version },
        },
      );
    }
    const after = await totalAt(portal, office.receiver, body, { convocationFee: body.totalAmount });
    expect(after, 'application and late charge, each 7 more').toBeGreaterThan(body.totalAmount);
    // What was received keeps its amount.
    const [kept] = await portal.sql('select total_amount as total from applications where id = $1', [
      application.id,
    ]);
    expect(kept!.total).toBe(body.totalAmount);
  });

  // "two persons to change a signature image; old sheets render as they were".
  test('7 Build four eyes: a signature image is changed by two persons, on the screen of packs as elsewhere', async () => {
    const { portal, admin } = university;
    const exported = readZip(await exportPack(portal, admin));
    const drawn = await blot(1_400, { isOpaque: false });
    signWith(exported.pack, exported.files, drawn);
    const changed = zip(
      new Map([...exported.files, ['pack.json', Buffer.from(JSON.stringify(exported.pack))] as const]),
    );
    const before = signaturesOf(await exportPack(portal, admin));
    const answer = await importPack(portal, admin, changed);
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(signaturesOf(await exportPack(portal, admin)), 'signatures while nobody confirmed').toEqual(
      before,
    );
  });

  test('7 Build four eyes: the command is no way around it: what it changes waits as well', async () => {
    const { portal, admin } = university;
    const { pack, files } = readZip(await exportPack(portal, admin));
    const word = letters(9);
    const text = JSON.stringify(pack);
    const entry = await readEntry(portal, admin, masterNamed('university'));
    const change = smallChange(entry);
    const renamed = JSON.parse(
      text.replaceAll(JSON.stringify(change.before), JSON.stringify(`${change.before} ${word}`)),
    );
    expect(JSON.stringify(renamed)).toContain(word);
    const said = packCommand(['import', writePack(renamed, files)], university);
    expect(
      JSON.stringify(await readEntry(portal, admin, masterNamed('university'))),
      said.text,
    ).not.toContain(word);
  });

  test('7 Build four eyes: what was received before keeps its way: it is verified with the masters as they are', async () => {
    const { portal } = university;
    const [row] = await portal.sql(
      "select id from applications where status = 'received' order by received_at limit 1",
    );
    await verifyAt(office.caseWorker, row!.id);
    expect((await portal.sql('select 1 from certificates')).length).toBe(1);
  });
});

/** True once an entry of the master says this: a confirmed change may have made a new row from its day on. */
async function currentOf(name: string, id: string, text: string): Promise<boolean> {
  const master = masterNamed(name);
  const entry = await readEntry(university.portal, office.auditor as Person, master, id).catch(
    () => undefined,
  );
  if (JSON.stringify(entry ?? '').includes(text)) return true;
  return JSON.stringify(await rowsOfMaster(university.portal, office.auditor, master)).includes(text);
}

/** The bytes of the signatures in a pack. */
function signaturesOf(bytes: Buffer): string[] {
  const { files } = readZip(bytes);
  return [...files]
    .filter(([name]) => /signature/i.test(name))
    .map(([, content]) => content.toString('base64'))
    .sort();
}
