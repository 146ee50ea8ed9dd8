/**
 * A record by its number from Ctrl+K, and what waits at a desk, over a million generated applications: over HTTP, from the
 * whole portal. One JSON line a figure on the output, a table beside it.
 */
import type { Portal, StaffCaller } from '#dev/testing/open-portal.ts';
import type { Role } from '#shared/roles.ts';
import { describeValues, percentile, printFigure, verdictOf } from './figures.ts';
import { repeat, timeRequest, withLargePortal } from './large-portal.ts';

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);
const most = { search: 150, waiting: 300 };
const patienceMs = 5_000;

await withLargePortal(rows, async (portal) => {
  const db = portal.services.db;
  const college = await db.selectFrom('colleges').select('id').orderBy('code').executeTakeFirstOrThrow();
  const ofAll = await portal.as('admin');
  const ofOne = await portal.as('receiver', { collegeId: college.id });
  for (const [name, terms] of Object.entries(await findTerms(portal))) {
    await measureSearch(portal, ofAll, `by ${name}`, terms);
    await measureSearch(portal, ofOne, `by ${name}, one college`, terms);
  }
  for (const role of ['receiver', 'case_worker', 'printer', 'admin', 'auditor'] satisfies Role[]) {
    const caller = await portal.as(role);
    await measure(`What waits: ${role}`, most.waiting, () => timeRequest(portal, caller, '/api/waiting'));
  }
  await measure('What waits: receiver, one college', most.waiting, () =>
    timeRequest(portal, ofOne, '/api/waiting'),
  );
});

/** Numbers and names from all over the tables: another one at each search, as people ask. */
async function findTerms(portal: Portal): Promise<Record<string, string[]>> {
  const db = portal.services.db;
  const every = Math.ceil(rows / 100);
  const applications = await db
    .selectFrom('applications')
    .leftJoin('certificates', 'certificates.application_id', 'applications.id')
    .where((eb) => eb(eb('acknowledgement_number', '%', every), '=', 7))
    .select(['acknowledgement_number', 'registration_number', 'exam_roll_number', 'candidate_name'])
    .select('certificates.convocation_number')
    .execute();
  const drafts = await db
    .selectFrom('demand_drafts')
    .where('number', 'like', '%07')
    .select('number')
    .limit(100)
    .execute();
  const blanks = await db.selectFrom('blanks').select('serial').limit(100).execute();
  const terms: Record<string, (string | null)[]> = {
    'acknowledgement number': applications.map(
      (row) => `ACK${String(row.acknowledgement_number).padStart(6, '0')}`,
    ),
    'registration number': applications.map((row) => row.registration_number),
    'exam roll number': applications.map((row) => row.exam_roll_number),
    'convocation number': applications.map((row) => row.convocation_number),
    'draft number': drafts.map(({ number }) => number),
    'serial of a sheet': blanks.map(({ serial }) => serial),
    name: applications.map((row) => row.candidate_name),
    'the first four letters of a name': applications.map((row) => row.candidate_name.slice(0, 4)),
    'a number that nobody has': applications.map((_, index) => `ZZ/${index}/00`),
  };
  const known = Object.entries(terms).map(
    ([name, found]) => [name, found.filter((term) => term !== null)] as const,
  );
  return Object.fromEntries(known.filter(([, found]) => found.length > 0));
}

async function measureSearch(
  portal: Portal,
  caller: StaffCaller,
  circumstances: string,
  terms: string[],
): Promise<void> {
  let turn = 0;
  await measure(`Ctrl+K: ${circumstances}`, most.search, () => {
    turn += 1;
    const parameters = new URLSearchParams({ q: terms[turn % terms.length]! });
    return timeRequest(portal, caller, `/api/search?${parameters}`);
  });
}

async function measure(figure: string, mostMs: number, ask: () => Promise<number>): Promise<void> {
  const durations: number[] = [];
  const turn = async () => void durations.push(await ask());
  await repeat(turn, { atMost: 20, atLeast: 2, patienceMs });
  durations.length = 0;
  await repeat(turn, { atMost: 100, atLeast: 10, patienceMs });
  const measured = {
    benchmark: 'search',
    figure,
    measures: [
      { name: 'p50', value: percentile(durations, 0.5), unit: 'ms' },
      { name: 'p95', value: percentile(durations, 0.95), unit: 'ms', most: mostMs },
    ],
  };
  printFigure(measured);
  process.stderr.write(`${figure.padEnd(72)} ${describeValues(measured)}  ${verdictOf(measured)}\n`);
}
