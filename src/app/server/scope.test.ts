import { ORPCError } from '@orpc/client';
import { isContractProcedure } from '@orpc/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { arbitraryInput, type Pools } from '#dev/testing/arbitrary-input.ts';
import { changeWithFourEyes } from '#dev/testing/change-master.ts';
import {
  addBundle,
  createOffice,
  type Office,
  receiveApplication,
  stockBlanks,
  studentEntry,
  verifiedCertificate,
} from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { printedCertificate, requestReprint } from '#dev/testing/reprinting.ts';
import { contract } from '#features/features.ts';
import { composePrintRunJob } from '#features/print-runs/server/jobs/compose-print-run.ts';
import type { OperationMeta } from '#platform/contract/operation.ts';
import { mayUse } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { byteRoutes, listExports } from './features.ts';

/**
 * Signing in and one's own half-typed forms are nobody's college, /verify and /status answer everybody by design, and series count for
 * the whole university.
 */
const withoutCollege = ['auth', 'formDrafts', 'verification', 'status', 'number_series'];
/** Admins always see the whole university. */
const boundedRoles: Role[] = ['case_worker', 'receiver', 'printer', 'auditor'];
/** Stands in every text of the other college and nowhere else. */
const mark = 'Zebra';
const isLong = Boolean(process.env.LONG_FORMS);
const inputsPerOperation = isLong ? 20 : 1;

type Operation = {
  feature: string;
  name: string;
  method: string;
  access: OperationMeta['access'];
  input: z.ZodType | undefined;
};

const operations: Operation[] = Object.entries(contract)
  .filter(([feature]) => !withoutCollege.includes(feature))
  .flatMap(([feature, procedures]) =>
    Object.entries(procedures).map(([name, procedure]) => {
      if (!isContractProcedure(procedure)) throw new Error(`${feature}.${name} is no operation`);
      const { route, meta, inputSchema } = procedure['~orpc'];
      return {
        feature,
        name,
        method: route.method!,
        access: (meta as OperationMeta).access,
        input: inputSchema as z.ZodType | undefined,
      };
    }),
  );
const rolesThatAsk = ({ access }: Operation) => boundedRoles.filter((role) => mayAsk(role, access));
const asked = operations.filter((operation) => rolesThatAsk(operation).length > 0);

/** Writes that name one record. */
const named = asked.filter(({ method, input }) => {
  const { shape } = (input?._zod.def ?? {}) as { shape?: object };
  return method !== 'GET' && shape !== undefined && 'id' in shape;
});

const bytesOfRecord = byteRoutes
  .filter(({ method, path }) => method === 'GET' && path.includes('{id}'))
  .flatMap(({ path, access }) => {
    const permissions = typeof access === 'string' ? [access] : Object.values(access);
    const role = boundedRoles.find((one) => permissions.some((permission) => mayAsk(one, permission)));
    return role ? [{ role, path: path.includes('remaining') ? `${path}?from=1` : path }] : [];
  });

const exported = listExports.flatMap(({ layout: { name }, access }) =>
  boundedRoles
    .filter((role) => access !== 'public' && access !== 'signed_in' && mayUse(role, access))
    .map((role) => ({ role, name })),
);

function mayAsk(role: Role, access: OperationMeta['access']): boolean {
  return access === 'public' || access === 'signed_in' || mayUse(role, access);
}

let portal: Portal;
let office: Office;
let people: Record<'admin' | 'receiver' | 'caseWorker' | 'printer' | 'auditor', StaffCaller>;
/** People of the first college, who must not learn of the second. */
const bounded = new Map<Role, StaffCaller>();

beforeAll(async () => {
  portal = await startPortal();
  tablesOfColleges = await readTablesOfColleges();
  office = await createOffice(portal);
  await stockBlanks(portal, office.paperId, 40);
  people = {
    admin: await portal.as('admin'),
    receiver: await portal.as('receiver'),
    caseWorker: await portal.as('case_worker'),
    printer: await portal.as('printer'),
    auditor: await portal.as('auditor'),
  };
  for (const role of boundedRoles) bounded.set(role, await portal.as(role, { collegeId: office.collegeId }));
  await fillCollege(office.collegeId, 'Own');
  await bind(office.collegeId);
  await printAndAsk(office.collegeId, 'Own');
});
afterAll(() => portal.close());

/** A student, one application in every state and two certificates. */
async function fillCollege(collegeId: string, name: string): Promise<void> {
  let count = 0;
  const of = (candidate: object = {}) => {
    count += 1;
    return {
      collegeId,
      candidateName: `${name} Candidate ${count}`,
      registrationNumber: `${name}-REG-${count}`,
      examRollNumber: `${name}-ROLL-${count}`,
      ...candidate,
    };
  };
  const draft = { number: String(count + (name === mark ? 700_001 : 300_001)), amount: 500 };
  const { receiver, caseWorker } = people;
  await people.admin.api.students.addStudent(
    studentEntry({ collegeId }, { name: `${name} Student`, registrationNumber: `${name}-REG-1` }),
  );
  await receiveApplication(receiver, office, of());
  await verifiedCertificate(people, office, of());
  await verifiedCertificate(people, office, of());
  const short = await receiveApplication(receiver, office, {
    ...of(),
    drafts: [{ ...draft, drawnOn: daysAgo(20), bank: `${name} Bank`, branch: `${name} Branch` }],
  });
  await caseWorker.api.applications.rejectApplication({ id: short, version: 1, remark: `${name}: short` });
  const wrong = await receiveApplication(receiver, office, of());
  await caseWorker.api.applications.returnApplication({
    id: wrong,
    version: 1,
    reasons: ['photo'],
    remark: `${name}: blurred`,
  });
  await addBundle(portal, { collegeId, handedOverBy: receiver.actor.id, deliveredTo: `${name} Principal` });
}

/** Takes the older of a college's certificates into a run. */
async function bind(collegeId: string): Promise<void> {
  await people.printer.api.printRuns.preparePrintRun({ ...choiceOf(office), collegeId });
}

/** A run of a college whose print file is there and fits its layout no more, as after the university changed its name. */
async function outdate(collegeId: string): Promise<void> {
  const run = await portal.services.db
    .selectFrom('print_runs')
    .select('id')
    .where('college_id', '=', collegeId)
    .where('state', '=', 'prepared')
    .executeTakeFirstOrThrow();
  await composePrintRunJob.handle(portal.services, { printRunId: run.id }, { isLast: true });
  const named = 'Vishwavidya University of Karnataka';
  await changeWithFourEyes(portal, 'university', { named, changes: { name: 'University of Hampi' } });
}

/** A certificate that was printed, and is to be printed again. */
async function printAndAsk(collegeId: string, name: string): Promise<void> {
  const candidate = {
    collegeId,
    candidateName: `${name} Printed`,
    registrationNumber: `${name}-REG-PRINTED`,
    examRollNumber: `${name}-ROLL-PRINTED`,
  };
  const { certificateId } = await printedCertificate(portal, people, office, candidate);
  await requestReprint(people.receiver, certificateId, `${name}: smudged`);
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** What an operation answers somebody, refusals included, as text. */
async function ask(caller: StaffCaller, operation: Operation, input: unknown): Promise<string> {
  const { feature, name } = operation;
  const api = caller.api as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  try {
    return JSON.stringify(await api[feature]![name]!(input));
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    // A busy machine: screens ask again as well.
    if (error.code === 'request.busy') return ask(caller, operation, input);
    expect(error.status, `${feature}.${name}: ${error.message}`).toBeLessThan(500);
    return JSON.stringify([error.code, error.message, error.data]);
  }
}

/** Eight at once, whose results stay in order. */
async function mapConcurrently<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += 8)
    results.push(...(await Promise.all(items.slice(first, first + 8).map(work))));
  return results;
}

/** Every table whose rows name a college, by what the database itself says. */
async function readTablesOfColleges(): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'college_id' and t.table_type = 'BASE TABLE'`.execute(
    portal.services.db,
  );
  return rows.map((row) => row.table_name);
}

let tablesOfColleges: string[];

/** A record in each state of the table that the feature is named after, or of all tables where it is named after none. */
async function oneOfEachState(collegeId: string, feature: string): Promise<string[]> {
  const own = feature.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const found: string[] = [];
  for (const table of tablesOfColleges.includes(own) ? [own] : tablesOfColleges) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where college_id = ${collegeId}`.execute(portal.services.db);
    const states = new Map(
      rows.filter(({ id }) => typeof id === 'string').map((row) => [row.state ?? row.status, row.id]),
    );
    found.push(...([...states.values()] as string[]));
  }
  return found.filter((id) => /^[0-9a-f-]{36}$/.test(id));
}

async function rowsOf(collegeId: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (const table of tablesOfColleges) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where college_id = ${collegeId} order by 1`.execute(
      portal.services.db,
    );
    found.push(...rows);
  }
  return found;
}

/** What only somebody of that college may learn: ids, numbers, and all that carries the mark. */
async function secretsOf(collegeId: string): Promise<string[]> {
  const columns = [
    'id',
    'photo_file_id',
    'receipt_file_id',
    'error_photo_file_id',
    'declaration_file_id',
    'convocation_number',
    'number',
  ];
  const values = (await rowsOf(collegeId)).flatMap((row) => columns.map((column) => row[column]));
  return [collegeId, mark, ...values.filter((value) => typeof value === 'string')];
}

async function poolsOf(collegeId: string): Promise<Pools> {
  const ids = (await secretsOf(collegeId)).filter((secret) => /^[0-9a-f-]{36}$/.test(secret));
  const page = await people.auditor.api.applications.listApplications({ limit: 1 });
  return {
    ids: [...ids, crypto.randomUUID()],
    texts: [mark, mark.toLowerCase(), `${mark}-REG-1`, 'Candidate', 'COL002', '2024-25', '7000', ''],
    cursors: [page.nextCursor!],
  };
}

test('what happens at another college changes no answer', async () => {
  const ownIds = (await rowsOf(office.collegeId)).map((row) => String(row.id));
  const pools: Pools = { ids: ownIds, texts: ['', 'Own', 'candidate', 'COL'], cursors: [''] };
  const reads = asked
    .filter((operation) => operation.method === 'GET')
    .flatMap((operation) => rolesThatAsk(operation).map((role) => ({ operation, role })))
    .flatMap(({ operation, role }) =>
      fc
        .sample(arbitraryInput(operation.input, pools), { numRuns: inputsPerOperation, seed: 7 })
        .map((input) => ({ operation, role, input })),
    );
  expect(reads.length).toBeGreaterThan(60);
  const answers = () =>
    mapConcurrently(reads, ({ operation, role, input }) => ask(bounded.get(role)!, operation, input));
  const before = await answers();
  await fillCollege(office.otherCollegeId, mark);
  const after = await answers();
  for (const [index, { operation, role, input }] of reads.entries())
    expect(after[index], `${operation.name} as ${role}, ${JSON.stringify(input)}`).toBe(before[index]);
  // Not before: blank paper is the university's, and everybody's queue says how much of it is left.
  await bind(office.otherCollegeId);
  await printAndAsk(office.otherCollegeId, mark);
  await outdate(office.otherCollegeId);
  // Every operation is asked many times over.
}, 180_000);

describe('a person of one college', () => {
  /** Of the other college. Nothing here changes its rows, so they are read once. */
  let secrets: string[];
  let rows: string;
  let pools: Pools;
  const rowsNow = async () => JSON.stringify(await rowsOf(office.otherCollegeId));
  /** After each operation in the long form, which so names the one that changed something; else after all of them. */
  const expectUntouched = isLong ? async () => expect(await rowsNow()).toBe(rows) : () => {};

  beforeAll(async () => {
    secrets = await secretsOf(office.otherCollegeId);
    expect(secrets.length).toBeGreaterThan(10);
    rows = await rowsNow();
    pools = await poolsOf(office.otherCollegeId);
  });

  test.each(asked)('learns and changes nothing of another one by $feature $name', async (operation) => {
    await mapConcurrently(rolesThatAsk(operation), (role) =>
      fc.assert(
        fc.asyncProperty(arbitraryInput(operation.input, pools), async (input) => {
          const answer = await ask(bounded.get(role)!, operation, input);
          // What somebody sent comes back in sentences about it, and tells them nothing.
          const sent = JSON.stringify(input) ?? '';
          for (const secret of secrets.filter((one) => !sent.includes(one)))
            expect(answer, role).not.toContain(secret);
        }),
        { numRuns: inputsPerOperation, endOnFailure: true },
      ),
    );
    await expectUntouched();
  });

  test.each(named)('changes no record of another one by its id by $feature $name', async (operation) => {
    const [role] = rolesThatAsk(operation);
    const [sample] = fc.sample(arbitraryInput(operation.input, pools), { numRuns: 1, seed: 11 });
    await mapConcurrently(await oneOfEachState(office.otherCollegeId, operation.feature), (id) =>
      ask(bounded.get(role!)!, operation, { ...(sample as object), id }),
    );
    await expectUntouched();
  });

  test.each(bytesOfRecord)(
    'opens no file of another one by $path and changes nothing',
    async ({ role, path }) => {
      await mapConcurrently(await oneOfEachState(office.otherCollegeId, ''), async (id) => {
        const { status } = await bounded.get(role)!.fetch(`/api${path.replace('{id}', id)}`);
        expect([400, 403, 404, 409], `${path} of ${id}`).toContain(status);
      });
      await expectUntouched();
    },
  );

  test.each(exported)('as $role finds no row of another one in the file of $name', async ({ role, name }) => {
    for (const search of ['', mark]) {
      const query = new URLSearchParams({ format: 'csv', ...(search && { search }) });
      const response = await bounded.get(role)!.fetch(`/api/exports/${name}?${query}`);
      const text = await response.text();
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  test.each(boundedRoles)('as %s is given no file of another one', async (role) => {
    const paths = (JSON.parse(rows) as object[])
      .flatMap((row) => Object.entries(row).filter(([column, id]) => column.endsWith('_file_id') && id))
      .flatMap(([, id]) => [`/files/${id}`, `/files/${id}/thumbnail`]);
    expect(paths.length).toBeGreaterThan(10);
    for (const id of await oneOfEachState(office.otherCollegeId, 'printRuns'))
      paths.push(`/print-runs/${id}/document`);
    const statuses = await mapConcurrently(paths, async (path) => {
      return (await bounded.get(role)!.fetch(`/api${path}`)).status;
    });
    for (const [at, path] of paths.entries()) expect([403, 404], path).toContain(statuses[at]);
  });

  test('has changed nothing of another one', async () => expect(await rowsNow()).toBe(rows));
});
