import sharp from 'sharp';
import { operationsOf } from './openapi.ts';
import type { Json, Person } from './people.ts';
import type { Portal } from './portal.ts';
import { between, digits, letters, personName, pick, registrationNumber } from './random.ts';

/** A picture that no other upload has: bands of random colours, upright unless told otherwise. */
export async function drawPhoto({ width = 350, height = 450 } = {}): Promise<Buffer> {
  const bands = Array.from(
    { length: 6 },
    (_, index) =>
      `<rect x="0" y="${(index * height) / 6}" width="${width}" height="${height / 6}" fill="rgb(${between(0, 255)},${between(0, 255)},${between(0, 255)})"/>`,
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${bands}</svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

/** A PDF of one page with a line of text; `catalog` goes into its root, as JavaScript does. */
export function writePdf(line = `Demand draft ${digits(6)}`, catalog = ''): Buffer {
  const content = `BT /F1 18 Tf 60 700 Td (${line}) Tj ET`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

export async function upload(person: Person, kind: string, bytes: Buffer, name: string): Promise<string> {
  const answer = await tryUpload(person, kind, bytes, name);
  if (answer.status !== 200) throw new Error(`upload of ${name}: ${answer.status} ${answer.text}`);
  return answer.body.id;
}

export function tryUpload(person: Person, kind: string, bytes: Buffer, name: string) {
  return person.ask('POST', `/api/files?kind=${kind}&name=${encodeURIComponent(name)}`, {
    bytes: new Uint8Array(bytes),
    headers: { 'content-type': 'application/octet-stream' },
  });
}

export function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

export function draftOf(amount: number) {
  return {
    number: digits(6),
    drawnOn: dayBefore(between(2, 40)),
    bank: `Bank of ${letters(8)}`,
    branch: `Branch ${letters(6)}`,
    amount,
  };
}

/** What the counter sends for a candidate who paid the college's fee, its files uploaded already. */
export async function writeApplication(receiver: Person, changes: Json = {}): Promise<Json> {
  const choices = (await receiver.get('/api/application-choices')).body;
  const college = choices.colleges.find(
    ({ code, id }: Json) => (changes.collegeId ?? code) === (changes.collegeId ? id : 'COL001'),
  );
  const fee = changes.totalAmount ?? college.convocationFee;
  const receiptFileId =
    changes.receiptFileId ?? (await upload(receiver, 'receipt', writePdf(), `dd ${letters(5)}.pdf`));
  const [first, ...others] = changes.drafts ?? [draftOf(fee)];
  return {
    registrationNumber: registrationNumber(),
    examRollNumber: digits(9),
    candidateName: personName(),
    courseId: (pick(choices.courses) as Json).id,
    collegeId: college.id,
    academicYear: '2024-25',
    certificateType: choices.certificateTypes[0],
    paperId: choices.papers[0].id,
    photoFileId: await upload(receiver, 'photo', await drawPhoto(), `photo ${letters(5)}.jpg`),
    totalAmount: fee,
    ...changes,
    // Sent with the draft; beside it for who sends another draft.
    receiptFileId,
    drafts: first ? [{ receiptFileId, ...first }, ...others] : [],
  };
}

export async function receive(receiver: Person, changes: Json = {}): Promise<Json> {
  const application = await writeApplication(receiver, changes);
  const { id } = await receiver.act('POST', '/api/applications', application);
  return { ...application, id };
}

export async function versionOf(person: Person, path: string): Promise<number> {
  const { body, status, text } = await person.get(path);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return body.version;
}

export async function verify(caseWorker: Person, id: string): Promise<string> {
  const version = await versionOf(caseWorker, `/api/applications/${id}`);
  return (await caseWorker.act('POST', `/api/applications/${id}/verify`, { version })).convocationNumber;
}

/**
 * A prepared run of so many new certificates, all of a paper of its own that an admin received and the other one
 * approved, on a layout whose proof is signed off.
 */
export async function prepareRun(
  { receiver, caseWorker, printer, admin, otherAdmin }: Record<string, Person>,
  sheets: number,
): Promise<Json> {
  const paper = {
    code: letters(6).toUpperCase(),
    name: `Paper ${letters(6)}`,
    colour: pick(['Maroon', 'Navy', 'Green']),
    warnBelow: 1,
  };
  const { id: paperId } = await admin!.act('POST', '/api/papers', paper);
  const first = between(1, 400_000);
  const prefix = letters(4).toUpperCase();
  const { id: receiptId } = await admin!.act('POST', '/api/blank-receipts', {
    paperId,
    serialPrefix: prefix,
    firstSerial: first,
    lastSerial: first + sheets * 3 - 1,
    totalQuantity: sheets * 3,
    receivedOn: dayBefore(1),
  });
  const version = await versionOf(otherAdmin!, `/api/blank-receipts/${receiptId}`);
  await otherAdmin!.act('POST', `/api/blank-receipts/${receiptId}/approve`, { version });
  await admin!.act('POST', `/api/papers/${paperId}/issue`, {
    holderId: printer!.staffId,
    sheets: { count: sheets * 3 },
  });
  const applications: string[] = [];
  for (let index = 0; index < sheets; index += 1) {
    const application = await receive(receiver!, { paperId });
    await verify(caseWorker!, application.id);
    applications.push(application.id);
  }
  const { certificateType } = (await receiver!.get(`/api/applications/${applications[0]}`)).body;
  const run = await printer!.act('POST', '/api/print-runs', { paperId, certificateType, sheets });
  return {
    ...run,
    applications,
    paperId,
    certificateType,
    serial: (sheet: number) => `${prefix}${String(first + sheet - 1).padStart(6, '0')}`,
  };
}

/** The run once its print file is composed. */
export async function composed(printer: Person, id: string): Promise<Json> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { body } = await printer.get(`/api/print-runs/${id}`);
    if (body.document === 'ready') return body;
    if (body.document === 'failed') throw new Error(`The print file failed: ${body.documentFailure}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The print file was not composed within a minute.');
}

export async function start(printer: Person, run: Json): Promise<Json> {
  const { version } = await composed(printer, run.id);
  await printer.act('POST', `/api/print-runs/${run.id}/start`, { version, topSerial: run.serial(1) });
  return (await printer.get(`/api/print-runs/${run.id}`)).body;
}

/** Opens the print file as the operator's printer does, whole. */
export async function openPrintFile(printer: Person, id: string): Promise<number> {
  const { status, text } = await printer.get(`/api/print-runs/${id}/document`);
  return status === 200 ? text.length : -status;
}

/** A student in the master, whatever its fields are called; what is not given is left empty where it may be. */
export async function addStudent(
  portal: Portal,
  admin: Person,
  student: { collegeId: string; registrationNumber: string; examRollNumber: string; name: string },
): Promise<string> {
  const operation = (await operationsOf(portal)).find(
    (one) => one.method === 'POST' && one.path === '/api/students',
  )!;
  const { properties, required = [] } = operation.content['application/json']!.schema;
  const known: [RegExp, string][] = [
    [/college/i, student.collegeId],
    [/registration/i, student.registrationNumber],
    [/roll/i, student.examRollNumber],
    [/native|kannada|devanagari|local/i, ''],
    [/name/i, student.name],
    [/address/i, '12, Temple Road, Mysuru'],
  ];
  const body = Object.keys(properties)
    .map((field) => [field, known.find(([like]) => like.test(field))?.[1] ?? null] as const)
    .filter(([field, value]) => value !== null || required.includes(field));
  const { id } = await admin.act('POST', '/api/students', Object.fromEntries(body));
  return id;
}

/** So many certificates, printed good and not yet handed over. */
export async function printCertificates(
  portal: Portal,
  people: Record<string, Person>,
  count: number,
): Promise<{ id: string; number: string; paperId: string }[]> {
  const printer = people.printer!;
  const run = await prepareRun(people, count);
  const { sheets } = await start(printer, run);
  await openPrintFile(printer, run.id);
  const outcomes = sheets.map(({ id }: Json) => ({ sheetId: id, outcome: 'good' }));
  await printer.act('POST', `/api/print-runs/${run.id}/sheets`, { outcomes });
  const version = await versionOf(printer, `/api/print-runs/${run.id}`);
  const counted = { goodSheets: count, spoiltSheets: 0, missingSheets: 0 };
  await printer.act('POST', `/api/print-runs/${run.id}/close`, { version, ...counted });
  const rows = await portal.sql(
    'select c.id, c.convocation_number as number from sheets s join certificates c on c.id = s.certificate_id where s.print_run_id = $1 order by s.position',
    [run.id],
  );
  return rows.map(({ id, number }) => ({ id, number, paperId: run.paperId }));
}
