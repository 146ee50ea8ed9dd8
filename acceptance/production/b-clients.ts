import { randomUUID } from 'node:crypto';
import type { Answer, Ask, Json, Person } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { digits, letters, personName } from '../harness/random.ts';
import { composed, versionOf } from '../harness/records.ts';
import { verifyAt, writeAt } from '../set-up/a-walk.ts';
import type { Site } from './b-site.ts';

/** What an office writes down of every answer that it gets: the paper from which a restored portal is told where it was. */
export const kinds = ['acknowledgement', 'convocation', 'run', 'slip', 'bundle', 'serial'] as const;
export type Kind = (typeof kinds)[number];

export type Entry = {
  kind: Kind;
  number: string;
  /** The record that carries it. */
  id: string;
  /** When the request was begun and when its answer was there, by the clock of this machine. */
  began: number;
  ended: number;
};

export type Paper = { entries: Entry[]; failures: string[]; failedAt: number[] };

/** The receiver's desk: an application with photo, receipt and draft. */
export async function receiveOne(site: Site, paper: Paper): Promise<Json> {
  const { receiver } = site.office;
  const body = await writeAt(site.university.portal, receiver, { certificateType: site.plan.type });
  const began = Date.now();
  const { id, acknowledgementNumber } = await receiver.act('POST', '/api/applications', body);
  note(paper, 'acknowledgement', String(acknowledgementNumber), id, began);
  return { ...body, id, acknowledgementNumber };
}

export async function verifyOne(site: Site, paper: Paper, id: string): Promise<string> {
  const began = Date.now();
  const number = await verifyAt(site.office.caseWorker, id);
  note(paper, 'convocation', number, id, began);
  return number;
}

/** The cash section: a slip of one draft that lies on none. */
export async function depositOne(site: Site, paper: Paper): Promise<string> {
  const { admin } = site.office;
  const free = await eventually(
    async () =>
      (await admin.get('/api/demand-drafts?show=without_slip&state=received')).body.rows?.[0]?.id as string,
    { within: 30_000, every: 250, what: 'a draft without a slip' },
  );
  const began = Date.now();
  const { id, slipNumber } = await admin.act('POST', '/api/deposit-slips', {
    draftIds: [free],
    account: `SB ${digits(8)}`,
    bankBranch: `Branch ${letters(6)}`,
  });
  note(paper, 'slip', String(slipNumber), id, began);
  return id;
}

export type PrintedSheet = {
  certificateId: string;
  sheetId: string;
  serial: string;
  number: string;
  code: string;
};

/** The press: a run of one sheet on the next blank of its stock, printed good, closed. */
export async function printOne(site: Site, paper: Paper, application: Json): Promise<PrintedSheet> {
  const { printer } = site.office;
  const { portal } = site.university;
  const { paperId } = application;
  const { certificateType } = (await site.office.receiver.get(`/api/applications/${application.id}`)).body;
  const began = Date.now();
  const run = await printer.act('POST', '/api/print-runs', { paperId, certificateType, sheets: 1 });
  note(paper, 'run', String(run.runNumber), run.id, began);
  const { version } = await composed(printer, run.id);
  const [bound] = await portal.sql(
    'select b.serial from sheets s join blanks b on b.id = s.blank_id where s.print_run_id = $1',
    [run.id],
  );
  await printer.act('POST', `/api/print-runs/${run.id}/start`, {
    version,
    topSerial: bound!.serial,
  });
  const opened = (await printer.get(`/api/print-runs/${run.id}`)).body;
  await printer.get(`/api/print-runs/${run.id}/document`);
  await printer.act('POST', `/api/print-runs/${run.id}/sheets`, {
    outcomes: opened.sheets.map(({ id }: Json) => ({ sheetId: id, outcome: 'good' })),
  });
  await printer.act('POST', `/api/print-runs/${run.id}/close`, {
    version: await versionOf(printer, `/api/print-runs/${run.id}`),
    goodSheets: 1,
    spoiltSheets: 0,
  });
  const [sheet] = await portal.sql<PrintedSheet>(
    `select c.id as "certificateId", s.id as "sheetId", b.serial, c.convocation_number as number,
            s.verification_code as code
     from sheets s join blanks b on b.id = s.blank_id join certificates c on c.id = s.certificate_id
     where s.print_run_id = $1`,
    [run.id],
  );
  note(paper, 'serial', sheet!.serial, sheet!.sheetId, began);
  return sheet!;
}

/** The counter hands a college its certificates. */
export async function bundleOne(site: Site, paper: Paper, certificateIds: string[]): Promise<string> {
  const began = Date.now();
  const { id, bundleNumber } = await site.office.receiver.act('POST', '/api/bundles', {
    certificateIds,
    deliveredTo: personName(),
    designation: 'Superintendent',
    identitySeen: 'College identity card',
  });
  note(paper, 'bundle', String(bundleNumber), id, began);
  return id;
}

/** Every kind of number once. */
export async function oneOfEach(
  site: Site,
  paper: Paper,
): Promise<{ application: Json; sheet: PrintedSheet }> {
  await depositAfter(site, paper);
  return printAndBundle(site, paper);
}

/** A slip needs a draft; an application that is received brings one. */
async function depositAfter(site: Site, paper: Paper): Promise<void> {
  await receiveOne(site, paper);
  await depositOne(site, paper);
}

/** From the counter to the college, with a sheet of the press on the way. */
async function printAndBundle(site: Site, paper: Paper): Promise<{ application: Json; sheet: PrintedSheet }> {
  const application = await receiveOne(site, paper);
  await verifyOne(site, paper, application.id);
  const sheet = await printOne(site, paper, application);
  await bundleOne(site, paper, [sheet.certificateId]);
  return { application, sheet };
}

/**
 * A person whose browser asks again, as the screens do: up to three times, a write with the same key, so that it is done once
 * also where the first answer was lost.
 */
export function patient(person: Person): Person {
  const request = async (method: string, path: string, options: Ask = {}): Promise<Answer> => {
    const headers = { 'idempotency-key': randomUUID(), ...options.headers };
    for (let tries = 1; ; tries += 1) {
      const answer = await person.ask(method, path, { ...options, headers }).catch((error: Error) => error);
      const isPassing = answer instanceof Error || [502, 503, 504].includes(answer.status);
      if (!isPassing) return answer;
      if (tries === 4) {
        if (answer instanceof Error) throw answer;
        return answer;
      }
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
    }
  };
  return {
    ...person,
    ask: request,
    get: (path) => request('GET', path),
    async act(method, path, body) {
      const answer = await request(method, path, { body: body ?? {} });
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    },
  };
}

/**
 * Twelve clients at work: eight counters that receive and verify, the cash section, the press with its bundles, and two that
 * read lists. They go on until told to stop; a request that fails (the machine is lost under it) is not noted.
 */
export function startClients(site: Site, paper: Paper, { counters = 8 } = {}): { stop(): Promise<void> } {
  let isOver = false;
  const repeat = async (what: string, step: () => Promise<unknown>) => {
    while (!isOver) {
      try {
        await step();
      } catch (error) {
        // At the end the counters bring no more drafts.
        if (isOver && /a draft without a slip/.test(String(error))) return;
        paper.failures.push(`${what}: ${String(error).slice(0, 300)}`);
        paper.failedAt.push(Date.now());
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const counter = async () => {
    const { id } = await receiveOne(site, paper);
    await verifyOne(site, paper, id);
  };
  const read = (person: Person, path: string) => async () => {
    const { status } = await person.get(path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };
  const running = Promise.all([
    ...Array.from({ length: counters }, () => repeat('counter', counter)),
    repeat('press', () => printAndBundle(site, paper)),
    repeat('cash', () => depositOne(site, paper)),
    repeat('reader', read(site.office.auditor, '/api/applications')),
    repeat('reader', read(site.office.admin, '/api/certificates')),
  ]);
  return {
    async stop() {
      isOver = true;
      await running;
    },
  };
}

export const newPaper = (): Paper => ({ entries: [], failures: [], failedAt: [] });

export const of = ({ entries }: Paper, kind: Kind): Entry[] => entries.filter((one) => one.kind === kind);

function note({ entries }: Paper, kind: Kind, number: string, id: string, began: number): void {
  entries.push({ kind, number, id, began, ended: Date.now() });
}

/** Every number of a kind that the database has given, by own SQL. */
export async function numbersIn(portal: Portal): Promise<Record<Kind, string[]>> {
  const list = async (text: string) => (await portal.sql<{ n: string }>(text)).map(({ n }) => n);
  return {
    acknowledgement: await list(
      'select acknowledgement_number::text as n from applications order by acknowledgement_number',
    ),
    convocation: await list(
      'select convocation_number as n from certificates order by convocation_year, convocation_sequence',
    ),
    run: await list('select run_number::text as n from print_runs order by run_number'),
    slip: await list('select slip_number::text as n from deposit_slips order by slip_number'),
    bundle: await list('select bundle_number::text as n from bundles order by bundle_number'),
    serial: await list(
      'select b.serial as n from sheets s join blanks b on b.id = s.blank_id order by s.outcome_at nulls first',
    ),
  };
}
