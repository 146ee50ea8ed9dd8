import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openBrowser } from '../harness/browser.ts';
import { fillPath, operationsOf } from '../harness/openapi.ts';
import type { Answer, Json, Person } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { between, digits, letters } from '../harness/random.ts';
import { composed, drawPhoto, tryUpload, versionOf } from '../harness/records.ts';
import { demand } from '../set-up/a-names.ts';
import { writeAt } from '../set-up/a-walk.ts';
import {
  kinds,
  newPaper,
  numbersIn,
  of,
  oneOfEach,
  type Paper,
  printOne,
  receiveOne,
  verifyOne,
} from './b-clients.ts';
import { doctor } from './b-command.ts';
import {
  issuedSoFar,
  type Last,
  lastOf,
  lastOnPaper,
  ordinal,
  renumber,
  tryConfirm,
  tryEnter,
} from './b-recovery.ts';
import {
  archiveNow,
  closeSite,
  loseMachine,
  openSite,
  placeOf,
  restoreSite,
  returnAll,
  type Site,
  startAt,
  takeBackup,
} from './b-site.ts';

// The issue: "A restored portal starts in recovery mode: it issues no number and prints nothing until an administrator enters
// the last acknowledgement, convocation, run, deposit slip and bundle number and the last serial found on paper, confirmed by a
// second person; series continue after them". The tests of this file build on each other: one portal, restored once.

let site: Site;
let portal: Portal;
let paper: Paper;
let truth: Last;
let browser: Browser;
/** Records of every desk as they stood at the restored moment, on which the next number would be issued. */
let waiting: { body: Json; toVerify: Json; runId: string; paperId: string; draftId: string; printed: string };

beforeAll(async () => {
  site = await openSite();
  browser = await openBrowser({ slowMo: 0 });
  paper = newPaper();
  await oneOfEach(site, paper);
  const toBundle = await receiveOne(site, paper);
  await verifyOne(site, paper, toBundle.id);
  const printed = await printOne(site, paper, toBundle);
  const toVerify = await receiveOne(site, paper);
  const toPrint = await receiveOne(site, paper);
  await verifyOne(site, paper, toPrint.id);
  // A run that was prepared, and not started, when the machine was lost.
  const inRun = await receiveOne(site, paper);
  await verifyOne(site, paper, inRun.id);
  const { printer } = site.office;
  const prepared = { paperId: inRun.paperId, certificateType: site.plan.type, sheets: 1 };
  const { id: runId } = await printer.act('POST', '/api/print-runs', prepared);
  await composed(printer, runId);
  const drafts = (await site.office.admin.get('/api/demand-drafts?show=without_slip&state=received')).body
    .rows;
  waiting = {
    // Its files are uploaded already.
    body: await writeAt(site.university.portal, site.office.receiver, { certificateType: site.plan.type }),
    toVerify,
    runId,
    paperId: toPrint.paperId,
    draftId: demand(drafts[0]?.id, 'no draft lies without a slip'),
    printed: printed.certificateId,
  };
  await takeBackup(site);
  await archiveNow(site.university.portal);
  const moment = new Date(Math.ceil(Date.now() / 1_000) * 1_000);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  // What is lost: issued, written on paper, and after the second to which the portal is restored.
  for (let count = between(2, 4); count > 0; count -= 1) await oneOfEach(site, paper);
  await archiveNow(site.university.portal);
  truth = lastOnPaper(paper);
  await loseMachine(site);
  const { directory } = await restoreSite(site, moment);
  portal = await startAt(site, directory);
  await returnAll(site);
}, 900_000);
afterAll(async () => {
  await browser?.close();
  await closeSite(site);
});

describe('9.2 recovery mode', { timeout: 240_000 }, () => {
  test('9.2 "it issues no number": each of the five acts is refused by a code of its own, and no counter moves', async () => {
    const before = await issuedSoFar(portal);
    const { receiver, caseWorker, admin, printer } = site.office;
    const refused: [string, Answer][] = [
      ['receive', await receiver.ask('POST', '/api/applications', { body: waiting.body })],
      ['verify', await verify(caseWorker, waiting.toVerify.id)],
      ['deposit slip', await admin.ask('POST', '/api/deposit-slips', { body: slipOf(waiting.draftId) })],
      ['print run', await printer.ask('POST', '/api/print-runs', { body: runOf() })],
      ['bundle', await receiver.ask('POST', '/api/bundles', { body: bundleOf(waiting.printed) })],
    ];
    for (const [what, answer] of refused) {
      expect(answer.status, `${what}: ${answer.text}`).toBe(409);
      expect(answer.body.code, what).toMatch(/recover|restor/);
    }
    expect(await issuedSoFar(portal)).toEqual(before);
  });

  test('9.2 "prints nothing": no run is started, no print file and no proof leaves', async () => {
    const { printer } = site.office;
    const { body: run } = await printer.get(`/api/print-runs/${waiting.runId}`);
    const [sheet] = await portal.sql(
      'select b.serial from sheets s join blanks b on b.id = s.blank_id where s.print_run_id = $1',
      [waiting.runId],
    );
    const layout = (await printer.get('/api/proofs/layouts')).body.layouts[0];
    const refused: [string, Answer][] = [
      [
        'the start of a prepared run',
        await printer.ask('POST', `/api/print-runs/${waiting.runId}/start`, {
          body: { version: run.version, topSerial: sheet!.serial },
        }),
      ],
      ['its print file', await printer.get(`/api/print-runs/${waiting.runId}/document`)],
      [
        'a proof sheet',
        await printer.ask('POST', '/api/proofs', {
          body: { certificateType: layout.certificateType, colour: layout.colour },
        }),
      ],
    ];
    for (const [what, answer] of refused) {
      expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBe(409);
      // Of a proof that stands no other one is printed anyway.
      expect(answer.body?.code, what).toMatch(/recover|restor|^proofs\.standing$/);
    }
  });

  test("9.2: past the screens as well: the application's role issues no number by direct SQL", async () => {
    const client = await portal.connect();
    try {
      await client.query('begin');
      await client.query('set local role dikshant_app');
      await expect(
        client.query(
          "update number_counters set last_number = last_number + 1 where series = 'acknowledgement'",
        ),
        'the counter of acknowledgements',
      ).rejects.toThrow(/recover|restor/i);
    } finally {
      await client.query('rollback');
      await client.end();
    }
  });

  test('9.2: people read, search and export meanwhile; files open', async () => {
    const { admin, auditor, receiver } = site.office;
    for (const [person, where] of [
      [admin, '/api/applications'],
      [auditor, '/api/certificates'],
      [admin, await exportOf('/api/exports/print-runs')],
    ] as [Person, string][])
      expect((await person.get(where)).status, where).toBe(200);
    const upload = await tryUpload(receiver, 'photo', await drawPhoto(), `photo ${letters(4)}.jpg`);
    expect([200, 409], 'an upload is taken, or refused by recovery mode').toContain(upload.status);
  });

  test('9.2: every desk is told, and the administrator is led to the entry', async () => {
    for (const desk of ['admin', 'receiver', 'printer'] as const) {
      const context = await contextOf(browser, portal, site.office[desk]);
      const page = await context.newPage();
      await page.goto('/');
      await page
        .getByText(/recovery|restored/i)
        .first()
        .waitFor({ timeout: 15_000 });
      if (desk === 'admin') {
        const link = page.getByRole('link', { name: /recover|restor|number|paper/i }).first();
        const href = await link.getAttribute('href');
        expect(href, 'a link from the notice to the entry').toMatch(/recover|restor/);
        await page.goto(href!);
        const main = page.getByRole('main');
        for (const label of [
          /acknowledgement/i,
          /convocation/i,
          /run/i,
          /deposit slip/i,
          /bundle/i,
          /serial/i,
        ])
          await main.getByLabel(label).first().waitFor({ timeout: 10_000 });
      }
      await context.close();
    }
  });

  test('9.2: doctor and /readyz know it: doctor in words, and processes may serve readers', async () => {
    const { text, code } = await doctor(placeOf(site));
    expect(text).toMatch(/recovery/i);
    expect(code).toBe(1);
    expect((await fetch(`${portal.url}/readyz`)).status, 'readers are served').toBe(200);
  });

  test('9.2 "an administrator enters": nobody else may', async () => {
    for (const desk of ['receiver', 'caseWorker', 'printer', 'auditor'] as const) {
      const { answer } = await tryEnter(site, site.office[desk], truth);
      expect(answer.status, `${desk}: ${answer.text}`).toBe(403);
    }
  });

  test('9.2: a number lower than one that the restored portal knows is refused, field by field', async () => {
    const known = lastOf(await numbersIn(portal));
    for (const kind of kinds.filter((one) => one !== 'serial' && one !== 'convocation')) {
      const low = { ...truth, [kind]: renumber(truth[kind], ordinal(known[kind]) - 1) };
      const { answer } = await tryEnter(site, site.office.admin, low);
      expect(answer.status, `${kind}: ${answer.text}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${kind}: ${answer.text}`).toBeLessThan(500);
    }
    const odd = { ...truth, serial: `${letters(4).toUpperCase()}${digits(9)}X` };
    const { answer } = await tryEnter(site, site.office.admin, odd);
    expect(answer.status, `a serial of no paper of ours: ${answer.text}`).toBeGreaterThanOrEqual(400);
  });

  test('9.2 "confirmed by a second person": the entry alone ends nothing, and nobody confirms their own', async () => {
    const entered = await tryEnter(site, site.office.admin, truth);
    expect(entered.answer.status, entered.answer.text).toBe(200);
    const still = await verify(site.office.caseWorker, waiting.toVerify.id);
    expect(still.status, 'after the entry, before its confirmation').toBe(409);
    const own = await tryConfirm(site, site.office.admin, entered);
    expect(own.status, `by the one who entered: ${own.text}`).toBeGreaterThanOrEqual(400);
    expect((await verify(site.office.caseWorker, waiting.toVerify.id)).status).toBe(409);
    const other = await tryConfirm(site, site.office.otherAdmin, entered);
    expect(other.status, other.text).toBe(200);
  });

  test('9.2 "series continue after them": the next of each kind is the one after the paper', async () => {
    const later = newPaper();
    await oneOfEach(site, later);
    // The serial too: blanks up to the last one on paper are used, whatever the restored stock says of them.
    for (const kind of kinds) {
      const next = of(later, kind)[0];
      expect(next, `a number of the kind ${kind}`).toBeDefined();
      expect(ordinal(next!.number), `${kind} after ${truth[kind]}`).toBe(ordinal(truth[kind]) + 1);
    }
    expect(await versionOf(site.office.receiver, `/api/applications/${waiting.toVerify.id}`)).toBeGreaterThan(
      0,
    );
  });

  test('9.2: entry and confirmation are events of the audit log, with both persons', async () => {
    const events = await portal.sql<{ event: string; actor: string }>(
      "select event, actor_id as actor from audit_events where event ~ 'recover|restor' order by sequence",
    );
    const actors = new Set(events.map(({ actor }) => actor));
    expect(actors.has(site.office.admin.staffId), JSON.stringify(events)).toBe(true);
    expect(actors.has(site.office.otherAdmin.staffId), JSON.stringify(events)).toBe(true);
  });

  test('9.2: restarted, it stays out of recovery mode; the numbers go on', async () => {
    await portal.stop();
    portal = await startAt(site, site.university.directory);
    await returnAll(site);
    const more = newPaper();
    await receiveOne(site, more);
    expect(ordinal(more.entries[0]!.number)).toBeGreaterThan(ordinal(truth.acknowledgement));
  });
});

async function verify(caseWorker: Person, id: string): Promise<Answer> {
  const version = await versionOf(caseWorker, `/api/applications/${id}`);
  return caseWorker.ask('POST', `/api/applications/${id}/verify`, { body: { version } });
}

/** An export with the first of its choices wherever one has to be made. */
async function exportOf(path: string): Promise<string> {
  const operation = (await operationsOf(portal)).find((one) => one.method === 'GET' && one.path === path);
  return fillPath(demand(operation, `${path} is not declared`), ({ schema }) => schema.enum?.[0] ?? '');
}

function runOf(): Json {
  return { paperId: waiting.paperId, certificateType: site.plan.type, sheets: 1 };
}

function slipOf(draftId: string): Json {
  return { draftIds: [draftId], account: `SB ${digits(8)}`, bankBranch: `Branch ${letters(5)}` };
}

function bundleOf(certificateId: string): Json {
  return {
    certificateIds: [certificateId],
    deliveredTo: letters(8),
    designation: 'Clerk',
    identitySeen: 'Passport',
  };
}
