import { hire, type Json, type Person } from '../harness/people.ts';
import { between, digits, letters, personName, pick } from '../harness/random.ts';
import { receive, versionOf } from '../harness/records.ts';
import { confirm } from '../set-up/a-masters.ts';
import { demand } from '../set-up/a-names.ts';
import { declared, enumOf, kindsOf, leavesOf, words } from '../set-up/b-discovery.ts';
import { factsOf, newPaper, type Office, openOffice, verifyBy } from '../set-up/c-office.ts';

/** A convocation with academic years, a certificate type and a paper of its own, so that nothing of the demo counts with it. */
export type Convened = {
  office: Office;
  convocationId: string;
  convocation: { number: string; name: string; heldOn: string; place: string; academicYears: string };
  year: string;
  /** The certificate type's name. */
  type: string;
  paperId: string;
  printer: Person;
};

/** What a certificate type may ask for beyond what it is called; open how the field is named. */
export const asks = {
  roll: /\broll\b|\bresolution\b|\bresolved\b/,
  byHand: /\b(signed|sign|signature|signing)\b.*\bhand\b|\bby hand\b|\bhand signed\b|\bwet ink\b/,
};

export async function convene({
  asksFor = [],
  sheets = 40,
  isProved = true,
  office,
}: {
  asksFor?: (keyof typeof asks)[];
  sheets?: number;
  /** Without it the first proof is the test's own. */
  isProved?: boolean;
  office?: Office;
} = {}): Promise<Convened> {
  const own = office ?? (await openOffice());
  try {
    return await conveneIn(own, { asksFor, sheets, isProved });
  } catch (error) {
    // What was started for this alone ends with it.
    if (!office) await own.portal.remove();
    throw error;
  }
}

async function conveneIn(
  own: Office,
  { asksFor, sheets, isProved }: { asksFor: (keyof typeof asks)[]; sheets: number; isProved: boolean },
): Promise<Convened> {
  const taken = (await own.portal.sql('select academic_years as years from convocations')).map(
    ({ years }) => years,
  );
  const used = (await own.portal.sql('select distinct academic_year as year from applications')).map(
    ({ year }) => year,
  );
  // Of every year that can be written: a portal that is borrowed again and again runs out of the recent ones.
  const years = Array.from({ length: 99 }, (_, at) => `20${two(at)}-${two(at + 1)}`);
  const free = years.filter((one) => !taken.join().includes(one) && !used.includes(one));
  const past = free.filter((one) => Number(one.slice(0, 4)) < new Date().getFullYear());
  const year = demand(
    pick(past.length ? past : free),
    'every academic year has a convocation or applications already',
  );
  const convocation = {
    number: `${letters(2).toUpperCase()}${digits(6)}`,
    name: `${letters(8)} Convocation`,
    heldOn: new Date(Date.now() - between(1, 20) * 86_400_000).toISOString().slice(0, 10),
    place: `Place ${letters(6)}`,
    academicYears: year,
  };
  await addEntry(own, 'convocations', convocation, convocation.name);
  const [row] = await own.portal.sql('select id from convocations where name = $1', [convocation.name]);
  const type = `Type ${letters(7)}`;
  await addType(own, type, asksFor);
  const paperId = await newPaper(own, sheets);
  if (isProved) await proveType(own, type);
  return {
    office: own,
    convocationId: demand(row, `the convocation ${convocation.name} was not stored`).id,
    convocation,
    year,
    type,
    paperId,
    printer: own.desks.printer,
  };
}

const two = (count: number): string => String(count).padStart(2, '0');

/** Adds an entry to a master; a second administrator confirms it, where four eyes ask for it. */
export async function addEntry(
  { desks, portal }: Office,
  master: string,
  body: Json,
  says: string,
): Promise<void> {
  const { proposalId } = await desks.admin.act('POST', `/api/settings/${master}`, body);
  if (!proposalId) return;
  const answer = await confirm(portal, desks.otherAdmin, says);
  if (answer.status !== 200) throw new Error(`confirming ${says}: ${answer.status} ${answer.text}`);
}

/** UNIVERSITY.md 3: "where the certificate type asks for it"; 1: "a type may be signed by hand". */
async function addType(office: Office, name: string, asksFor: (keyof typeof asks)[]): Promise<void> {
  const operation = (await declared(office.portal)).find(
    ({ method, path }) => method === 'POST' && /^\/api\/settings\/certificate[-_]types$/.test(path),
  )!;
  const schema = operation.content['application/json']!.schema;
  const [series] = await office.portal.sql('select name from number_series order by id limit 1');
  const body: Json = { name, title: `${name} Certificate`, numberSeries: series!.name };
  for (const one of asksFor) {
    const leaf = leavesOf(schema).find((field) => asks[one].test(field.name));
    // The choice may end the sentence that its field begins: 'signed by' 'hand'.
    const says = (field: Json, value: Json) => asks[one].test(`${field.name} ${words(String(value))}`);
    const inList = leavesOf(schema).find((field) => enumOf(field.schema).some((value) => says(field, value)));
    if (leaf) body[leaf.path[0]!] = yesFor(leaf.schema);
    else if (inList) {
      const value = enumOf(inList.schema).find((each) => says(inList, each));
      const isList = kindsOf(inList.schema).some(({ type }) => type === 'array');
      body[inList.path[0]!] = isList ? [...(body[inList.path[0]!] ?? []), value] : value;
    } else
      throw new Error(
        `a certificate type cannot ask for this: no field and no choice of POST ${operation.path} fits ${asks[one]}; it has ${leavesOf(
          schema,
        )
          .map((field) => field.name)
          .join(', ')}`,
      );
  }
  await addEntry(office, operation.path.split('/').at(-1)!, body, name);
}

function yesFor(schema: Json): Json {
  if (kindsOf(schema).some(({ type }) => type === 'boolean')) return true;
  const values = enumOf(schema);
  return values.length
    ? (values.find((one) => /yes|true|required|hand/i.test(String(one))) ?? values.at(-1))
    : 'yes';
}

/** The type's proofs, made by the printer and signed off by the second administrator. */
export async function proveType({ desks }: Office, type: string): Promise<void> {
  const { layouts } = (await desks.printer.get('/api/proofs/layouts')).body;
  const own = layouts.filter(({ certificateType }: Json) => certificateType === type);
  demand(own.length > 0, `/api/proofs/layouts has nothing for the new certificate type ${type}`);
  for (const { colour, proof } of own) {
    if (proof === 'signed_off') continue;
    const { id } = await desks.printer.act('POST', '/api/proofs', { certificateType: type, colour });
    const { rows } = (await desks.otherAdmin.get('/api/proofs')).body;
    const { version } = rows.find((one: Json) => one.id === id);
    await desks.otherAdmin.act('POST', `/api/proofs/${id}/sign-off`, { version });
  }
}

/** Received at the counter for this convocation; `changes` are fields of the application. */
export async function apply(convened: Convened, changes: Json = {}): Promise<Json> {
  return receive(convened.office.receivers[0], {
    certificateType: convened.type,
    academicYear: convened.year,
    paperId: convened.paperId,
    fatherName: personName(),
    motherName: personName(),
    division: pick(['First Class', 'Second Class', 'First Class with Distinction']),
    percentage: between(4_000, 9_900) / 100,
    examinationMonth: '2024-05',
    ...changes,
  });
}

/** Received and verified. */
export async function applyVerified(convened: Convened, changes: Json = {}): Promise<Json> {
  const application = await apply(convened, changes);
  const number = await verifyBy(convened.office.caseWorkers[0], application.id);
  const { certificateId } = await factsOf(convened.office, application.id);
  return { ...application, number, certificateId };
}

/** The bank sends the draft of an application back. */
export async function returnDraft(convened: Convened, application: Json, remark: string): Promise<void> {
  const { portal, desks } = convened.office;
  const [draft] = await portal.sql(
    'select demand_draft_id as id from allocations where application_id = $1 limit 1',
    [application.id],
  );
  const { id } = demand(draft, `no draft pays for ${application.id}`);
  for (const person of [desks.admin, desks.receiver]) {
    const version = await versionOf(person, `/api/demand-drafts/${id}`);
    const operation = (await declared(portal)).find(
      ({ method, path }) => method === 'POST' && path === '/api/demand-drafts/{id}/return',
    )!;
    const reason = enumOf(operation.content['application/json']!.schema.properties.reason)[0];
    const answer = await person.ask('POST', `/api/demand-drafts/${id}/return`, {
      body: { version, reason: reason ?? 'Signature differs', remark },
    });
    if (answer.status === 200) return;
    if (answer.status !== 403) throw new Error(`returning a draft: ${answer.status} ${answer.text}`);
  }
  throw new Error('Neither admin nor receiver may record that a draft was returned.');
}

export async function hireSecondPrinter(office: Office): Promise<Person> {
  return hire(office.portal, office.desks.admin, 'printer');
}

/** An 'own' text that nobody else wrote: a number of a resolution, a tracking number. */
export const mark = (prefix: string): string => `${prefix}/${letters(4).toUpperCase()}/${digits(4)}`;
