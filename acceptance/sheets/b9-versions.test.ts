import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../harness/openapi.ts';
import type { Answer, Json } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { letters, personName } from '../harness/random.ts';
import { demand } from '../set-up/a-names.ts';
import { once } from '../set-up/a-university.ts';
import { isRefusal, refusedAsApplication } from '../set-up/b-database.ts';
import { prepareRun, withdrawRun } from '../set-up/c-office.ts';
import { applyVerified, type Convened, convene } from './b-convene.ts';
import {
  attempt,
  documentOf,
  findOperation,
  getOperation,
  isDomainNo,
  perform,
  type Said,
  tableLike,
} from './b-find.ts';
import { plain, textOf } from './b-pdf.ts';

// The issue, bullet: "Studio for pre-printed paper; versions draft → proof with real records → in force from a date; the proof
// shows the longest and the shortest record and one of each script from the database." UNIVERSITY.md 4: "Versions: draft →
// proof (the existing fingerprint and second-person sign-off, with real records chosen by the system: longest, shortest, each
// script) → in force from a date." Open: routes below /api/settings/templates and the names of tables.

const longest = `${personName()} ${letters(22)} ${letters(24)} ${letters(26)}`;
const shortest = 'Om';
const area = /^\/api\/settings\/templates?(-versions)?\b/;

let convened: Convened;

beforeEach(
  once(async () => {
    convened = await convene({ isProved: false });
    await applyVerified(convened, { candidateName: longest });
    await applyVerified(convened, { candidateName: shortest });
    await applyVerified(convened, { candidateNameNative: `ಕರ್ನಾಟಕದ ಲಕ್ಷ್ಮೀ ${'ಸೌಮ್ಯ'}` });
    await applyVerified(convened, { candidateNameNative: 'राष्ट्रीय पूर्णिमा कुलकर्णी' });
  }),
  240_000,
);
afterAll(() => convened?.office.portal.remove());

const tight = (text: string) => plain(text).replaceAll(' ', '');
const dayFrom = (days: number) =>
  new Date(Date.now() + 19_800_000 + days * 86_400_000).toISOString().slice(0, 10);

let proof: Promise<string> | undefined;

/** The proof of the layout of this convocation's paper, as the print room makes it, once its candidates are there. */
function proofText(): Promise<string> {
  proof ??= readProof();
  return proof;
}

async function readProof(): Promise<string> {
  const { portal, desks } = convened.office;
  const [paper] = await portal.sql('select colour from papers where id = $1', [convened.paperId]);
  const { id } = await desks.printer.act('POST', '/api/proofs', {
    certificateType: convened.type,
    colour: paper!.colour,
  });
  const text = textOf(await documentOf(portal, desks.otherAdmin, `/api/proofs/${id}/document`));
  const { rows } = (await desks.otherAdmin.get('/api/proofs')).body;
  const { version } = rows.find((one: Json) => one.id === id);
  await desks.otherAdmin.act('POST', `/api/proofs/${id}/sign-off`, { version });
  return tight(text);
}

describe('a proof', { timeout: 120_000 }, () => {
  test('9 proof: it shows the longest and the shortest name of the database', async () => {
    const text = await proofText();
    expect(text, 'the longest').toContain(tight(longest));
    const [short] = await convened.office.portal.sql(
      'select min(length(candidate_name))::int as length from applications',
    );
    const names = await convened.office.portal.sql(
      'select candidate_name as name from applications where length(candidate_name) = $1 or (certificate_type = $2 and candidate_name = $3)',
      [short!.length, convened.type, shortest],
    );
    // Two letters are found anywhere: the record is known by its number as well.
    const numbers = await convened.office.portal.sql(
      'select convocation_number as number from applications where candidate_name = any($1)',
      [names.map(({ name }) => name)],
    );
    expect(
      numbers.some(({ number }) => number && text.includes(tight(number))),
      `a number of the shortest records, ${numbers.map(({ number }) => number).join(', ')}, in the proof`,
    ).toBe(true);
  });

  for (const [script, like] of [
    ['Kannada', '[ಀ-೿]'],
    ['Devanagari', '[ऀ-ॿ]'],
  ] as const)
    test(`9 proof: it shows a real name in ${script}, as the record has it`, async () => {
      const text = await proofText();
      const names = await convened.office.portal.sql(
        'select distinct candidate_name_native as name from applications where candidate_name_native ~ $1',
        [like],
      );
      expect(names.length).toBeGreaterThan(0);
      expect(
        names.some(({ name }) => text.includes(tight(name))),
        `one of ${names.map(({ name }) => name).join(', ')}`,
      ).toBe(true);
    });
});

type Acts = { make: Operation; force: Operation };

async function acts(): Promise<Acts> {
  const { portal } = convened.office;
  return {
    make: await getOperation(portal, 'makes a template', { path: /^\/api\/settings\/templates?$/ }),
    force: await getOperation(portal, 'brings a version of a template into force', {
      path: new RegExp(`${area.source}.*\\{\\w+\\}.*(force|activate|enforce|publish|schedule)`),
    }),
  };
}

const tables = () =>
  tableLike(convened.office.portal, 'versions of templates', /template.*version|^templates$/, [/force/]);

/** Versions of this convocation's template, by own SQL. */
async function versionsOf(name: string): Promise<Json[]> {
  const { table } = await tables();
  const rows = await convened.office.portal.sql(
    `select to_jsonb(v) as row from "${table}" v where to_jsonb(v)::text like '%' || $1 || '%' or to_jsonb(v) ->> 'template_id' in (
       select to_jsonb(t) ->> 'id' from (select * from templates) t where to_jsonb(t)::text like '%' || $1 || '%')`,
    [name],
  );
  return rows.map(({ row }) => row);
}

/**
 * A template of one of the portal's designs for this certificate type: a draft. What counts is its content, so that a draft of the
 * type's own design, the first one, would have the proof of the type.
 */
async function newDraft(design = 1): Promise<{ name: string; version: Json; known: Said }> {
  const { portal, desks } = convened.office;
  const name = `Template ${letters(8)}`;
  const { make } = await acts();
  const designs = await findOperation(portal, {
    method: 'GET',
    path: /^\/api\/settings\/(templates\/)?designs$/,
  });
  const offered = designs ? (await desks.admin.get(designs.path)).body : undefined;
  const { design: key, ...other } = (offered?.rows ?? offered?.designs ?? offered ?? [])[design] ?? {};
  await perform(desks.admin, make, [
    [/\bname\b/, name],
    [/\bdesign\b/, other.id ?? other.key ?? key ?? other.name],
    [/\bcertificate types?( ids?)?\b/, convened.type],
  ]);
  const [version] = await versionsOf(name);
  const row = demand(version, `no row of a version of ${name}`);
  return {
    name,
    version: row,
    known: [
      [/\btemplates? id$/, row.template_id ?? row.id],
      [/\bversion id$|\bversions id$|\bid$/, row.id],
    ],
  };
}

async function tryForce(known: Said, from: string, by = convened.office.desks.admin): Promise<Answer> {
  const { force } = await acts();
  return attempt(by, force, [[/\bfrom\b|\bdate\b|\bday\b/, from], [/^version$/, 1], ...known]);
}

/** Proved, and signed off by a second person. */
async function prove(name: string, known: Said): Promise<void> {
  const { portal, desks } = convened.office;
  const before = (await portal.sql('select id from proofs')).map(({ id }) => id);
  const own = await findOperation(portal, { path: new RegExp(`${area.source}.*\\{\\w+\\}.*proofs?$`) });
  const [paper] = await portal.sql('select colour from papers where id = $1', [convened.paperId]);
  if (own) await perform(desks.admin, own, [[/\bcolou?r\b/, paper!.colour], ...known]);
  else {
    await desks.admin.act('POST', '/api/proofs', { certificateType: convened.type, colour: paper!.colour });
  }
  const rows = await eventually(
    async () => {
      const found = (await desks.otherAdmin.get('/api/proofs')).body.rows.filter(
        ({ id }: Json) => !before.includes(id),
      );
      return found.length ? found : undefined;
    },
    { within: 30_000, what: `a proof of ${name}` },
  );
  for (const proof of rows)
    await desks.otherAdmin.act('POST', `/api/proofs/${proof.id}/sign-off`, { version: proof.version });
}

/** What the sheets of a run are made with, as they keep it. */
async function printedWith(): Promise<string> {
  const { portal } = convened.office;
  const run = await prepareRun(convened.office, convened.paperId, 1);
  expect(run.status, run.text).toBe(200);
  const [row] = await portal.sql(
    "select coalesce(f.facts ->> 'templateVersionId', f.facts ->> 'templateVersion', f.facts ->> 'layoutFingerprint') as used from sheets s join sheet_facts f on f.sheet_id = s.id where s.print_run_id = $1",
    [run.body.id],
  );
  await withdrawRun(convened.office, run.body.id);
  return demand(row?.used, 'a sheet keeps nothing of the template that it is made with');
}

describe('versions', { timeout: 180_000 }, () => {
  test('9 versions: a draft without a signed proof is not brought into force, by nobody', async () => {
    const { known, name } = await newDraft();
    const { admin, otherAdmin, printer, auditor } = convened.office.desks;
    for (const person of [admin, otherAdmin]) {
      const answer = await tryForce(known, dayFrom(0), person);
      expect(isDomainNo(answer), `${person.email}: ${answer.status} ${answer.text}`).toBe(true);
      expect(answer.text, 'the sentence says what is missing').toMatch(/proof/i);
    }
    for (const person of [printer, auditor])
      expect((await tryForce(known, dayFrom(0), person)).status).toBe(403);
    expect((await versionsOf(name)).length).toBe(1);
  });

  test('9 versions: in force from a day to come: until then the one before it prints, from then on it does', async () => {
    await proofText();
    const used = await printedWith();
    const { known, name, version } = await newDraft(2);
    await prove(name, known);
    const past = await tryForce(known, dayFrom(-30));
    expect(isDomainNo(past), `from a day that is over: ${past.status} ${past.text}`).toBe(true);
    const answer = await tryForce(known, dayFrom(1));
    expect(answer.status, answer.text).toBe(200);
    expect(await printedWith(), 'today').toBe(used);
    const { table, columns } = await tables();
    const from = columns.find((column) => /force/.test(column) && !/_(by|at|until)$/.test(column))!;
    const client = await convened.office.portal.connect();
    try {
      // The day has come, past every rule.
      await client.query('set session_replication_role = replica');
      await client.query(`update "${table}" set "${from}" = $1 where id = $2`, [dayFrom(0), version.id]);
    } finally {
      await client.end();
    }
    expect(await printedWith(), 'from its day on').not.toBe(used);
  });

  test("9 versions: what was in force is not changed any more, by no operation and as the application's role by no statement", async () => {
    const { known, name } = await newDraft();
    await prove(name, known);
    expect((await tryForce(known, dayFrom(0))).status).toBe(200);
    const { portal, desks } = convened.office;
    const [row] = await versionsOf(name);
    for (const method of ['PUT', 'DELETE'] as const) {
      const operation = await findOperation(portal, {
        method,
        path: new RegExp(`${area.source}.*\\{\\w+\\}$`),
      });
      if (method === 'PUT') expect(operation, 'an operation that changes a draft').toBeDefined();
      if (!operation) continue;
      const answer = await attempt(desks.admin, operation, [
        [/\bname\b/, `${name} ${letters(3)}`],
        [/^version$/, row.version ?? 1],
        ...known,
      ]);
      // A change makes a new draft; the version itself stays.
      expect([200, 403, 409, 422], `${method}: ${answer.text}`).toContain(answer.status);
      expect(
        (await versionsOf(name)).find(({ id }) => id === row.id),
        `${method}: the version in force`,
      ).toEqual(row);
    }
    const { table, columns } = await tables();
    const content = columns.filter((column) =>
      /source|fields|wording|content|design|layout|fingerprint|definition|places/.test(column),
    );
    expect(
      content.length,
      `columns of ${table} that say what is printed: ${columns.join(', ')}`,
    ).toBeGreaterThan(0);
    for (const column of content) {
      const statement = `update "${table}" set "${column}" = (select "${column}" from "${table}" where id <> $1 and "${column}" is distinct from (select "${column}" from "${table}" where id = $1) limit 1) where id = $1`;
      const refused = await refusedAsApplication(portal, statement, [row.id]);
      expect(isRefusal(refused), `${column}: ${refused}`).toBe(true);
    }
    expect(
      isRefusal(await refusedAsApplication(portal, `delete from "${table}" where id = $1`, [row.id])),
    ).toBe(true);
  });
});
