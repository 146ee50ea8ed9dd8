import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { type Operation, operationsOf } from '../harness/openapi.ts';
import { ask } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { read, tablesOf } from '../harness/source.ts';

// 'It is done when' 1: "`docs/permissions.md` lists every route, byte routes included." What the page says is asked of
// the running portal as well: who has no 'yes' gets 403 before anything is looked at, who has one gets past it.

const columns = {
  Admin: 'admin',
  'Case worker': 'caseWorker',
  'application receiver': 'receiver',
  Printer: 'printer',
  Auditor: 'auditor',
} as const;
type Row = { method: string; path: string; note: string; may: Record<string, boolean> };

let portal: Portal;
let desks: Desks;
let operations: Operation[];
const rows = documented();

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  operations = await operationsOf(portal);
});
afterAll(() => portal?.remove());

describe('docs/permissions.md', () => {
  test('it lists every operation of /api/openapi.json', () => {
    expect(operations.length).toBeGreaterThan(150);
    const missing = operations.filter(
      (one) => !rows.some((row) => row.method === one.method && fits(one.path, row.path)),
    );
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test('"byte routes included": every operation that takes or gives other than JSON is among them', () => {
    const bytes = operations.filter((one) => typesOf(one).some((type) => !/json/.test(type)));
    expect(bytes.length, 'operations with bytes').toBeGreaterThan(10);
    const missing = bytes.filter(
      (one) => !rows.some((row) => row.method === one.method && fits(one.path, row.path)),
    );
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test('"every route": nothing is listed that /api/openapi.json does not declare', () => {
    const unknown = rows.filter(
      (row) => !operations.some((one) => one.method === row.method && fits(one.path, row.path)),
    );
    expect(unknown.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test('"every route": routes that a portal has beside its operations are listed or declared as well', async () => {
    // Open: whether the change stream and the document itself count as operations. They answer, so they are routes.
    for (const path of ['/api/changes', '/api/openapi.json', '/healthz', '/readyz', '/metrics']) {
      const answer = await fetch(portal.url + path, {
        headers: { cookie: desks.admin.cookie },
        signal: AbortSignal.timeout(5_000),
      });
      void answer.body?.cancel();
      if (answer.status === 404 || /html/.test(answer.headers.get('content-type') ?? '')) continue;
      expect(
        read('docs/permissions.md').includes(`${path}\``),
        `${path} answers ${answer.status} and is not listed`,
      ).toBe(true);
    }
  });

  test('what it says of reading holds: without "yes" 403, with it anything else', async () => {
    const wrong: string[] = [];
    for (const row of rows.filter((one) => one.method === 'GET' && !/changes$|demo/.test(one.path))) {
      const path = row.path.replaceAll(/\{\w+\}/g, () => randomUUID());
      for (const [column, desk] of Object.entries(columns)) {
        const { status } = await desks[desk].ask('GET', path, { signal: AbortSignal.timeout(20_000) });
        // Where input is parsed before a record is looked for, who may ask is told 400.
        if ((status === 403) === row.may[column])
          wrong.push(`${desk} GET ${row.path}: ${status}, listed ${row.may[column]}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('what it says of writing holds: without "yes" 403 before the input is read', async () => {
    const wrong: string[] = [];
    const open = /sign-in|sign-out|password-reset|account/;
    for (const row of rows.filter((one) => one.method !== 'GET' && !open.test(one.path))) {
      const path = row.path.replaceAll(/\{\w+\}/g, () => randomUUID());
      for (const [column, desk] of Object.entries(columns).filter(([column]) => !row.may[column])) {
        const kind = /\((\w+)\)/.exec(row.note)?.[1];
        const address = kind ? `${path}?kind=${kind}&name=a.jpg` : path;
        const { status } = await desks[desk].ask(row.method, address, bodyFor(row));
        if (status !== 403) wrong.push(`${column} ${row.method} ${row.path} ${row.note}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('without a session everything else is 401', async () => {
    const text = read('docs/permissions.md');
    const open = text.slice(text.indexOf('## Without a session'));
    const wrong: string[] = [];
    for (const row of rows.filter(({ method, path }) => !open.includes(`\`${method} ${path}\``))) {
      const { status } = await ask(
        portal,
        row.method,
        row.path.replaceAll(/\{\w+\}/g, () => randomUUID()),
        row.method === 'GET' ? {} : bodyFor(row),
      );
      if (status !== 401) wrong.push(`${row.method} ${row.path}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

function documented(): Row[] {
  const table = tablesOf(read('docs/permissions.md')).find(([head]) => head?.[0] === 'operation')!;
  const [head, ...body] = table;
  return body.flatMap((cells) => {
    const found = /`(\w+) ([^`]+)`(.*)/.exec(cells[0]!);
    if (!found) return [];
    const may = Object.fromEntries(
      head!.slice(1).map((column, index) => [column, cells[index + 1] === 'yes']),
    );
    return [{ method: found[1]!, path: found[2]!, note: found[3]!.trim(), may }];
  });
}

/** Of the type that the operation takes: another is refused as foreign before anybody is looked for (ARCHITECTURE.md). */
function bodyFor(row: Row): { body: object } | { bytes: string; headers: Record<string, string> } {
  const operation = operations.find((one) => one.method === row.method && fits(one.path, row.path));
  const [type = 'application/json'] = Object.keys(operation?.content ?? {});
  return /json/.test(type) ? { body: {} } : { bytes: 'no picture', headers: { 'content-type': type } };
}

/** `/api/exports/{list}` of the document is each of the lists of the page, and the other way round. */
function fits(declared: string, listed: string): boolean {
  const [a, b] = [declared.split('/'), listed.split('/')];
  return (
    a.length === b.length &&
    a.every((part, index) => part === b[index] || /^\{/.test(part) || /^\{/.test(b[index]!))
  );
}

function typesOf(operation: Operation): string[] {
  return [
    operation.content,
    ...Object.entries(operation.responses)
      .filter(([status]) => status < '300')
      .map(([, response]) => response.content ?? {}),
  ].flatMap((content) => Object.keys(content));
}
