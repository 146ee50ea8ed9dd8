import { Agent } from 'node:http';
import fc from 'fast-check';
import { arbitraryInput } from '#dev/testing/arbitrary-input.ts';
import { type RawResponse, sendRawRequest } from '#dev/testing/raw-request.ts';
import { pick, type Random, seeded } from '../random.ts';
import { type Corpus, recordCorpus, type Sample, uuid } from './corpus.ts';
import { runCounterScenario } from './counter-scenario.ts';
import { domainErrors, type Endpoint, endpoints, isDomainError } from './endpoints.ts';
import { endpointOf, faultsOf } from './judge.ts';
import { distort, nudge, spoil } from './mutations.ts';
import { runOfficeScenario } from './office-scenario.ts';
import type { Staff } from './people.ts';
import { runPrintRoomScenario } from './print-room-scenario.ts';
import { runRecoveryScenario } from './recovery-scenario.ts';
import { type FuzzRequest, requestOf } from './request.ts';

/** What became of the requests to one endpoint. */
type Coverage = { sent: number; succeeded: number; domainErrors: Set<string> };

export type FuzzReport = {
  seed: number;
  sent: number;
  reached: number;
  byStatus: Map<number, number>;
  coverage: Map<string, Coverage>;
  /** Each kind of fault once, with the request that showed it first. */
  faults: Map<string, string>;
};

/** After these a session, a password or somebody's account is another one: only people who are not needed do that. */
const losesSession =
  /^auth\.(signOut|endO|changePassword|complete|startAuthenticator|confirmAuthenticator|removeOwn|makeRecovery)/;
/** They cost a hash or a PDF each, so they come less often. */
const isSlow =
  /^auth\.|\/(document|receipt|report|calibration-sheet|remaining-document|address-labels|posting-list|picture)$|^proofs\.|\/exports\//;
/** A stream does not end. */
const isLeftOut = (endpoint: Endpoint) => endpoint.path === '/changes';

/** Learns from a working day, then sends so many requests that are made of it and of the contract. */
export async function fuzz(staff: Staff, options: { seed: number; requests: number }): Promise<FuzzReport> {
  const report: FuzzReport = {
    seed: options.seed,
    sent: 0,
    reached: 0,
    byStatus: new Map(),
    coverage: new Map(
      endpoints.map(({ name }) => [name, { sent: 0, succeeded: 0, domainErrors: new Set() }]),
    ),
    faults: new Map(),
  };
  const corpus = await learn(staff, report);
  const samplesOf = Map.groupBy(corpus.samples, ({ endpoint }) => endpoint.name);
  const run = {
    staff,
    corpus,
    report,
    random: seeded(options.seed),
    seed: options.seed,
    samplesOf,
    names: [...samplesOf.keys()],
    people: new Set(peopleOf(staff).map(({ actor }) => actor.id)),
  };
  const agent = new Agent({ keepAlive: true });
  const drain = async (next: () => FuzzRequest | undefined) => {
    const work = async () => {
      for (let request = next(); request; request = next()) await send(run, request, agent);
    };
    await Promise.all(Array.from({ length: 6 }, work));
  };
  const again = everySample(run);
  await drain(() => again.shift());
  const strangers = everyOtherPerson(run);
  await drain(() => {
    let request = strangers.shift();
    while (request && isCovered(report, request.endpoint)) request = strangers.shift();
    return request;
  });
  await drain(() => (report.sent < options.requests ? makeRequest(run) : undefined));
  agent.destroy();
  return report;
}

type Run = {
  staff: Staff;
  corpus: Corpus;
  report: FuzzReport;
  random: Random;
  seed: number;
  samplesOf: Map<string, Sample[]>;
  /** Each endpoint is asked as often as any other, however often the day asked it. */
  names: string[];
  people: Set<string>;
};

async function learn(staff: Staff, report: FuzzReport): Promise<Corpus> {
  const corpus = await recordCorpus(staff.portal.url, async () => {
    await runOfficeScenario(staff);
    await runCounterScenario(staff);
    await runPrintRoomScenario(staff);
    await runRecoveryScenario(staff);
    await readEverything(staff);
  });
  for (const { endpoint } of corpus.samples) {
    const coverage = report.coverage.get(endpoint.name)!;
    coverage.sent += 1;
    coverage.succeeded += 1;
  }
  return corpus;
}

/** Whatever is read without naming a record. */
async function readEverything({ admin }: Staff): Promise<void> {
  for (const endpoint of endpoints) {
    if (endpoint.method !== 'GET' || endpoint.path.includes('{') || isLeftOut(endpoint)) continue;
    const response = await admin.fetch(`/api${endpoint.path}?format=csv`);
    await response.arrayBuffer();
  }
}

function peopleOf(staff: Staff) {
  const { admin, case_worker, receiver, printer, auditor, second, third, outsiders, spare } = staff;
  return [admin, case_worker, receiver, printer, auditor, second, third, ...outsiders, ...spare];
}

/** Everything once more: what was done cannot be done again, and says so. Of what is slow, one of each. */
function everySample({ corpus, samplesOf }: Run): FuzzRequest[] {
  return corpus.samples
    .filter((sample) => {
      const { name } = sample.endpoint;
      return !losesSession.test(name) && (!isSlow.test(name) || samplesOf.get(name)![0] === sample);
    })
    .map((sample) => requestOf(sample.endpoint, sample, sample.cookie));
}

function isCovered({ coverage }: FuzzReport, endpoint: Endpoint): boolean {
  return domainErrors(endpoint).length === 0 || coverage.get(endpoint.name)!.domainErrors.size > 0;
}

/** What has met no domain error yet, by people of the other college, and with ids that nobody has. */
function everyOtherPerson({ corpus, staff, random, report }: Run): FuzzRequest[] {
  const uncovered = corpus.samples.filter(({ endpoint }) => !isCovered(report, endpoint));
  const byEndpoint = new Map(
    // The first one wins: what is read without a record comes last.
    uncovered.toReversed().map((sample) => [sample.endpoint.name, sample]),
  );
  return [...byEndpoint.values()].flatMap((sample) => {
    const cookies = losesSession.test(sample.endpoint.name)
      ? [pick(random, staff.spare).cookie]
      : staff.outsiders.map(({ cookie }) => cookie);
    const unknown = { ...sample, ...withoutKnownIds(sample) };
    // A throttle needs more than a few tries.
    const tries = sample.endpoint.errors.join() === 'request.too_many' ? 130 : 1;
    return [
      ...Array.from({ length: tries }, () => requestOf(sample.endpoint, sample, sample.cookie)),
      ...cookies.map((cookie) => requestOf(sample.endpoint, sample, cookie)),
      requestOf(sample.endpoint, unknown, sample.cookie),
      ...withWrongTexts(sample).map((wrong) => requestOf(sample.endpoint, wrong, cookies[0]!)),
    ];
  });
}

/** Each text of the input wrong in turn, as often as somebody guesses who is then refused. */
function withWrongTexts(sample: Sample): Sample[] {
  const guesses = sample.endpoint.errors.includes('request.too_many') ? 12 : 1;
  return Object.entries(sample.input)
    .filter(([, value]) => typeof value === 'string')
    .flatMap(([name, value]) =>
      Array.from({ length: guesses }, () => ({
        ...sample,
        input: { ...sample.input, [name]: `${value}x` },
      })),
    );
}

/** The same of records that nobody has; a number in the address becomes one that is not taken. */
function withoutKnownIds({ params, input }: Sample) {
  const numbered = Object.entries(params).map(([name, value]) => [name, otherThan(value)]);
  const text = JSON.stringify(input).replace(uuid, () => crypto.randomUUID());
  return { params: Object.fromEntries(numbered) as Record<string, string>, input: JSON.parse(text) };
}

function otherThan(value: string): string {
  if (value.length === 36) return crypto.randomUUID();
  return /^\d+$/.test(value) ? '999999' : `${value.slice(0, 1)}999999`;
}

function makeRequest(run: Run): FuzzRequest {
  const { random } = run;
  let name = pick(random, run.names);
  while (isSlow.test(name) && random(10) > 0) name = pick(random, run.names);
  const sample = pick(random, run.samplesOf.get(name)!);
  const cookie = cookieFor(run, sample);
  const ids = [...run.corpus.ids];
  const kind = random(10);
  if (kind < 3) return requestOf(sample.endpoint, sample, cookie);
  if (kind < 6)
    return requestOf(sample.endpoint, sparingPeople(run, sample, nudge(sample, ids, random)), cookie);
  if (kind < 7)
    return requestOf(sample.endpoint, sparingPeople(run, sample, generated(run, sample, ids)), cookie);
  if (kind < 9) return requestOf(sample.endpoint, spoil(sample, random), cookie);
  return distort(requestOf(sample.endpoint, sample, cookie), random);
}

/** Mostly who did it before; else anybody, a stranger too. */
function cookieFor({ staff, random }: Run, { endpoint, cookie }: Sample): string {
  if (losesSession.test(endpoint.name)) return pick(random, staff.spare).cookie;
  if (random(4) > 0) return cookie;
  return random(8) === 0 ? '' : pick(random, peopleOf(staff)).cookie;
}

/** Made from the schema of the contract alone. */
function generated({ random }: Run, { endpoint, params, bytes, input }: Sample, ids: string[]) {
  if (!endpoint.input) return { params, bytes, input };
  const texts = Object.values(input).filter((value): value is string => typeof value === 'string');
  const pools = { ids, texts: ['', 'Somebody', '1', ...texts], cursors: ['x', 'eyJ9'] };
  const [made] = fc.sample(arbitraryInput(endpoint.input, pools), { seed: random(2 ** 31), numRuns: 1 });
  return { params, bytes, input: (made ?? {}) as Record<string, unknown> };
}

/** Whoever the fuzzer sends as is not disabled, moved or deleted by it. */
function sparingPeople<Made extends { params: Record<string, string> }>(
  { people }: Run,
  sample: Sample,
  made: Made,
): Made {
  return sample.endpoint.path.startsWith('/staff/') && people.has(made.params.id ?? '')
    ? { ...made, params: sample.params }
    : made;
}

async function send({ report, staff }: Run, request: FuzzRequest, agent: Agent): Promise<void> {
  report.sent += 1;
  let answer: RawResponse;
  try {
    answer = await sendRawRequest(staff.portal.url, { ...request, agent });
  } catch (error) {
    // What Node's client refuses to send was no request; a connection that the server cut is a fault.
    const { code = '' } = error as { code?: string };
    if (!/^ERR_(INVALID|UNESCAPED|HTTP)/.test(code)) noteFault(report, request, `no answer (${code})`);
    return;
  }
  const { status, code = '' } = answer;
  report.byStatus.set(status, (report.byStatus.get(status) ?? 0) + 1);
  // What was distorted may have become a request to something else, or to nothing.
  const asked = endpointOf(request);
  const coverage = asked && report.coverage.get(asked.name);
  const isReached = status < 400 || (asked !== undefined && isDomainError(asked, code));
  if (isReached) report.reached += 1;
  if (coverage) {
    coverage.sent += 1;
    if (status < 400) coverage.succeeded += 1;
    // A refusal that is about one field is said there.
    else
      for (const [, said] of answer.text.matchAll(/"code":"([\w.]+)"/g))
        if (isDomainError(asked, said!)) coverage.domainErrors.add(said!);
  }
  for (const fault of faultsOf(request, answer, asked)) noteFault(report, request, fault);
}

function noteFault(report: FuzzReport, request: FuzzRequest, what: string): void {
  const fault = `${request.endpoint.name}: ${what}`;
  if (report.faults.has(fault)) return;
  const body =
    typeof request.body === 'string' ? request.body.slice(0, 300) : `${request.body?.length ?? 0} bytes`;
  const { cookie: _cookie, ...headers } = request.headers;
  report.faults.set(
    fault,
    `${request.method} ${request.path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 100)} ${body}`,
  );
}
