/**
 * Lists, searches and counts over a million generated applications: over HTTP, from the whole portal, and the same
 * statements through the driver alone, by turns. One JSON line a figure on the output, a table beside it.
 */
import type pg from 'pg';
import { listApplications } from '#features/applications/server/queries.ts';
import { countApplications } from '#features/applications/server/search-applications.ts';
import { unscoped } from '#server/db/database.ts';
import type { Portal, StaffCaller } from '#testing/open-portal.ts';
import { describeValues, type Figure, percentile, printFigure, rounded, verdictOf } from './figures.ts';
import { repeat, request, timeOf, withLargePortal } from './large-portal.ts';
import { casesOf, firstScreen, type ListCase, type ListInput } from './list-cases.ts';
import { recordStatements, replayStatements } from './statements.ts';

const rows = 1_000_000;
const warmUps = 20;
const mostRepeats = 100;
const fewestRepeats = 10;
/** A slow case is repeated less often once it has taken this long. */
const patienceMs = 5_000;
const mostOfBareSql = 2;

await withLargePortal(rows, measureAll);

async function measureAll(portal: Portal, pool: pg.Pool): Promise<void> {
  const caller = await portal.as('auditor');
  for (const listCase of casesOf(await findKnown(portal, caller))) {
    const figure = await measure(listCase, caller, pool);
    printFigure(figure);
    process.stderr.write(`${figure.figure.padEnd(48)} ${describeValues(figure)}  ${verdictOf(figure)}\n`);
  }
}

async function measure(listCase: ListCase, caller: StaffCaller, pool: pg.Pool): Promise<Figure> {
  const input: ListInput = { ...firstScreen, ...listCase.query };
  const { scope } = caller.actor;
  const statements = await recordStatements(pool, (db) =>
    listCase.operation === 'list' ? listApplications(db, scope, input) : countApplications(db, scope, input),
  );
  const address = addressOf(listCase);
  const overHttp: number[] = [];
  const bareSql: number[] = [];
  const turn = async () => {
    overHttp.push(await timeOf(() => request(caller, address)));
    bareSql.push(await timeOf(() => replayStatements(pool, statements)));
  };
  await repeat(turn, { atMost: warmUps, atLeast: 2, patienceMs });
  overHttp.length = 0;
  bareSql.length = 0;
  await repeat(turn, { atMost: mostRepeats, atLeast: fewestRepeats, patienceMs });
  const { budget } = listCase;
  const p50 = percentile(overHttp, 0.5);
  const sqlP50 = percentile(bareSql, 0.5);
  return {
    benchmark: 'list',
    figure: listCase.figure,
    measures: [
      { name: 'p50', value: p50, unit: 'ms', most: budget?.p50 },
      { name: 'p95', value: percentile(overHttp, 0.95), unit: 'ms', most: budget?.p95 },
      { name: 'bare SQL p50', value: sqlP50, unit: 'ms' },
      { name: 'ratio', value: rounded(p50 / sqlP50), unit: '×', most: budget ? mostOfBareSql : undefined },
    ],
  };
}

function addressOf({ operation, query }: ListCase): string {
  const { search, status, stage } = { ...firstScreen, ...query };
  const asked = operation === 'list' ? { ...firstScreen, ...query } : { search, status, stage };
  const parameters = Object.entries(asked).map(([name, value]) => [name, String(value)] as const);
  return `/api/applications${operation === 'count' ? '/count' : ''}?${new URLSearchParams(Object.fromEntries(parameters))}`;
}

/** What the cases need of the rows that are there: places in the list, and terms of some of them. */
async function findKnown(portal: Portal, caller: StaffCaller) {
  const cursorBehind = async (search: string) => {
    const address = addressOf({ figure: '', operation: 'list', query: { search }, budget: null });
    return (await request<{ nextCursor: string }>(caller, address)).nextCursor;
  };
  const old = await unscoped(portal.services.db)
    .selectFrom('applications')
    .select(['registration_number', 'candidate_name'])
    .where('acknowledgement_number', '=', Math.floor(rows / 5))
    .executeTakeFirstOrThrow();
  return {
    count: rows,
    cursor: await cursorBehind(''),
    searchCursor: await cursorBehind('kumar'),
    oldRegistration: old.registration_number,
    rareName: old.candidate_name,
  };
}
