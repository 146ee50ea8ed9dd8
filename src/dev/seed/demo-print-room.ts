import { masters } from '#features/masters/declared/masters.ts';
import { addEntry } from '#features/masters/server/commands/change-entries.ts';
import type { Layout } from '#features/print-runs/proof-contract.ts';
import { closePrintRun } from '#features/print-runs/server/commands/close-print-run.ts';
import { refuseProof, signOffProof } from '#features/print-runs/server/commands/decide-proof.ts';
import { makeProof } from '#features/print-runs/server/commands/make-proof.ts';
import { preparePrintRun } from '#features/print-runs/server/commands/prepare-print-run.ts';
import { recordFileOpened } from '#features/print-runs/server/commands/record-file-opened.ts';
import { recordSheets } from '#features/print-runs/server/commands/record-sheets.ts';
import { startPrintRun } from '#features/print-runs/server/commands/start-print-run.ts';
import { withdrawPrintRun } from '#features/print-runs/server/commands/withdraw-print-run.ts';
import { composePrintRunJob } from '#features/print-runs/server/jobs/compose-print-run.ts';
import { listLayouts } from '#features/print-runs/server/proofs.ts';
import { getPrintRun } from '#features/print-runs/server/queries.ts';
import { countRows } from '#platform/server/db/database.ts';
import type { CaseWork } from './demo-applications.ts';
import { handOver, handOverTogether } from './demo-hand-overs.ts';
import type { DemoOffice } from './demo-office.ts';
import { recordInkOfRun } from './demo-stock.ts';
import { laneOf, planFollowingActs } from './demo-story.ts';
import { after, laterInOffice } from './office-hours.ts';

type Spoilt = 'Jam' | 'Smudge' | 'Misfeed' | 'Torn';

/** A run of everything that waits in one paper and certificate type, up to the maximum. */
export type DemoRun = {
  key: string;
  at: Date;
  paper: string;
  certificateType: string;
  /** The outcome of bad sheets, by position. */
  wrong?: Record<number, Spoilt | 'missing'>;
  /** Withdrawn, only prepared, or still printing with this many sheets recorded; closed by default. */
  ending?: 'withdrawn' | 'prepared' | { recorded: number };
  /** Whether its black ink is recorded. */
  inkIsRecorded?: true;
  /** How many students of each college did not sign its bundle's list. */
  unsigned?: number;
};

const maximumSheets = 40;

/** The operator's printer, slightly misaligned, and a second one. */
const printers = [
  { code: 'PR-01', name: 'HP LaserJet, print room', xMm: 0.6, yMm: -0.4 },
  { code: 'PR-02', name: 'Canon imagePRESS, annexe', xMm: 0, yMm: 0 },
];

export function planPrinters(office: DemoOffice, at: Date): void {
  office.agenda.at(at, async () => {
    for (const printer of printers) {
      const key = `demo-printer-${printer.code}`;
      await office.once({ by: 'printer', at, key }, (context) =>
        addEntry(masters.printers)(context, printer),
      );
    }
  });
}

/** By `certificate type, colour`; all other proofs are signed off at once. */
export type OddProofs = Record<string, 'waits' | 'refused first'>;

/** The operator makes a proof of every layout, and the registrar decides on it. */
export async function planProofs(office: DemoOffice, at: Date, odd: OddProofs): Promise<void> {
  const layouts = await listLayouts(office.services.db);
  for (const { certificateType, colour } of layouts) {
    const fate = odd[`${certificateType}, ${colour}`];
    const layout = { certificateType, colour };
    const key = `demo-proof-${certificateType}-${colour}`;
    if (fate === 'refused first') planRefusedProof(office, at, { layout, key });
    const [madeAt, signedAt] = [after(at, 0.2), laterInOffice(at, 1)];
    office.agenda.at(madeAt, async () => {
      const { id } = await office.once({ by: 'printer', at: madeAt, key }, (context) =>
        makeProof(context, layout),
      );
      if (fate === 'waits') return;
      office.agenda.at(signedAt, async () => {
        await office.once({ by: 'registrar', at: signedAt, key: `${key}-signed` }, (context) =>
          signOffProof(context, { id, version: 1 }),
        );
      });
    });
  }
}

function planRefusedProof(
  office: DemoOffice,
  at: Date,
  { layout, key }: { layout: Layout; key: string },
): void {
  office.agenda.at(at, async () => {
    const { id } = await office.once({ by: 'printer', at, key: `${key}-first` }, (context) =>
      makeProof(context, layout),
    );
    const remark = 'The seal touches the last line of the text.';
    const refusedAt = after(at, 0.1);
    office.agenda.at(refusedAt, async () => {
      await office.once({ by: 'registrar', at: refusedAt, key: `${key}-refused` }, (context) =>
        refuseProof(context, { id, version: 1, remark }),
      );
    });
  });
}

/** Plans a run; `works` has the applications received by then. */
export function planRun(office: DemoOffice, run: DemoRun, works: readonly CaseWork[]): void {
  office.agenda.at(run.at, async () => {
    const prepared = await prepare(office, run);
    if (prepared === null) return;
    // Other acts continue meanwhile.
    const composed = composePrintRunJob.handle(
      office.services,
      { printRunId: prepared.id },
      { isLast: true },
    );
    // The code below that awaits it gets the error.
    composed.catch(() => {});
    if (run.ending === 'prepared') {
      await composed;
      return;
    }
    const at = laterInOffice(run.at, 0.8);
    office.agenda.at(at, async () => {
      await composed;
      if (run.ending === 'withdrawn') await withdraw(office, { id: prepared.id, at, key: run.key });
      else await print(office, run, { ...prepared, at, works });
    });
  });
}

/** Null if nothing waits for it. */
async function prepare(
  office: DemoOffice,
  { key, at, paper, certificateType }: DemoRun,
): Promise<{ id: string; runNumber: string } | null> {
  const paperId = office.papers.get(paper)!;
  const sheets = await countWaiting(office, { paperId, certificateType });
  const isDone = office.isDone(`${key}-prepare`);
  if (sheets === 0 && !isDone) return null;
  const prepared = await office.once({ by: 'printer', at, key: `${key}-prepare` }, (context) =>
    preparePrintRun(context, {
      paperId,
      certificateType,
      collegeId: null,
      sheets: Math.min(sheets, maximumSheets),
    }),
  );
  return prepared;
}

async function countWaiting(
  { services }: DemoOffice,
  { paperId, certificateType }: { paperId: string; certificateType: string },
): Promise<number> {
  const waiting = services.db
    .selectFrom('certificates')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .where('certificates.state', '=', 'to_print')
    .where('certificates.withheld_at', 'is', null)
    .where('applications.paper_id', '=', paperId)
    .where('applications.certificate_type', '=', certificateType);
  return (await countRows(waiting)).count;
}

type Printing = { id: string; runNumber: string; at: Date; works: readonly CaseWork[] };

async function print(
  office: DemoOffice,
  run: DemoRun,
  { id, runNumber, at, works }: Printing,
): Promise<void> {
  const { services } = office;
  const act = (step: string) => ({ by: 'printer' as const, at, key: `${run.key}-${step}` });
  const { sheets } = await getPrintRun(services, id);
  await office.once(act('start'), async (context) =>
    startPrintRun(context, {
      id,
      version: await office.versionOf('print_runs', id),
      topSerial: sheets[0]!.blankSerial,
    }),
  );
  await office.once(act('open'), (context) => recordFileOpened(context, { id, from: 1 }));
  const recorded = typeof run.ending === 'object' ? run.ending.recorded : sheets.length;
  const decided = sheets.slice(0, recorded).map((sheet) => ({ sheet, wrong: run.wrong?.[sheet.position] }));
  await office.once(act('record'), (context) =>
    recordSheets(context, { id, outcomes: decided.map(({ sheet, wrong }) => outcomeOf(sheet.id, wrong)) }),
  );
  if (recorded === sheets.length) {
    const missingSheets = decided.filter(({ wrong }) => wrong === 'missing').length;
    const goodSheets = decided.filter(({ wrong }) => wrong === undefined).length;
    const spoiltSheets = recorded - goodSheets - missingSheets;
    await office.once(act('close'), async (context) => {
      const version = await office.versionOf('print_runs', id);
      return closePrintRun(context, { id, version, goodSheets, spoiltSheets, missingSheets });
    });
    if (run.inkIsRecorded) await recordInkOfRun(office, { runNumber, at });
  }
  const good = decided.filter(({ wrong }) => wrong === undefined).map(({ sheet }) => sheet);
  const printed = good.map(({ id: sheetId, certificateId, blankSerial: serial }) => {
    const work = works.find((one) => one.certificateId === certificateId)!;
    work.copy = { sheetId, serial };
    return work;
  });
  for (const work of printed) planFollowingActs(office, work, 'printed', at);
  planLeaving(office, printed, { at, unsigned: run.unsigned ?? 0 });
}

function outcomeOf(sheetId: string, wrong: Spoilt | 'missing' | undefined) {
  if (wrong === undefined) return { sheetId, outcome: 'good' as const };
  return wrong === 'missing'
    ? { sheetId, outcome: 'missing' as const, reason: 'Looked for under the stacker and in the waste.' }
    : { sheetId, outcome: 'spoilt' as const, reason: wrong };
}

function planLeaving(
  office: DemoOffice,
  printed: readonly CaseWork[],
  { at, unsigned }: { at: Date; unsigned: number },
): void {
  const bundles = new Map<string, CaseWork[]>();
  for (const work of printed) {
    const { leaves, surrenders, college } = work.plan;
    if (leaves === null || (work.outSerial !== null && !surrenders)) continue;
    const leavesAt = laterInOffice(at, leaves.days);
    if (leaves.way === 'bundle' && work.outSerial === null) {
      const together = `${college} ${leaves.days}`;
      bundles.set(together, [...(bundles.get(together) ?? []), work]);
      continue;
    }
    const way = leaves.way === 'bundle' ? 'in_person' : leaves.way;
    office.agenda.at(leavesAt, () => handOver(office, work, { way, at: leavesAt }), {
      lane: laneOf(work.plan),
    });
  }
  for (const works of bundles.values()) {
    const leavesAt = laterInOffice(at, works[0]!.plan.leaves!.days);
    office.agenda.at(leavesAt, () => handOverTogether(office, works, { at: leavesAt, unsigned }));
  }
}

async function withdraw(office: DemoOffice, run: { id: string; at: Date; key: string }): Promise<void> {
  const { id, at, key } = run;
  await office.once({ by: 'printer', at, key: `${key}-withdraw` }, async (context) =>
    withdrawPrintRun(context, { id, version: await office.versionOf('print_runs', id) }),
  );
}
