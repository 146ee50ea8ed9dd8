import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWithDesks } from '../harness/desks.ts';
import { example, type Operation, operationsOf } from '../harness/openapi.ts';
import { ask, type Json, type Person } from '../harness/people.ts';
import { personName, shuffled } from '../harness/random.ts';
import { handOver } from '../set-up/a-walk.ts';
import { type Found, type Judge, judgeOf } from './a-clean-pages.ts';
import { designs, patterns } from './a-designs.ts';
import { greyOf, pageImage } from './a-judges.ts';
import { nativeName } from './a-native-names.ts';
import { bytesOf, finish, type Office, type Printed, printSheets } from './a-sheets.ts';

// The issue, done when 3: "Nobody can obtain a clean page of an issued sheet outside a run (property test over operations × roles)."
// UNIVERSITY.md 4: "Desks see an issued sheet only as a picture marked COPY; no operation serves a clean page of it outside a run."
// Every operation of /api/openapi.json is asked by every desk and by a stranger, with every id that has to do with the sheet. Pictures,
// PDFs and pictures inside JSON are compared with the page as it was printed; the judge is tried on that page itself.

let office: Office;
let issued: Printed;
let judge: Judge;
const ids = new Set<string>();

beforeAll(async () => {
  office = await startWithDesks();
}, 240_000);
afterAll(() => office?.portal.remove());

async function issue(): Promise<void> {
  if (judge) return;
  const all = await designs(office);
  // The design with the most ink: a clean page of it cannot be taken for an empty one.
  const design =
    all.find(({ name, isDataOnly }) => !isDataOnly && patterns.ornamental.test(name)) ??
    all.find(({ isDataOnly }) => !isDataOnly)!;
  issued = await printSheets(office, design.type, [
    { candidateName: personName(), candidateNameNative: nativeName().name },
  ]);
  await finish(office, issued);
  await handOver(office.desks.receiver, issued.sheets[0]!.certificateId);
  await collectIds();
  judge = await judgeOf(issued.pdf, issued.sheets[0]!);
}

/** Ids of whatever row of any table knows the sheet, its certificate, its application or its run; and number, code and serial. */
async function collectIds(): Promise<void> {
  const [sheet] = issued.sheets;
  for (const one of [
    sheet!.id,
    sheet!.applicationId,
    sheet!.certificateId,
    issued.runId,
    issued.paperId,
    sheet!.number,
    sheet!.code,
    sheet!.serial,
  ])
    ids.add(one);
  const columns = await office.portal.sql<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and data_type in ('uuid', 'text') group by 1 having bool_or(column_name = 'id')`,
  );
  const known = [sheet!.id, sheet!.applicationId, sheet!.certificateId, issued.runId];
  for (const { name, columns: own } of columns) {
    if (/^(sessions|staff|idempotent|access|audit|outbox|position|.*_changes)/.test(name)) continue;
    const rows = await office.portal.sql<{ id: string }>(
      `select t.id::text as id from public."${name}" t where ${own.map((column) => `t."${column}"::text = any ($1)`).join(' or ')} limit 5`,
      [known],
    );
    for (const { id } of rows) ids.add(id);
  }
  for (const kind of ['photo_file_id']) {
    const [row] = await office.portal.sql(`select ${kind} as id from applications where id = $1`, [
      sheet!.applicationId,
    ]);
    ids.add(row!.id);
  }
  for (const table of ['proofs', 'printers', 'certificate_types', 'papers'])
    for (const { id } of await office.portal.sql(`select id::text from ${table} limit 3`)) ids.add(id);
}

const cleanPagesIn = (type: string, bytes: Buffer) => judge.cleanPagesIn(type, bytes);

type Asked = { path: string; status: number; type: string; bytes: Buffer };

async function fetched(
  person: Person | undefined,
  method: string,
  path: string,
  body?: Json,
): Promise<Asked> {
  const headers: Record<string, string> = {
    ...(person ? { cookie: person.cookie } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
  };
  const response = await fetch(office.portal.url + path, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    path,
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** The addresses of an operation with each id in the place of its first parameter, and all values of its enums. */
function addresses(operation: Operation): string[] {
  const own = [...ids];
  const isOpen = /\{\w+\}/.test(operation.path);
  return (isOpen ? own : ['']).flatMap((id) => {
    const path = operation.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
    const query = operation.parameters.filter((one) => one.in === 'query');
    const wanted = query.filter(
      (one) =>
        one.required ||
        /id$|number|code|serial|copy|sheet|record|certificate|application|sample/i.test(one.name),
    );
    if (!wanted.length) return [path];
    return (isOpen ? [id] : own).map(
      (value) =>
        `${path}?${wanted.map((one) => `${one.name}=${encodeURIComponent(one.schema?.enum?.[0] ?? value)}`).join('&')}`,
    );
  });
}

const people = (): [string, Person | undefined][] => [
  ...Object.entries(office.desks),
  ['a stranger', undefined],
];

/** Operations whose asking would end the question: sessions, accounts, streams, and what writes masters, stock or money. */
const leftOut =
  /sign-|session|account|password|\/changes$|\/staff|form-drafts|\/imports|\/settings\/(?!.*(template|design|preview|sample|proof))|demand-draft|bank-|deposit|papers\/|blank|stock|revoc|destr/;

describe('3 no clean page of an issued sheet outside a run', { timeout: 1_800_000 }, () => {
  test('3 the judge knows the clean page, in any size and kind of picture, and a page with a mark over it is none', async () => {
    await issue();
    expect(await cleanPagesIn('application/pdf', issued.pdf)).toHaveLength(1);
    const page = pageImage(issued.pdf, 1, 150);
    const kinds = [
      page,
      await sharp(page).resize(600).jpeg({ quality: 70 }).toBuffer(),
      await sharp(page).webp().toBuffer(),
    ];
    for (const picture of kinds) expect(await cleanPagesIn('image/png', picture)).toHaveLength(1);
    expect(
      await cleanPagesIn(
        'application/json',
        Buffer.from(JSON.stringify({ picture: `data:image/png;base64,${page.toString('base64')}` })),
      ),
    ).not.toEqual([]);
    const { width: across, height: down } = await greyOf(page);
    const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}"><text x="50%" y="60%" font-size="${across / 4}" font-family="sans-serif" text-anchor="middle" fill="#808080" fill-opacity="0.5">COPY</text></svg>`;
    const marked = await sharp(page)
      .composite([{ input: Buffer.from(mark) }])
      .png()
      .toBuffer();
    expect(await cleanPagesIn('image/png', marked)).toEqual([]);
    expect(
      await cleanPagesIn(
        'image/png',
        await sharp({ create: { width: 600, height: 424, channels: 3, background: 'white' } })
          .png()
          .toBuffer(),
      ),
    ).toEqual([]);
  });

  test('3 no operation that reads gives anybody a clean page, whatever id of the sheet it is asked with', async () => {
    await issue();
    const found: string[] = [];
    let asked = 0;
    let answered = 0;
    for (const operation of (await operationsOf(office.portal)).filter(
      ({ method, path }) => method === 'GET' && !/\/changes$/.test(path),
    ))
      for (const address of addresses(operation))
        for (const [who, person] of people()) {
          const answer = await fetched(person, 'GET', address);
          asked += 1;
          if (answer.status !== 200) continue;
          answered += 1;
          for (const page of await cleanPagesIn(answer.type, answer.bytes))
            found.push(`${who}: GET ${address}: ${page}`);
        }
    expect(asked, 'questions').toBeGreaterThan(2_000);
    expect(answered, 'answers').toBeGreaterThan(300);
    expect(found).toEqual([]);
  });

  test('3 no operation that composes, proves, previews or exports gives anybody a clean page either', async () => {
    await issue();
    const found: string[] = [];
    let asked = 0;
    const own = shuffled([...ids]);
    for (const operation of await operationsOf(office.portal)) {
      const takesJson = operation.content['application/json'] || !Object.keys(operation.content).length;
      if (
        operation.method === 'GET' ||
        operation.method === 'DELETE' ||
        !takesJson ||
        leftOut.test(operation.path)
      )
        continue;
      for (const address of addresses(operation))
        for (const [who, person] of people()) {
          const schema = operation.content['application/json']?.schema;
          // Strings of a body are ids of the sheet, so that a preview with a record of one's choice is asked for this one.
          const id = /[0-9a-f-]{36}/.exec(address)?.[0] ?? own[asked % own.length]!;
          const answer = await fetched(person, operation.method, address, example(schema, () => id) ?? {});
          asked += 1;
          if (answer.status >= 300) continue;
          for (const page of await cleanPagesIn(answer.type, answer.bytes))
            found.push(`${who}: ${operation.method} ${address}: ${page}`);
        }
    }
    expect(asked, 'questions').toBeGreaterThan(500);
    expect(found).toEqual([]);
    // Whatever was composed or proved by all of that: every document there is now is looked at once more.
    for (const table of ['print_runs', 'proofs'])
      for (const { id } of await office.portal.sql(`select id::text from ${table}`))
        for (const [who, person] of people()) {
          const answer = await fetched(person, 'GET', `/api/${table.replace('_', '-')}/${id}/document`);
          if (answer.status !== 200) continue;
          for (const page of await cleanPagesIn(answer.type, answer.bytes))
            found.push(`${who}: ${answer.path}: ${page}`);
        }
    expect(found).toEqual([]);
    for (const [who, person] of Object.entries(office.desks))
      expect((await person.get('/api/session')).status, `${who} is still signed in`).toBe(200);
  });

  // Open: the operation. It is whichever gives a picture for an id of the certificate, its copy or its sheet, but is no file upload.
  test('3 desks see an issued sheet as a picture marked COPY', async () => {
    await issue();
    const [sheet] = issued.sheets;
    const operations = (await operationsOf(office.portal)).filter(
      ({ method, path, responses }) =>
        method === 'GET' &&
        /certificates|copies|sheets|facsimile/.test(path) &&
        /\{\w+\}/.test(path) &&
        /image\//.test(JSON.stringify(responses)),
    );
    expect(
      operations.length,
      'no GET …certificates|copies|sheets…{id}… answers with image/*',
    ).toBeGreaterThan(0);
    const seen: Found[] = [];
    for (const operation of operations)
      for (const id of [sheet!.certificateId, sheet!.id]) {
        const path = operation.path.replace(/\{\w+\}/, sheet!.certificateId).replaceAll(/\{\w+\}/g, id);
        const address = /\{\w+\}.*\{\w+\}/.test(operation.path)
          ? path
          : operation.path.replaceAll(/\{\w+\}/g, id);
        const answer = await fetched(office.desks.caseWorker, 'GET', address);
        if (answer.status === 200 && /^image\//.test(answer.type)) seen.push(await judge.look(answer.bytes));
      }
    expect(
      seen.map(({ verdict }) => verdict),
      `pictures by ${operations.map(({ path }) => path).join(', ')}`,
    ).toContain('marked');
    expect(seen.map(({ verdict }) => verdict)).not.toContain('clean');
    expect(
      (await ask(office.portal, 'GET', operations[0]!.path.replaceAll(/\{\w+\}/g, sheet!.certificateId)))
        .status,
      'a stranger',
    ).toBe(401);
  });

  test('3 the run’s own print file is gone once the run is closed, for everybody', async () => {
    await issue();
    for (const [who, person] of people())
      for (const name of ['document', 'remaining-document']) {
        const answer = await fetched(person, 'GET', `/api/print-runs/${issued.runId}/${name}`);
        expect(answer.status, `${who}: ${name}`).toBeGreaterThanOrEqual(400);
      }
    await expect(bytesOf(office, `/api/print-runs/${issued.runId}/document`)).rejects.toThrow(/4\d\d/);
  });
});
