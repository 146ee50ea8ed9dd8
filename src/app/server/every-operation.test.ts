import { isContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addBundle,
  createOffice,
  type Office,
  receiveApplication,
  stockBlanks,
  studentEntry,
  verifiedCertificate,
} from '#dev/testing/factories.ts';
import { type Caller, type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { sendRawRequest } from '#dev/testing/raw-request.ts';
import { printedCertificate, requestReprint } from '#dev/testing/reprinting.ts';
import { proposeRevocation } from '#dev/testing/revoking.ts';
import { addSigningBatch } from '#dev/testing/signing.ts';
import { contract } from '#features/features.ts';
import { masters } from '#features/masters/declared/masters.ts';
import type { OperationMeta } from '#platform/contract/operation.ts';
import type { ByteRoute } from '#platform/server/http/byte-route.ts';
import { changesOperation } from '#platform/server/http/change-stream.ts';
import { mayUse, permissions } from '#shared/permissions.ts';
import { type Role, roleLabels, roles } from '#shared/roles.ts';
import { byteRoutes } from './features.ts';
import { validBodies } from './valid-bodies.testing.ts';

function percentEncoded(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
}

type Operation = {
  feature: string;
  name: string;
  method: string;
  path: string;
  access: ByteRoute['access'];
  freshAuthentication?: boolean;
  query?: string;
  /** The content type of a body that is not JSON. */
  bytes?: string;
};

const contractOperations: Operation[] = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).map(([name, procedure]) => {
    if (!isContractProcedure(procedure)) throw new Error(`${feature}.${name} is no operation`);
    const { route, meta } = procedure['~orpc'];
    return {
      feature,
      name,
      method: route.method!,
      path: route.path!,
      access: (meta as OperationMeta).access,
      freshAuthentication: (meta as OperationMeta).freshAuthentication ?? false,
    };
  }),
);

/**
 * Routes that carry bytes are no operations of the contract, and have the guard of one. Where the kind of a file decides
 * about its upload, each kind is asked for.
 */
const routesOfBytes: Operation[] = byteRoutes.flatMap(({ method, path, access, body }) => {
  const feature = path.split('/')[1]!.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
  const name = feature === 'exports' ? `list ${path}` : `${method} ${path}`;
  const route = { feature, name, method, path, ...(body && { bytes: body.types[0]! }) };
  const query = feature === 'exports' ? '?format=csv' : body ? '?name=x&of=students' : '?from=1';
  if (typeof access === 'string' || !body) return [{ ...route, access, query }];
  return Object.entries(access).map(([kind, permission]) => ({
    ...route,
    name: `${name} ${kind}`,
    access: permission,
    query: `${query}&kind=${kind}`,
  }));
});
const operations = [...contractOperations, ...routesOfBytes];
/** Answers for as long as it is listened to, so it is asked by its own test; the page lists it too. */
const stream: Operation = {
  feature: 'changes',
  name: 'GET /changes',
  method: changesOperation.method,
  path: changesOperation.path,
  access: changesOperation.access,
};
/** No operations: whoever can reach the portal may ask. */
const besideOperations = ['/api/openapi.json', '/healthz', '/readyz'];

/** Each operation meets one of these, and all of them with `npm run test:long`. */
function inTurn<One>(all: One[], turn: number): One[] {
  return process.env.LONG_FORMS ? all : [all[turn % all.length]!];
}

function isOpen({ access }: Operation): boolean {
  return access === 'public' || access === 'signed_in';
}

/** Where a route asks for one of several permissions, whoever has one of them gets as far as its record. */
function mayAsk(role: Role, { access }: Operation): boolean {
  if (access === 'public' || access === 'signed_in') return true;
  return (typeof access === 'string' ? [access] : Object.values(access)).some((one) => mayUse(role, one));
}

let portal: Portal;
let office: Office;
let callers: Record<Role, StaffCaller>;

beforeAll(async () => {
  portal = await startPortal();
  office = await createOffice(portal);
  const signedIn = await Promise.all(roles.map(async (role) => [role, await portal.as(role)] as const));
  callers = Object.fromEntries(signedIn) as Record<Role, StaffCaller>;
});
afterAll(() => portal.close());

/** The code of the answer: a refusal's own, or `done`. */
async function ask(
  caller: Caller,
  operation: Operation,
  ids: Record<string, string> = {},
  body: object = {},
) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? crypto.randomUUID());
  const isRead = operation.method === 'GET';
  const response = await caller.fetch(`/api${path}${operation.query ?? ''}`, {
    method: operation.method,
    headers: isRead ? {} : { 'content-type': operation.bytes ?? 'application/json' },
    body: isRead ? undefined : operation.bytes ? new Uint8Array() : JSON.stringify(body),
  });
  const text = await response.text();
  const code = response.ok ? 'done' : (JSON.parse(text) as { code: string }).code;
  return { status: response.status, code, text };
}

test.each(operations)('$feature $name answers whom the permission table names', async (operation) => {
  const stranger = await ask(portal.anonymous, operation);
  if (operation.access === 'public') expect(stranger.code).not.toMatch(/^auth\.(signed_out|not_permitted)$/);
  else expect(stranger.code, 'a stranger').toBe('auth.signed_out');

  await Promise.all(
    roles.map(async (role) => {
      // Signing out would end the session of the tests that follow.
      const caller = operation.name === 'signOut' ? await portal.as(role) : callers[role];
      const { code, status } = await ask(caller, operation);
      if (mayAsk(role, operation)) {
        expect(code, role).not.toMatch(/^auth\.(signed_out|not_permitted)$/);
        expect(status, role).toBeLessThan(500);
      } else {
        expect(code, role).toBe('auth.not_permitted');
      }
    }),
  );
});

describe('another college’s record', () => {
  test('does not exist for a person with a college code, by any operation that names one', async () => {
    await stockBlanks(portal, office.paperId, 10);
    const people = { receiver: callers.receiver, caseWorker: callers.case_worker };
    const { applicationId, certificateId } = await verifiedCertificate(people, office);
    const waiting = await receiveApplication(callers.receiver, office);
    const run = await callers.printer.api.printRuns.preparePrintRun(choiceOf(office));
    const printed = await printedCertificate(portal, { ...people, printer: callers.printer }, office);
    const reprint = await requestReprint(callers.receiver, printed.certificateId);
    const revocation = (await proposeRevocation(callers.admin, printed.certificateId)).id;
    const student = await callers.admin.api.students.addStudent(studentEntry(office));
    const draft = (await callers.admin.api.demandDrafts.listDrafts({ limit: 1 })).rows[0]!;
    const slip = await callers.admin.api.depositSlips.prepareDepositSlip({
      draftIds: [draft.id],
      account: 'Fee account 1234',
      bankBranch: 'State Bank of India, Mysuru',
    });
    const bundle = await addBundle(portal, {
      collegeId: office.collegeId,
      handedOverBy: callers.receiver.actor.id,
    });
    const signing = await addSigningBatch(portal, {
      collegeId: office.collegeId,
      sentBy: callers.printer.actor.id,
    });
    const ofCollege = await portal.as('auditor', { collegeId: office.collegeId });
    const finding = await ofCollege.api.findings.raiseFinding({
      title: 'Drafts kept',
      text: 'For weeks.',
      part: 'A',
    });
    const recordOf: Record<string, string> = {
      colleges: office.collegeId,
      findings: finding.id,
      students: student.id,
      applications: waiting,
      demandDrafts: draft.id,
      depositSlips: slip.id,
      fees: draft.id,
      caseDesk: waiting,
      certificates: certificateId,
      bundles: bundle,
      copies: certificateId,
      reprints: reprint,
      revocations: revocation,
      printRuns: run.id,
      signing,
    };
    const outsiders = new Map<Role, StaffCaller>();
    for (const role of roles.filter((one) => one !== 'admin')) {
      outsiders.set(role, await portal.as(role, { collegeId: office.otherCollegeId }));
    }
    const entry = await callers.receiver.api.applications.getApplication({ id: waiting });
    const correction = {
      ...entry,
      candidateNameNative: '',
      guideName: '',
      photoFileId: entry.photo.id,
      drafts: [],
    };
    // Stock is of no college; the id of an autosaved form is its tab's, not a record's.
    const byId = operations.filter(
      ({ path, feature }) => path.includes('{id}') && !['stock', 'formDrafts'].includes(feature),
    );
    expect(byId.length).toBeGreaterThan(5);
    for (const operation of byId) {
      const body = operation.name === 'correctApplication' ? correction : validBodies[operation.name];
      if (operation.method !== 'GET' && !operation.bytes) expect(body, operation.name).toBeDefined();
      await Promise.all(
        [...outsiders].map(async ([role, outsider]) => {
          if (!mayAsk(role, operation)) return;
          const answer = await ask(outsider, operation, { id: recordOf[operation.feature]! }, body);
          expect(answer.code, `${operation.name} as ${role}`).toMatch(/[._]not_found$|\.university_only$/);
        }),
      );
    }
    const lists = operations.filter((one) => one.name.startsWith('list') && one.feature !== 'auth');
    for (const operation of lists) {
      await Promise.all(
        [...outsiders].map(async ([role, outsider]) => {
          if (isOpen(operation) || !mayAsk(role, operation)) return;
          const { text } = await ask(outsider, operation);
          for (const id of [...Object.values(recordOf), applicationId])
            expect(text, `${operation.name} as ${role}`).not.toContain(id);
        }),
      );
    }
  });
});

describe('a forged request', () => {
  const mutations = operations.filter((operation) => operation.method !== 'GET');
  const shapes: [string, RequestInit][] = [
    [
      'a foreign origin',
      { headers: { 'content-type': 'application/json', origin: 'https://evil.example' }, body: '{}' },
    ],
    [
      'another port of the same host',
      { headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-site' }, body: '{}' },
    ],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'id=1' }],
    ['no content type', { body: new Uint8Array([123, 125]) }],
    ['text/plain', { headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['a picture', { headers: { 'content-type': 'image/gif' }, body: '{}' }],
  ];
  /** Other ways to write the same address; a router that reads one of them has to be guarded there, too. */
  const spellings: [string, (path: string) => string][] = [
    ['plain', (path) => `/api${path}`],
    ['encoded', (path) => `/%61pi${path}`],
    ['encoded in upper case', (path) => `/api${path.replace(/[j-z]/g, percentEncoded)}`],
    ['encoded twice', (path) => `/%2561pi${path}`],
    ['with two slashes', (path) => `//api${path}`],
    ['with two slashes inside', (path) => `/api/${path}`],
    ['with a slash at its end', (path) => `/api${path}/`],
    ['with an encoded slash', (path) => `/api%2F${path.slice(1)}`],
    ['with parameters of the path', (path) => `/api${path};x=1`],
    ['with dots', (path) => `/api/.${path}`],
    ['with encoded dots', (path) => `/api/x/%2e%2e${path}`],
  ];

  test('is refused by every mutation, whatever its address looks like', async () => {
    // Each operation in one spelling, or in each with `npm run test:long`; over all operations each spelling in each shape.
    for (const [turn, { method, path, query = '' }] of mutations.entries()) {
      const filled = path.replace(/\{\w+\}/g, crypto.randomUUID());
      for (const [name, spell] of inTurn(spellings, turn)) {
        const [shape, init] = shapes[(turn + name.length) % shapes.length]!;
        const answer = await sendRawRequest(portal.url, {
          method,
          path: `${spell(filled)}${query}`,
          headers: { cookie: callers.admin.cookie, ...(init.headers as Record<string, string>) },
          body: init.body as string | Uint8Array,
        });
        expect(answer.code, `${method} ${path} ${name} with ${shape}`).toMatch(
          /^request\.(foreign_origin|unreadable|bad_address)$/,
        );
      }
    }
    expect((await callers.admin.api.auth.getSession()).session?.role).toBe('admin');
  });

  test('from another page asks for nothing either', async () => {
    const reads = operations.filter(({ method }) => method === 'GET');
    for (const [turn, operation] of reads.entries()) {
      for (const site of inTurn(['same-site', 'cross-site'], turn)) {
        const path = operation.path.replace(/\{\w+\}/g, crypto.randomUUID());
        const response = await callers.admin.fetch(`/api${path}`, { headers: { 'sec-fetch-site': site } });
        expect(((await response.json()) as { code: string }).code, path).toBe('request.foreign_origin');
      }
    }
  });

  test('by an unusual method does nothing', async () => {
    for (const [turn, { path, method }] of operations.entries()) {
      for (const other of inTurn(['HEAD', 'PROPFIND', 'QUERY', 'TRACE', 'OPTIONS'], turn)) {
        if (other === method) continue;
        const filled = path.replace(/\{\w+\}/g, crypto.randomUUID());
        const { status } = await sendRawRequest(portal.url, {
          method: other,
          path: `/api${filled}`,
          headers: { cookie: callers.admin.cookie },
        });
        expect([400, 404], `${other} ${path}`).toContain(status);
      }
    }
  });

  test('that writes to a route of bytes in another type than it lists is refused', async () => {
    for (const { path, body } of byteRoutes) {
      if (!body) continue;
      for (const type of ['application/json', 'text/csv', 'application/octet-stream', 'image/png']) {
        if (body.types.includes(type)) continue;
        const response = await callers.admin.fetch(`/api${path.replace(/\{\w+\}/g, crypto.randomUUID())}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: '{}',
        });
        expect(((await response.json()) as { code: string }).code, path).toBe('request.unreadable');
      }
    }
  });
});

test('the OpenAPI document describes every operation, the routes of bytes and the refusals', async () => {
  const response = await portal.anonymous.fetch('/api/openapi.json');
  const { openapi, paths } = (await response.json()) as {
    openapi: string;
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  expect(openapi).toMatch(/^3\.1\./);
  for (const { method, path } of contractOperations)
    expect(paths[path], path).toHaveProperty(method.toLowerCase());
  for (const { method, path, body } of byteRoutes) {
    const described = paths[path]![method.toLowerCase()] as { requestBody?: { content: object } };
    expect(described, path).toBeDefined();
    expect(Object.keys(described.requestBody?.content ?? {}), path).toEqual(body?.types ?? []);
  }
  expect(paths).toHaveProperty(['/changes']);
  expect(Object.keys(paths['/imports']!)).toEqual(['get', 'post']);
  expect(JSON.stringify(paths['/applications/{id}/verify']!.post!.responses['409'])).toContain(
    'applications.fee_short',
  );
});

function noteOf({ query = '' }: Operation): string {
  const kind = new URLSearchParams(query).get('kind');
  return kind ? ` (${kind})` : '';
}

test('docs/permissions.md says the same', async () => {
  const mark = (isAllowed: boolean) => (isAllowed ? 'yes' : '');
  const table = (first: string, rows: string[][]) =>
    [
      `| ${first} | ${roles.map((role) => roleLabels[role]).join(' | ')} |`,
      `| --- |${' --- |'.repeat(roles.length)}`,
      ...rows.map((row) => `| ${row.join(' | ')} |`),
    ].join('\n');
  const byPermission = Object.keys(permissions).map((permission) => [
    `\`${permission}\``,
    ...roles.map((role) => mark(mayUse(role, permission as keyof typeof permissions))),
  ]);
  const byOperation = [...operations, stream].map((operation) => [
    `\`${operation.method} /api${operation.path}\`${noteOf(operation)}`,
    ...roles.map((role) => mark(mayAsk(role, operation))),
  ]);
  const byMaster = Object.values(masters).map(({ title, editedBy, fourEyes }) => {
    const editors = editedBy.map((role) => roleLabels[role]).join(', ');
    return fourEyes
      ? `| ${title} | proposed by ${editors} | confirmed by another ${roleLabels.admin} |`
      : `| ${title} | changed at once by ${editors}, nothing is proposed | |`;
  });
  const fresh = operations.filter((operation) => operation.freshAuthentication);
  const open = operations.filter((operation) => operation.access === 'public');
  const document = [
    '# Who may do what',
    'Generated by `src/app/server/every-operation.test.ts`, which also asks every operation as every role. Row scope (the college code) and state rules come on top.',
    `## Permissions\n\n${table('permission', byPermission)}`,
    `## Operations\n\n${table('operation', byOperation)}`,
    `## Who proposes and who confirms a change of a master\n\nFrom the first application on. Before it one administrator sets up alone, which the audit log says; whoever signs the first proof sheet, and is somebody else, confirms that. A pack or a sheet that changes one of these masters is proposed as a whole.\n\n${['| master | proposes | confirms |', '| --- | --- | --- |', ...byMaster].join('\n')}`,
    `## With password and code given in the last ten minutes\n\n${fresh.map(({ method, path }) => `- \`${method} /api${path}\``).join('\n')}`,
    `## Without a session\n\n${[...open.map(({ method, path }) => `${method} /api${path}`), ...besideOperations.map((path) => `GET ${path}`)].map((route) => `- \`${route}\``).join('\n')}`,
  ].join('\n\n');
  await expect(`${document}\n`).toMatchFileSnapshot('../../../docs/permissions.md');
});
