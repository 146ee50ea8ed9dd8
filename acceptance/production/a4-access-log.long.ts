import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask, type Json } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { read, trackedFiles } from '../harness/source.ts';
import { emptyUniversity, type University } from '../set-up/a-university.ts';
import { soundSettings } from './a-faults.ts';

// Build: "access log with request id, log rotation or journal". What the process writes to its output is the log, or a file of
// the data directory that is named like one. The log of sign-ins for auditors (`access_log`) is another one.

let university: University;

beforeAll(async () => {
  university = await emptyUniversity(soundSettings());
});
afterAll(() => university?.remove());

function logLines(): string[] {
  const files = readdirSync(university.directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => /log/i.test(name) && !name.startsWith('postgres'))
    .map((name) => path.join(university.directory, name))
    .filter((file) => statSync(file).isFile());
  return [university.portal.log(), ...files.map((file) => readFileSync(file, 'utf8'))].join('\n').split('\n');
}

/** The one line of the access log with this request id. */
async function lineOf(answer: Answer): Promise<string> {
  const id = answer.headers.get('x-request-id');
  expect(id, 'x-request-id of the answer').toBeTruthy();
  return eventually(
    () => {
      const found = logLines().filter((line) => line.includes(id!));
      if (found.length === 0) throw new Error(`no line of the log has the request id ${id}`);
      return found.find((line) => /\b(GET|POST|PUT|DELETE|HEAD)\b/.test(line));
    },
    { within: 10_000, what: `a line of the access log with ${id}` },
  );
}

describe('Build access log', () => {
  test('Build: each request is one line with its id, method, path, status and how long it took', async () => {
    const word = letters(14);
    for (const [method, address, status] of [
      ['GET', '/api/session', 200],
      ['GET', `/api/${word}`, 404],
      ['GET', `/api/applications/${crypto.randomUUID()}`, 401],
      ['GET', '/', 200],
    ] as const) {
      const answer = await ask(university.portal, method, address);
      expect(answer.status, address).toBe(status);
      const line = await lineOf(answer);
      expect(line, 'method').toContain(method);
      expect(line, 'path').toContain(address.startsWith('/api/applications') ? '/api/applications' : address);
      expect(line, 'status').toMatch(new RegExp(`\\b${status}\\b`));
      expect(line, 'how long it took').toMatch(/(ms|milliseconds|seconds|duration|time|took)\W{0,3}\d/i);
      const id = answer.headers.get('x-request-id')!;
      expect(
        logLines().filter((one) => one.includes(id) && one.includes(method)).length,
        'lines of one request',
      ).toBe(1);
    }
  });

  test('Build: the id in the body of a refusal is the one in the log', async () => {
    const answer = await ask(university.portal, 'POST', '/api/sign-in', { body: { role: 'admin' } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    expect(await lineOf(answer)).toContain('/api/sign-in');
  });

  test('Build: who signed in is known by an id, never by a secret: no password, cookie, code or query of /verify in the log', async () => {
    const { admin, portal } = university;
    const typed = letters(20);
    const code = letters(16);
    await ask(portal, 'POST', '/api/sign-in', {
      body: { role: 'admin', email: admin.email, password: typed },
    });
    const looked = await ask(
      portal,
      'GET',
      `/verify?number=2025%2F${between(100_000, 999_999)}&code=${code}`,
    );
    await admin.get('/api/staff');
    await lineOf(looked);
    const log = logLines().join('\n');
    const cookies = admin.cookie
      .split('; ')
      .map((pair) => [`cookie ${pair.split('=')[0]}`, pair.split(/=(.*)/s)[1]!]);
    const secrets = {
      typed,
      code,
      password: admin.secret,
      key: university.env.SECRET!,
      ...Object.fromEntries(cookies),
    };
    for (const [what, secret] of Object.entries<string>(secrets))
      expect(log.includes(secret), `${what} stands in the log`).toBe(false);
  });

  test('Build: a path cannot forge a line, and a stranger does not choose the request id', async () => {
    const forged = `${letters(12)}-forged`;
    const own = crypto.randomUUID();
    const answer = await ask(university.portal, 'GET', `/api/${letters(5)}%0a{"msg":"${forged}"}%0d%0a`, {
      headers: { 'x-request-id': own },
    });
    await lineOf(answer);
    expect(answer.headers.get('x-request-id'), 'the id that the stranger sent').not.toBe(own);
    const lines = logLines().filter((line) => line.includes(forged));
    expect(lines.length, 'lines of one request').toBeLessThanOrEqual(1);
    for (const line of lines)
      expect(line.trimStart(), 'a line that begins with what was sent').not.toMatch(/^\{"msg":"\w+-forged/);
  });

  test('Build: a hundred requests at once are a hundred lines, each with an id of its own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask(university.portal, 'GET', '/api/session')),
    );
    const ids = answers.map((answer) => answer.headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(100);
    await eventually(
      () => {
        const log = logLines();
        return ids.every((id) => log.some((line) => line.includes(id!) && line.includes('/api/session')));
      },
      { within: 20_000, what: 'a line for each of a hundred requests' },
    );
  });

  test('Build: the document says where the log goes, how it is rotated or kept in the journal, and for how long', () => {
    const files = trackedFiles('docs/operations.md', 'deploy/**');
    const text = files.map(read).join('\n');
    expect(text, `journal or rotation in ${files.join(', ')}`).toMatch(
      /journalctl|journald|logrotate|rotat/i,
    );
    // DPDP Rules 2025: logs one year; CERT-In: 180 days.
    const near =
      /(access log|journal|log rotation|logrotate)[\s\S]{0,600}(180 days|one year|1 year|365 days|12 months)/i;
    expect(near.test(text), 'how long the log is kept, beside it').toBe(true);
    const said: Json = text.match(/MaxRetentionSec\s*=\s*\S+|rotate \d+/g) ?? [];
    expect(
      said.length,
      'a line of configuration to copy: MaxRetentionSec of the journal, or rotate of logrotate',
    ).toBeGreaterThan(0);
  });
});
