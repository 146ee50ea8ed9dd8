import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fillPath } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import { eventually, root } from '../harness/portal.ts';
import { letters, pick } from '../harness/random.ts';
import {
  csvRows,
  exportCsv,
  historyOf,
  nameOf,
  objectsSaying,
  readEntry,
  rowsOfMaster,
  sendChange,
  smallChange,
  uploadCsv,
} from './a-masters.ts';
import { changeOf, demand, listed, masterNamed, masters, routesOf, universityNames } from './a-names.ts';
import { firstPack, packCommand, readPack } from './a-packs.ts';
import {
  employAll,
  emptyUniversity,
  type Office,
  once,
  type University,
  universityWith,
} from './a-university.ts';
import { completeMasters, walk } from './a-walk.ts';

// The issue, Build: "Masters with list, form, history, import, export and effective dates: university, courses, certificate
// types, charges and fee schedule, offices with signature images, convocations, number series, lists of choices."
// UNIVERSITY.md 1: "Every master: list, form, history with who/when/before/after, effective dates where time matters,
// refused delete with the reason, audit event …. Auditors read every master and its history."

let university: University;
let office: Office;

beforeEach(
  once(async () => {
    university = await universityWith(firstPack());
    office = await employAll(university);
    await completeMasters(university.admin);
  }),
  240_000,
);
afterAll(() => university?.remove());

describe('every master', { timeout: 120_000 }, () => {
  for (const master of masters) {
    test(`7 Build ${master.name}: list, form and history have an operation each, and the pack filled the list`, async () => {
      const routes = await routesOf(university.portal, master);
      const rows = await rowsOfMaster(university.portal, university.admin, master);
      expect(rows.length, `rows of ${master.name}`).toBeGreaterThan(0);
      expect(
        Object.keys(routes.edit.content['application/json']?.schema?.properties ?? {}).length,
      ).toBeGreaterThan(0);
      if (!master.isSingle) expect(routes.add, `POST /api/settings/${routes.segment}`).toBeDefined();
      const entry = await readEntry(university.portal, university.admin, master, rows[0].id);
      expect(entry.version, 'a version, for optimistic locking').toEqual(expect.any(Number));
      await historyOf(university.portal, university.admin, master, entry);
    });

    test(`7 Build ${master.name}: a change stands in its history with who, when, before and after, and in the audit log`, async () => {
      const { portal, admin } = university;
      const [row] = await rowsOfMaster(portal, admin, master);
      const entry = await readEntry(portal, admin, master, row.id);
      const { changes, before, after } = smallChange(entry);
      const began = Date.now();
      const answer = await sendChange(portal, admin, master, entry, changes);
      expect(answer.status, answer.text).toBe(200);

      const history = await historyOf(portal, admin, master, entry);
      const said = demand(
        // What stood before is part of what stands there now, so it is looked for beside it.
        objectsSaying(history, after).find((one) =>
          JSON.stringify(one).replaceAll(after, '').includes(before),
        ),
        `no row of the history has '${before}' and '${after}': ${JSON.stringify(history).slice(0, 800)}`,
      );
      expect(JSON.stringify(said), 'who').toContain(await nameOf(portal, admin));
      const moments = JSON.stringify(said).match(/20\d\d-\d\d-\d\dT[\d:.]+Z/g) ?? [];
      expect(
        moments.some((moment) => Math.abs(Date.parse(moment) - began) < 60_000),
        `when: ${moments}`,
      ).toBe(true);
      const [event] = await portal.sql(
        'select actor_id, before::text as before, after::text as after from audit_events order by sequence desc limit 1',
      );
      expect(event!.actor_id).toBe(admin.staffId);
      expect(event!.after).toContain(after);
      expect(event!.before).toContain(before);
    });

    test(`7 Build ${master.name}: a change on top of an older reading is refused, and says so`, async () => {
      const { portal, admin } = university;
      const [row] = await rowsOfMaster(portal, admin, master);
      const entry = await readEntry(portal, admin, master, row.id);
      const first = await sendChange(portal, admin, master, entry, smallChange(entry).changes);
      expect(first.status, first.text).toBe(200);
      const stale = await sendChange(portal, office.otherAdmin, master, entry, smallChange(entry).changes);
      expect(stale.status, stale.text).toBe(409);
      expect(stale.body.code).toMatch(/stale|changed|version|conflict/);
    });

    test(`7 Build ${master.name}: auditors read list and history, and change nothing; the desks change nothing either`, async () => {
      const { portal } = university;
      const [row] = await rowsOfMaster(portal, office.auditor, master);
      const entry = await readEntry(portal, office.auditor, master, row.id);
      await historyOf(portal, office.auditor, master, entry);
      const routes = await routesOf(portal, master);
      for (const person of [office.auditor, office.receiver, office.caseWorker, office.printer]) {
        const answer = await sendChange(portal, person, master, entry, smallChange(entry).changes);
        expect(answer.status, `${person.role}: ${answer.text}`).toBe(403);
        if (routes.add) {
          const body = changeOf(routes.add, entry, {});
          const added = await person.ask('POST', routes.add.path, { body: body.entry ?? body });
          expect(added.status, `${person.role} adds`).toBe(403);
        }
      }
    });
  }

  for (const master of listed) {
    test(`7 Build ${master.name}: what is exported can be imported again, and changes nothing`, async () => {
      const { portal, admin } = university;
      const routes = await routesOf(portal, master);
      const text = await exportCsv(admin, routes, master.name);
      const rows = await rowsOfMaster(portal, admin, master);
      expect(csvRows(text).length, text.slice(0, 300)).toBe(rows.length);
      const checked = await uploadCsv(admin, routes, master.name, text);
      expect(checked, JSON.stringify(checked)).toMatchObject({
        rowCount: rows.length,
        faultyCount: 0,
        newCount: 0,
        changedCount: 0,
      });
      const template = await admin.get(`/api/import-templates/${routes.kind}?format=csv`);
      expect(template.status, 'a template to download').toBe(200);
    });
  }

  test('7 Build courses: Bulk Upload as for students: new rows come in together, a faulty one keeps all of them out', async () => {
    const { portal, admin } = university;
    const master = masterNamed('courses');
    const routes = await routesOf(portal, master);
    const text = await exportCsv(admin, routes, master.name);
    const [heading] = text.split(/\r?\n/);
    const [sample] = csvRows(text) as [string, ...string[]];
    const rest = sample.slice(sample.indexOf(','));
    const codes = [letters(5), letters(5), letters(5)].map((code) => code.toUpperCase());
    const line = (code: string) => (sample.includes(',') ? `${code}${rest}` : code);
    const faulty = await uploadCsv(
      admin,
      routes,
      master.name,
      [heading, ...codes.map(line), line(codes[0]!)].join('\n'),
    );
    expect(faulty.faultyCount, JSON.stringify(faulty)).toBeGreaterThan(0);
    const refused = await admin.ask('POST', `/api/imports/${faulty.id}/commit`, { body: {} });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const good = await uploadCsv(admin, routes, master.name, [heading, ...codes.map(line)].join('\n'));
    expect(good).toMatchObject({ newCount: 3, faultyCount: 0 });
    await admin.act('POST', `/api/imports/${good.id}/commit`);
    await eventually(
      async () => {
        const rows = JSON.stringify(await rowsOfMaster(portal, admin, master));
        return codes.every((code) => rows.includes(code));
      },
      { within: 20_000, what: 'the uploaded courses' },
    );
  });
});

describe('delete', { timeout: 240_000 }, () => {
  test('7 Build: an entry that nothing uses can be deleted; afterwards it is in no list and no choice', async () => {
    const { portal, admin } = university;
    const master = masterNamed('courses');
    const routes = await routesOf(portal, master);
    const [row] = await rowsOfMaster(portal, admin, master);
    const entry = await readEntry(portal, admin, master, row.id);
    const code = letters(6).toUpperCase();
    const key = demand(
      Object.keys(entry).find((field) => /^code$|^name$/.test(field)),
      'a course has a code',
    );
    const body = changeOf(routes.add!, entry, { [key]: code });
    const { id } = await admin.act('POST', routes.add!.path, body.entry ?? body);
    const { version } = await readEntry(portal, admin, master, id);
    await admin.act(
      'DELETE',
      fillPath(routes.remove!, () => id),
      { version },
    );
    expect(JSON.stringify(await rowsOfMaster(portal, admin, master))).not.toContain(code);
    expect(await portal.sql('select 1 from courses where id = $1', [id])).toEqual([]);
  });
});

describe('documents and settings', { timeout: 120_000 }, () => {
  // The issue: "docs/permissions.md says who proposes and who approves."
  test('7 Build: docs/permissions.md says of every master who proposes and who approves', () => {
    const text = readFileSync(path.join(root, 'docs/permissions.md'), 'utf8');
    const lines = text.split('\n').filter((line) => /propos/i.test(line) || /approv|confirm/i.test(line));
    expect(
      lines.some((line) => /propos/i.test(line)),
      'a line on who proposes',
    ).toBe(true);
    const told = lines.join('\n');
    for (const { name, label, segment } of masters)
      expect(
        label.test(told) ||
          told.split(/[\s`|/,.:_-]+/).some((word) => segment.test(word)) ||
          told.toLowerCase().includes(name),
        `${name} in what permissions.md says of proposing and approving:\n${told.slice(0, 1_500)}`,
      ).toBe(true);
  });

  // UNIVERSITY.md 1, University: "replaces the `UNIVERSITY_*` settings".
  test('7 Build university: the master takes the place of the UNIVERSITY_ settings: they are not documented and say nothing', async () => {
    expect(readFileSync(path.join(root, 'docs/operations.md'), 'utf8')).not.toMatch(/\bUNIVERSITY_[A-Z]/);
    const word = `Old ${letters(8)}`;
    const other = await emptyUniversity({
      UNIVERSITY_NAME: word,
      UNIVERSITY_PLACE: word,
      UNIVERSITY_NAME_KANNADA: word,
    });
    try {
      expect(packCommand(['import', firstPack()], other).code).toBe(0);
      await completeMasters(other.admin);
      const people = await employAll(other);
      const { verdict, printed } = await walk(other, people, { academicYear: '2024-25' });
      const names = universityNames(readPack(firstPack()).pack).map(({ name }) => name);
      expect(names).toContain(verdict.body.university);
      expect(`${verdict.text} ${printed.text}`).not.toContain(word);
    } finally {
      await other.remove();
    }
  });

  // UNIVERSITY.md 1: "columns keep showing the code, the sheet prints the title".
  test('7 Build courses: the list columns show the code, the sheet prints the title', async () => {
    const { portal } = university;
    const rows = await rowsOfMaster(portal, university.admin, masterNamed('courses'));
    const entry: Json = await readEntry(
      portal,
      university.admin,
      masterNamed('courses'),
      (pick(rows) as Json).id,
    );
    const code = entry.code ?? entry.name;
    const { application, printed } = await walk(university, office, {
      courseId: entry.id,
      academicYear: '2024-25',
    });
    const list = await office.receiver.get(`/api/applications?search=${application.registrationNumber}`);
    expect(list.body.rows[0].courseDegree).toBe(code);
    const titles = JSON.stringify(entry).match(/"(title|subject)":"([\x20-\x7e]+?)"/g) ?? [];
    expect(titles.length, JSON.stringify(entry)).toBeGreaterThan(0);
    for (const title of titles) {
      const words = /:"(.+)"$/.exec(title)![1]!;
      expect(printed.text.replaceAll(/\s+/g, ' ')).toContain(words);
    }
  });
});

describe('delete of what is used', { timeout: 240_000 }, () => {
  test('7 Build: what an application, a sheet or a number used is not deleted, and the refusal has its reason; by SQL neither', async () => {
    const { portal, admin } = university;
    const { application } = await walk(university, office, { academicYear: '2024-25' });
    for (const master of listed) {
      const routes = await routesOf(portal, master);
      const remove = demand(routes.remove, `${master.name}: no DELETE`);
      const answers: { status: number; code: string; detail: string }[] = [];
      for (const { id } of await rowsOfMaster(portal, admin, master)) {
        const { version } = await readEntry(portal, admin, master, id);
        const { status, body } = await admin.ask(
          'DELETE',
          fillPath(remove, () => id),
          { body: { version } },
        );
        answers.push({ status, code: body?.code, detail: body?.detail });
      }
      const refused = answers.filter(({ code }) => /in_use|used/.test(code ?? ''));
      expect(
        refused.length,
        `${master.name}: refused because in use: ${JSON.stringify(answers)}`,
      ).toBeGreaterThan(0);
      for (const { status, detail } of refused) {
        expect(status).toBe(409);
        expect(detail.length, detail).toBeGreaterThan(20);
      }
    }
    await expect(portal.sql('delete from courses where id = $1', [application.courseId])).rejects.toThrow(
      /foreign key|violates/,
    );
    // All of it still reads as before.
    expect((await office.receiver.get(`/api/applications/${application.id}`)).status).toBe(200);
  });
});
