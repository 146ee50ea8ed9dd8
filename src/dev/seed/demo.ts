import type { Services } from '#platform/server/context.ts';
import { createPool } from '#platform/server/db/connections.ts';
import { createDb } from '#platform/server/db/database.ts';
import type { CaseWork } from './demo-applications.ts';
import { planAudit } from './demo-audit.ts';
import { planCustody } from './demo-custody.ts';
import { planDrafts } from './demo-drafts.ts';
import { DemoOffice } from './demo-office.ts';
import { planOpenings } from './demo-openings.ts';
import { seedPeople } from './demo-people.ts';
import { type DemoPlan, mergePlans } from './demo-plan.ts';
import { planPrinters, planProofs, planRun } from './demo-print-room.ts';
import { seedRecords } from './demo-records.ts';
import { planRolls } from './demo-rolls.ts';
import { planSamples } from './demo-samples.ts';
import { planSeasons } from './demo-seasons.ts';
import { planProposals } from './demo-settings.ts';
import { planStatement } from './demo-statements.ts';
import { planStock } from './demo-stock.ts';
import { planAppointments, planCases } from './demo-story.ts';
import { planStudents } from './demo-students.ts';
import { recordFilled } from './filled.ts';
import { after } from './office-hours.ts';

/** Forty samples and the seasons of an office; or the samples alone, which are ready sooner and fit on one screen. */
const plans = {
  office: (now: Date) => mergePlans(planSamples(now), planSeasons(now)),
  samples: planSamples,
};

export type DemoData = keyof typeof plans;

/** The value of the setting DEMO_DATA. */
export function readDemoData(setting = 'office'): DemoData {
  if (setting in plans) return setting as DemoData;
  throw new Error(`DEMO_DATA has to be ${Object.keys(plans).join(' or ')}.`);
}

type Options = {
  data: DemoData;
  /** Called with the number of applications received so far, and their total. */
  onProgress?: (done: number, all: number) => void;
};

/**
 * Fills an empty portal with the demo's records through real commands, so that log, stock and numbers are consistent.
 * An interrupted seed continues where it stopped.
 */
export async function seedDemo(services: Services, { data, onProgress }: Options): Promise<void> {
  await withQuickCommits(services, async (quick) => {
    const now = await firstMoment(services);
    const beginning = new Date(Date.UTC(2024, 0, 2, 5));
    await seedRecords(quick, beginning);
    await seedPeople(quick, beginning);
    const office = await DemoOffice.open(quick, now);
    await planOffice(office, plans[data](now), { beginning, onProgress });
    await office.agenda.carryOut();
  });
  await recordFilled(services);
}

async function planOffice(
  office: DemoOffice,
  plan: DemoPlan,
  { beginning, onProgress }: { beginning: Date } & Pick<Options, 'onProgress'>,
): Promise<void> {
  const works: CaseWork[] = [];
  planOpenings(office, plan.openings);
  planProposals(office, plan.proposals);
  planRolls(office, plan.rolls);
  planStock(office, beginning);
  planPrinters(office, after(beginning, 1));
  await planProofs(office, after(beginning, 1), plan.oddProofs);
  planCases(office, plan.cases, (work) => {
    works.push(work);
    onProgress?.(works.length, plan.cases.length);
  });
  planStudents(office, plan.students);
  planAppointments(office, plan.appointments, works);
  planDrafts(office, plan);
  for (const run of plan.runs) planRun(office, run, works);
  planCustody(office, plan.custody);
  for (const statement of plan.statements) planStatement(office, statement);
  planAudit(office, plan);
}

/** When the demo began to be filled, so that an interrupted seed continues with the same dates. */
async function firstMoment({ db }: Services): Promise<Date> {
  const first = await db
    .selectFrom('idempotent_requests')
    .where('key', 'like', 'demo-%')
    .orderBy('created_at')
    .select('created_at')
    .limit(1)
    .executeTakeFirst();
  return first?.created_at ?? new Date();
}

/**
 * Runs the work on connections with asynchronous commits. If the machine fails, the newest commits are lost, and the
 * next start repeats them. The connections are few and stay open, because each caches triggers and plans, and they have
 * the timeouts of background work.
 */
async function withQuickCommits(services: Services, work: (quick: Services) => Promise<void>): Promise<void> {
  const pools = Array.from({ length: 3 }, () => createPool(services.databaseUrl, 'job', { connections: 2 }));
  for (const pool of pools) {
    pool.options.idleTimeoutMillis = 0;
    pool.on('connect', (client) => void client.query('set synchronous_commit = off'));
  }
  const [db, commandDb, jobDb] = pools.map((pool) => createDb(pool));
  try {
    await work({ ...services, db: db!, commandDb: commandDb!, jobDb: jobDb! });
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}
