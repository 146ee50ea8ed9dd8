import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { makeRequest, type Request } from '../harness/fuzz.ts';
import { type Operation, operationsOf } from '../harness/openapi.ts';
import { type Answer, ask, type Json, type Person } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { pick, seed } from '../harness/random.ts';

// The issue, 5: "No answer is 500; every error is as declared and carries its request id. A short form runs in `npm
// test`." This is a fuzzer of its own, made from /api/openapi.json alone; ACCEPTANCE_FUZZ_SECONDS makes it longer.

const seconds = Number(process.env.ACCEPTANCE_FUZZ_SECONDS ?? 45);

/** What any operation may answer before its own rules are asked, declared at it or not. */
const general = [400, 401, 403, 404, 405, 408, 413, 414, 415, 422, 429, 431, 503];

let portal: Portal;
let desks: Desks;
let operations: Operation[];
let ids: Record<string, string[]>;

beforeAll(async () => {
  ({ portal, desks } = await startWithDesks());
  operations = (await operationsOf(portal)).filter(
    // Streams do not end, and who signs out is no fuzzer any more.
    (one) =>
      !/\/changes$|sign-out|end-others|account\/password|account\/authenticator|second-factor/.test(one.path),
  );
  ids = await realIds();
});
afterAll(() => portal?.remove());

describe('fuzz', () => {
  test(
    `issue 5: ${seconds} s of valid and mutated requests of every role: no 500, every error declared and complete`,
    async () => {
      const people: (Person | undefined)[] = [...Object.values(desks), desks.admin, desks.admin, undefined];
      const faults = new Map<string, string>();
      const statuses = new Map<number, number>();
      const reached = new Set<string>();
      let asked = 0;
      const until = Date.now() + seconds * 1_000;
      const worker = async () => {
        while (Date.now() < until && faults.size < 40) {
          const operation = pick(operations);
          const person = pick(people);
          const request = makeRequest(operation, ids);
          const answer = await send(person, request);
          asked += 1;
          if (!answer) continue;
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          const name = `${operation.method} ${operation.path}`;
          if (![400, 401, 403, 404, 405, 413, 415, 422, 429].includes(answer.status)) reached.add(name);
          const fault = faultOf(operation, request, answer);
          if (fault)
            faults.set(
              `${name}: ${fault}`,
              `${JSON.stringify(request).slice(0, 300)} → ${answer.text.slice(0, 200)}`,
            );
        }
      };
      await Promise.all(Array.from({ length: 8 }, worker));
      console.log(
        `seed ${seed}: ${asked} requests, ${reached.size} of ${operations.length} operations past their input`,
        [...statuses],
      );
      expect(portal.exit(), portal.log().slice(-1_500)).toBeUndefined();
      expect([...faults].map(([fault, request]) => `${fault}\n    ${request}`)).toEqual([]);
      expect(asked).toBeGreaterThan(seconds * 10);
    },
    seconds * 1_000 + 60_000,
  );
});

async function send(person: Person | undefined, request: Request): Promise<Answer | undefined> {
  const { method, path, body, bytes, headers } = request;
  const options = {
    headers: { ...headers, ...(person && !headers.cookie ? { cookie: person.cookie } : {}) },
    ...(body !== undefined ? { body } : {}),
    ...(bytes ? { bytes } : {}),
  };
  // What the client itself cannot send, such as a header with a control character, is no answer of the portal.
  return ask(portal, method, path, options).catch((error) => {
    if (error?.cause?.code === 'ECONNREFUSED' || error?.cause?.code === 'UND_ERR_SOCKET') throw error;
    return undefined;
  });
}

function faultOf(operation: Operation, request: Request, answer: Answer): string | undefined {
  if (answer.status >= 500 && answer.status !== 503) return `answers ${answer.status}`;
  if (answer.status < 400 || request.method === 'HEAD') return undefined;
  if (!answer.body?.requestId) return `${answer.status} without a request id`;
  if (!answer.body?.code || !answer.body?.detail) return `${answer.status} without code and sentence`;
  const isOwn = request.method === operation.method && !/%61pi|\/\/|API|\/\./.test(request.path);
  const declared: Json = operation.responses[answer.status];
  if (!declared)
    return isOwn && !general.includes(answer.status) ? `${answer.status} is not declared` : undefined;
  const codes: string[] | undefined = declared.content?.['application/json']?.schema?.properties?.code?.enum;
  const isGeneral =
    general.includes(answer.status) && /^(request|auth|records|routes?|server|http)\./.test(answer.body.code);
  if (isOwn && codes && !codes.includes(answer.body.code) && !isGeneral)
    return `code ${answer.body.code} is not declared`;
  return undefined;
}

/** Some ids of each table but the people and their sessions, which the fuzzer would shut out. */
async function realIds(): Promise<Record<string, string[]>> {
  const tables = await portal.sql(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' and table_name !~ 'staff|session|challenge|device|code'",
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await portal.sql(`select id from "${name}" limit 20`);
    if (rows.length) found[name] = rows.map((row) => row.id);
  }
  found.cases = found.applications!;
  return found;
}
