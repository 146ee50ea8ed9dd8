import { example, type Operation, operationsOf } from '../harness/openapi.ts';
import { ask, type Json, type Person } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { between, digits, letters, personName, pick, registrationNumber } from '../harness/random.ts';
import { composed, dayBefore, draftOf, drawPhoto, upload, versionOf, writePdf } from '../harness/records.ts';
import { demand } from './a-names.ts';
import type { Office, University } from './a-university.ts';

/** What stands on the counter's form; what is not given is chosen among what the counter offers. */
type Wanted = {
  collegeId?: string;
  courseId?: string;
  /** As the choices name it. */
  certificateType?: string;
  academicYear?: string;
  candidateName?: string;
  /** In rupees; what the portal asks for where it is not given. */
  total?: number;
};

export async function choicesOf(person: Person): Promise<Json> {
  const answer = await person.get('/api/application-choices');
  if (answer.status !== 200) throw new Error(`/api/application-choices: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A certificate type by its name, whether the choices have names or records. */
export function typeNames(choices: Json): string[] {
  return choices.certificateTypes.map((one: Json) => (typeof one === 'string' ? one : one.name));
}

async function receiveOperation(portal: Portal): Promise<Operation> {
  return (await operationsOf(portal)).find(
    ({ method, path }) => method === 'POST' && path === '/api/applications',
  )!;
}

/**
 * What the counter shows as the total. Open: the operation that tells it. It is looked for as one that speaks of charges or fees
 * and takes college and course; without it the college's own fee is what is asked for.
 */
export async function totalAt(portal: Portal, receiver: Person, body: Json, college: Json): Promise<number> {
  const operation = (await operationsOf(portal)).find(({ method, path, parameters, content }) => {
    const names = [
      ...parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      ...Object.keys(content['application/json']?.schema?.properties ?? {}),
    ];
    return (
      /charge|fee|quote|due|schedule/.test(path) &&
      /^(GET|POST)$/.test(method) &&
      ['collegeId', 'courseId'].every((name) => names.includes(name))
    );
  });
  if (!operation) return college.convocationFee;
  const facts: Json = { ...body, drafts: undefined };
  const query = operation.parameters
    .filter((one) => one.in === 'query' && facts[one.name] !== undefined)
    .map((one) => `${one.name}=${encodeURIComponent(facts[one.name])}`);
  const known = Object.keys(operation.content['application/json']?.schema?.properties ?? {});
  const answer =
    operation.method === 'GET'
      ? await receiver.get(`${operation.path}?${query.join('&')}`)
      : await receiver.ask('POST', operation.path, {
          body: Object.fromEntries(known.map((name) => [name, facts[name]])),
        });
  if (answer.status !== 200)
    throw new Error(`${operation.method} ${operation.path}: ${answer.status} ${answer.text}`);
  const total = findTotal(answer.body) ?? sumOfCharges(answer.body);
  if (total === undefined) throw new Error(`${operation.path} says no total: ${answer.text}`);
  return total;
}

/** Of a list of charges each says what the schedule has for it. */
function sumOfCharges(value: Json): number | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.reduce((sum, one) => sum + one.scheduledAmount, 0);
}

function findTotal(value: Json): number | undefined {
  if (!value || typeof value !== 'object') return undefined;
  for (const [key, one] of Object.entries<Json>(value))
    if (/^total/i.test(key) && typeof one === 'number') return one;
  return Object.values<Json>(value)
    .map(findTotal)
    .find((one) => one !== undefined);
}

/** An application as the counter sends it, its files uploaded already. */
export async function writeAt(portal: Portal, receiver: Person, wanted: Wanted = {}): Promise<Json> {
  const choices = await choicesOf(receiver);
  const college = choices.colleges.find(({ id }: Json) => id === wanted.collegeId) ?? pick(choices.colleges);
  const names = typeNames(choices);
  const typeName = wanted.certificateType ?? pick(names);
  const typeOf = choices.certificateTypes[names.indexOf(typeName)];
  const { properties, required = [] } = (await receiveOperation(portal)).content['application/json']!.schema;
  const known: Json = {
    registrationNumber: registrationNumber(),
    examRollNumber: digits(9),
    candidateName: wanted.candidateName ?? personName(),
    courseId: wanted.courseId ?? (pick(choices.courses) as Json)?.id,
    collegeId: college?.id,
    academicYear: wanted.academicYear ?? choices.academicYears[1],
    certificateType: typeName,
    certificateTypeId: typeOf?.id,
    paperId: paperFor(choices, typeOf)?.id,
    photoFileId: await upload(receiver, 'photo', await drawPhoto(), `photo ${letters(5)}.jpg`),
  };
  const body: Json = {};
  for (const [name, schema] of Object.entries<Json>(properties)) {
    if (name in known) body[name] = known[name];
    else if (/attend|absentia|presence/i.test(name))
      body[name] = firstChoice(schema, choices, name) ?? undefined;
    else if (/guide/i.test(name)) body[name] = personName();
    else if (required.includes(name) && !/^(totalAmount|drafts)$/.test(name))
      body[name] = firstChoice(schema, choices, name) ?? example(schema, () => letters(12));
  }
  body.totalAmount = wanted.total ?? (await totalAt(portal, receiver, body, college));
  body.drafts = body.totalAmount
    ? [
        {
          ...draftOf(body.totalAmount),
          receiptFileId: await upload(receiver, 'receipt', writePdf(), `dd ${letters(5)}.pdf`),
        },
      ]
    : [];
  return body;
}

/** The first value of a field: of its schema, or of the list of choices whose name resembles the field's. */
function firstChoice(schema: Json, choices: Json, name: string): Json {
  const values = schema.enum ?? schema.anyOf?.find((one: Json) => one.enum)?.enum;
  if (values) return values[0];
  const stem = name.replace(/Id$/, '').slice(0, 6).toLowerCase();
  const list = Object.entries<Json>(choices).find(
    ([key, list]) => key.toLowerCase().includes(stem) && Array.isArray(list),
  );
  const first = list?.[1][0];
  return first && typeof first === 'object'
    ? /Id$/.test(name)
      ? first.id
      : (first.name ?? first.id)
    : first;
}

/** A paper that may be chosen for the type, where the type names its papers. */
function paperFor(choices: Json, type: Json): Json {
  const allowed: string[] = (type?.papers ?? type?.paperIds ?? []).map(
    (one: Json) => one.id ?? one.paperId ?? one,
  );
  return choices.papers.find(({ id }: Json) => allowed.includes(id)) ?? choices.papers[0];
}

/** A type and a paper that go together, as the counter offers them. */
export type Plan = { type: string; paper: { id: string; name: string; colour: string } };

export function planOf(choices: Json): Plan {
  const names = typeNames(choices);
  const type = demand(names[0], 'the counter offers no certificate type');
  const paper = demand(paperFor(choices, choices.certificateTypes[0]), 'the counter offers no paper');
  return { type, paper };
}

export async function receiveAt(portal: Portal, receiver: Person, wanted: Wanted = {}): Promise<Json> {
  const application = await writeAt(portal, receiver, wanted);
  const { id } = await receiver.act('POST', '/api/applications', application);
  return { ...application, id };
}

/** Verifies it; the number that the certificate has for life. */
export async function verifyAt(caseWorker: Person, id: string): Promise<string> {
  const version = await versionOf(caseWorker, `/api/applications/${id}`);
  const answer = await caseWorker.ask('POST', `/api/applications/${id}/verify`, { body: { version } });
  if (answer.status !== 200) throw new Error(`verify: ${answer.status} ${answer.text}`);
  return answer.body.convocationNumber;
}

/** Colleges and papers, where a pack has none: the checklist asks for them. */
export async function completeMasters(admin: Person, college: { code?: string } = {}): Promise<void> {
  if (!(await admin.get('/api/colleges')).body.rows.length) {
    await admin.act('POST', '/api/colleges', {
      name: `College of ${letters(7)}`,
      code: college.code ?? `COL${digits(3)}`,
      contactNumber: `98${digits(8)}`,
      address: '12, Temple Road',
      convocationFee: between(100, 900),
    });
  }
  const papers = (await admin.get('/api/papers')).body;
  if (!(papers.rows ?? papers.papers ?? papers).length) await addPaper(admin);
}

async function addPaper(admin: Person): Promise<string> {
  const paper = {
    code: letters(6).toUpperCase(),
    name: `Paper ${letters(6)}`,
    colour: 'Green',
    warnBelow: 1,
  };
  return (await admin.act('POST', '/api/papers', paper)).id;
}

/** Sheets of a paper: received by one administrator, approved by the other, issued to the printer or left in store. */
export async function stockOf(
  office: Office,
  paperId: string,
  count: number,
  { isIssued = true } = {},
): Promise<string> {
  const prefix = letters(4).toUpperCase();
  const firstSerial = between(1, 400_000);
  const { id } = await office.admin.act('POST', '/api/blank-receipts', {
    paperId,
    serialPrefix: prefix,
    firstSerial,
    lastSerial: firstSerial + count - 1,
    totalQuantity: count,
    receivedOn: dayBefore(1),
  });
  const version = await versionOf(office.otherAdmin, `/api/blank-receipts/${id}`);
  await office.otherAdmin.act('POST', `/api/blank-receipts/${id}/approve`, { version });
  if (isIssued)
    await office.admin.act('POST', `/api/papers/${paperId}/issue`, {
      holderId: office.printer.staffId,
      sheets: { count },
    });
  return `${prefix}${String(firstSerial).padStart(6, '0')}`;
}

/** The proof of each layout that has none: made by the printer, signed off by the other administrator. */
export async function signProofs(office: Office, certificateType: string): Promise<number> {
  const { layouts } = (await office.printer.get('/api/proofs/layouts')).body;
  let signed = 0;
  for (const { certificateType: type, colour, proof } of layouts) {
    if (type !== certificateType || proof === 'signed_off') continue;
    const { id } = await office.printer.act('POST', '/api/proofs', { certificateType: type, colour });
    await signOff(office.otherAdmin, id);
    signed += 1;
  }
  return signed;
}

export async function signOff(person: Person, id: string): Promise<void> {
  const { rows } = (await person.get('/api/proofs')).body;
  const { version } = demand(
    rows.find((one: Json) => one.id === id) as Json,
    `proof ${id} is not in the list`,
  );
  await person.act('POST', `/api/proofs/${id}/sign-off`, { version });
}

type Printed = {
  certificateId: string;
  sheetId: string;
  code: string;
  runId: string;
  /** The text of the run's print file, which is gone once the run is closed. */
  text: string;
};

/** Prints the certificates that wait on a paper, all of them good. */
export async function printAt(
  portal: Portal,
  office: Office,
  { paperId, certificateType, sheets = 1 }: { paperId: string; certificateType: string; sheets?: number },
): Promise<Printed[]> {
  const { printer } = office;
  const topSerial = await stockOf(office, paperId, sheets);
  await signProofs(office, certificateType);
  const run = await printer.act('POST', '/api/print-runs', { paperId, certificateType, sheets });
  const { version } = await composed(printer, run.id);
  await printer.act('POST', `/api/print-runs/${run.id}/start`, { version, topSerial });
  const text = await pdfText(await printFile(portal, printer, run.id));
  const opened = (await printer.get(`/api/print-runs/${run.id}`)).body;
  await printer.act('POST', `/api/print-runs/${run.id}/sheets`, {
    outcomes: opened.sheets.map(({ id }: Json) => ({ sheetId: id, outcome: 'good' })),
  });
  await printer.act('POST', `/api/print-runs/${run.id}/close`, {
    version: await versionOf(printer, `/api/print-runs/${run.id}`),
    goodSheets: sheets,
    spoiltSheets: 0,
  });
  const rows = await portal.sql<Omit<Printed, 'text'>>(
    'select certificate_id as "certificateId", id as "sheetId", verification_code as code, print_run_id as "runId" from sheets where print_run_id = $1 order by position',
    [run.id],
  );
  return rows.map((row) => ({ ...row, text }));
}

export async function handOver(receiver: Person, certificateId: string): Promise<void> {
  await receiver.act('POST', `/api/certificates/${certificateId}/hand-over`, {
    version: await versionOf(receiver, `/api/certificates/${certificateId}`),
    collectedBy: personName(),
    identitySeen: 'Passport',
  });
}

/** What a stranger gets of number and code, without a session. */
export function askAsStranger(portal: Portal, number: string, code: string): Promise<Json> {
  return ask(
    portal,
    'GET',
    `/api/verify?number=${encodeURIComponent(number)}&code=${encodeURIComponent(code)}`,
  );
}

/** From the counter to the stranger, by one university's office. */
export async function walk(
  university: University,
  office: Office,
  wanted: Wanted = {},
): Promise<{ application: Json; number: string; printed: Printed; verdict: Json }> {
  const { portal } = university;
  const application = await receiveAt(portal, office.receiver, wanted);
  const number = await verifyAt(office.caseWorker, application.id);
  const { certificateType } = (await office.receiver.get(`/api/applications/${application.id}`)).body;
  const [printed] = await printAt(portal, office, { paperId: application.paperId, certificateType });
  await handOver(office.receiver, printed!.certificateId);
  const verdict = await askAsStranger(portal, number, printed!.code);
  return { application, number, printed: printed!, verdict };
}

/** The text of a PDF, page after page, as it is copied. */
async function pdfText(bytes: Uint8Array): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item: Json) => item.str ?? '').join(' '));
  }
  return pages.join('\n').replaceAll(/\s+/g, ' ');
}

async function printFile(portal: Portal, printer: Person, runId: string): Promise<Uint8Array> {
  const response = await fetch(`${portal.url}/api/print-runs/${runId}/document`, {
    headers: { cookie: printer.cookie },
  });
  if (response.status !== 200) throw new Error(`print file: ${response.status} ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}
