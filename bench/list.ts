/**
 * Lists, searches and counts over a million generated applications: over HTTP, from the whole portal; the operation without
 * its transport; and the same statements through the driver alone, by turns. One JSON line a figure on the output, a table beside it.
 */
import { type AnyProcedure, call } from '@orpc/server';
import type pg from 'pg';
import { router } from '#app/server/features.ts';
import type { Portal, StaffCaller } from '#dev/testing/open-portal.ts';
import {
  countReceivedApplications,
  listReceivedApplications,
} from '#features/applications/server/received-applications.ts';
import { countApplications, listApplications } from '#features/applications/server/search-applications.ts';
import { countCertificates, listCertificates } from '#features/certificates/server/queries.ts';
import { students as studentList } from '#features/students/server/queries.ts';
import { type RequestContext, servicesFor } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { describeValues, type Figure, percentile, printFigure, rounded, verdictOf } from './figures.ts';
import { repeat, request, timeOf, timeRequest, withLargePortal } from './large-portal.ts';
import { addressOf, casesOf, findKnown, firstScreens, type ListCase, type ListName } from './list-cases.ts';
import { recordStatements, replayStatements } from './statements.ts';
import { measureThroughput } from './throughput.ts';

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);
const warmUps = 15;
const mostRepeats = 80;
const fewestRepeats = 10;
/** A slow case is repeated less often once it has taken this long. */
const patienceMs = 4_000;
const mostOfBareSql = 2;

/** Each takes the query of its own list. */
type Read = (db: Db, input: never) => Promise<unknown>;
type Handle = (input: object, options: { context: RequestContext }) => Promise<unknown>;
type Ways = { read: Read; handle: Handle };
const { applications, students, certificates } = router;
const reads: Record<ListName, { list: Ways; count: Ways }> = {
  applications: {
    list: { read: listApplications, handle: handlerOf(applications.listApplications) },
    count: { read: countApplications, handle: handlerOf(applications.countApplications) },
  },
  receivedApplications: {
    list: { read: listReceivedApplications, handle: handlerOf(applications.listReceivedApplications) },
    count: { read: countReceivedApplications, handle: handlerOf(applications.countReceivedApplications) },
  },
  students: {
    list: { read: studentList.page, handle: handlerOf(students.listStudents) },
    count: { read: studentList.count, handle: handlerOf(students.countStudents) },
  },
  certificates: {
    list: { read: listCertificates, handle: handlerOf(certificates.listCertificates) },
    count: { read: countCertificates, handle: handlerOf(certificates.countCertificates) },
  },
};

/** The operation without its transport: input checked, rows read, output checked. */
function handlerOf(procedure: AnyProcedure): Handle {
  return (input, options) => call(procedure, input, options);
}

await withLargePortal(rows, measureAll);

async function measureAll(portal: Portal, pool: pg.Pool): Promise<void> {
  const college = await portal.services.db
    .selectFrom('colleges')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const ofAll = await portal.as('admin');
  const ofOne = await portal.as('auditor', { collegeId: college.id });
  const first = { figure: '', list: 'applications', operation: 'list', query: {}, budget: null } as const;
  tell(
    await measureThroughput(ofAll, pool, {
      address: addressOf(first),
      statements: await recordStatements(pool, (db) =>
        listApplications(db, firstScreens.applications as never),
      ),
    }),
  );
  for (const listCase of casesOf(await findKnown(pool, rows, (address) => request(ofAll, address))))
    tell(await measure(listCase, { portal, caller: listCase.isBounded ? ofOne : ofAll, pool }));
}

function tell(figure: Figure): void {
  printFigure(figure);
  process.stderr.write(`${figure.figure.padEnd(64)} ${describeValues(figure)}  ${verdictOf(figure)}\n`);
}

async function measure(
  listCase: ListCase,
  { portal, caller, pool }: { portal: Portal; caller: StaffCaller; pool: pg.Pool },
): Promise<Figure> {
  const address = addressOf(listCase);
  await request(caller, address);
  const { read, handle } = reads[listCase.list][listCase.operation];
  const input = { ...firstScreens[listCase.list], ...listCase.query };
  const context = contextOf(portal, caller);
  const statements = await recordStatements(pool, (db) => read(db, input as never));
  const overHttp: number[] = [];
  const inHandler: number[] = [];
  const bareSql: number[] = [];
  const turn = async () => {
    overHttp.push(await timeRequest(portal, caller, address));
    inHandler.push(await timeOf(() => handle(input, { context })));
    bareSql.push(await timeOf(() => replayStatements(pool, statements)));
  };
  await repeat(turn, { atMost: warmUps, atLeast: 2, patienceMs });
  for (const durations of [overHttp, inHandler, bareSql]) durations.length = 0;
  await repeat(turn, { atMost: mostRepeats, atLeast: fewestRepeats, patienceMs });
  const { budget } = listCase;
  const handlerP50 = percentile(inHandler, 0.5);
  const sqlP50 = percentile(bareSql, 0.5);
  return {
    benchmark: 'list',
    figure: listCase.figure,
    measures: [
      { name: 'p50', value: percentile(overHttp, 0.5), unit: 'ms', most: budget?.p50 },
      { name: 'p95', value: percentile(overHttp, 0.95), unit: 'ms', most: budget?.p95 },
      { name: 'handler p50', value: handlerP50, unit: 'ms' },
      { name: 'bare SQL p50', value: sqlP50, unit: 'ms' },
      {
        name: 'handler to SQL',
        value: rounded(handlerP50 / sqlP50),
        unit: '×',
        most: budget ? mostOfBareSql : undefined,
      },
    ],
  };
}

function contextOf({ services }: Portal, { actor }: StaffCaller): RequestContext {
  const cookies = { read: () => undefined, write: () => {}, clear: () => {} };
  return {
    services: servicesFor(services, actor),
    actor,
    requestId: 'bench',
    ip: '127.0.0.1',
    idempotencyKey: null,
    cookies,
    userAgent: '',
  };
}
