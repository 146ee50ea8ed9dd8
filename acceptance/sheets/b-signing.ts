import type { Operation } from '../harness/openapi.ts';
import type { Answer, Json, Person } from '../harness/people.ts';
import { personName } from '../harness/random.ts';
import { demand } from '../set-up/a-names.ts';
import type { Convened } from './b-convene.ts';
import { addressOf, attempt, documentOf, getOperation, type Said, tableLike } from './b-find.ts';

// UNIVERSITY.md 1: "a type may be signed by hand: printed → out for signature (batch, with whom, since when) → back → hand
// over, never handed over while out". Open: routes and tables. Adapt the pattern, not the demand.

const area =
  /(sign(ing|ature)s?[-_](batch(es)?|rounds?|lists?|folders?|lots?)|\/signings?|out[-_]for[-_]signature)/;
const acts = {
  out: {
    path: new RegExp(`${area.source}(/[\\w-]+)?$`),
    not: /return|back|cancel|\{/,
    what: 'sends sheets out for signature',
  },
  back: {
    path: new RegExp(`${area.source}.*\\{\\w+\\}/(return|back|receive|take-back|close|come-back|came-back)`),
    what: 'records that sheets came back signed',
  },
} as const;

export function signingAct({ office: { portal } }: Convened, act: keyof typeof acts): Promise<Operation> {
  return getOperation(portal, acts[act].what, acts[act]);
}

/** Names of the operations' people may be open: who prints, or an administrator. The first who may does it. */
export async function byWhoMay(
  people: Person[],
  act: (person: Person) => Promise<Answer>,
): Promise<Answer & { by: Person }> {
  let answer: Answer | undefined;
  for (const person of people) {
    answer = await act(person);
    if (answer.status !== 403) return { ...answer, by: person };
  }
  return { ...answer!, by: people.at(-1)! };
}

export type Batch = { id: string; withWhom: string };

export async function trySendOut(
  convened: Convened,
  person: Person,
  certificateIds: string[],
  withWhom = `Prof. ${personName()}`,
): Promise<Answer & { batch?: Batch }> {
  const operation = await signingAct(convened, 'out');
  const sheets = await sheetIds(convened, certificateIds);
  const [office] = await convened.office.portal.sql('select id from offices order by id limit 1');
  const known: Said = [
    [/\bcertificate ids?\b|\bcertificates\b/, certificateIds],
    [/\bsheet ids?\b|\bsheets\b|\bcopies\b|\bcopy ids\b/, sheets],
    [/\boffice id\b/, office?.id],
    [/\bwith\b|\bwhom\b|\bto\b|\bsigner\b|\bsignatory\b|\bholder\b|\bcarried\b|\boffice\b/, withWhom],
    [/\b(since|on|date|out at)\b/, new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)],
  ];
  const answer = await attempt(person, operation, known);
  return answer.status === 200 ? { ...answer, batch: { id: answer.body?.id, withWhom } } : answer;
}

export async function tryBring(
  convened: Convened,
  person: Person,
  batch: Batch,
  certificateIds: string[],
): Promise<Answer> {
  const operation = await signingAct(convened, 'back');
  const [row] = (await batchRows(convened)).filter(({ id }) => id === batch.id);
  return attempt(person, operation, [
    [/\bid$/, batch.id],
    [/^version$/, row?.version],
    [/\bcertificate ids?\b|\bcertificates\b/, certificateIds],
    [/\bsheet ids?\b|\bsheets\b|\bcopies\b/, await sheetIds(convened, certificateIds)],
    [/\b(on|date|back at|returned)\b/, new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)],
  ]);
}

export async function batchRows({ office: { portal } }: Convened): Promise<Json[]> {
  const { table } = await tableLike(
    portal,
    'batches that are out for signature',
    /^(sign|signature|signing)\w*(batch|round|list|folder|lot|signings)/,
  );
  return (await portal.sql(`select to_jsonb(t) as row from "${table}" t`)).map(({ row }) => row);
}

/** The list that goes along with a batch. */
export async function batchDocument(convened: Convened, person: Person, batch: Batch): Promise<Buffer> {
  const operation = await getOperation(
    convened.office.portal,
    'prints the list that goes along with a batch',
    {
      method: 'GET',
      path: area,
      answers: /pdf/,
    },
  );
  return documentOf(convened.office.portal, person, addressOf(operation, [[/\bid$/, batch.id]]));
}

/** The good copy of each, or any sheet of it; what has none is named by its own id, which no sheet has. */
async function sheetIds({ office: { portal } }: Convened, certificateIds: string[]): Promise<string[]> {
  const rows = await portal.sql(
    `select coalesce((select id from sheets where certificate_id = given.id
       order by outcome = 'good' and superseded_at is null and cancelled_at is null desc nulls last limit 1), given.id) as id
     from unnest($1::uuid[]) as given (id)`,
    [certificateIds],
  );
  return rows.map(({ id }) => id);
}

/** All ways by which a sheet may leave the house: each with the answer. */
export async function waysOut(
  { office: { portal, desks } }: Convened,
  certificateId: string,
): Promise<{ way: string; answer: Answer }[]> {
  const { receiver } = desks;
  const version = async () =>
    demand(
      (await portal.sql('select version from certificates where id = $1', [certificateId]))[0],
      'no certificate',
    ).version;
  const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10);
  const post = { carrier: 'Speed Post', trackingNumber: 'EK123456789IN', postedOn: today, earlierCopy: null };
  const bundle = {
    certificateIds: [certificateId],
    deliveredTo: personName(),
    designation: 'Principal',
    identitySeen: 'Identity card of the college',
  };
  const hand = { collectedBy: personName(), identitySeen: 'Passport', earlierCopy: null };
  const ask = (path: string, body: Json) => receiver.ask('POST', path, { body });
  const at = `/api/certificates/${certificateId}`;
  return [
    { way: 'the bundle', answer: await ask('/api/bundles', bundle) },
    { way: 'the post', answer: await ask(`${at}/post`, { ...post, version: await version() }) },
    { way: 'the counter', answer: await ask(`${at}/hand-over`, { ...hand, version: await version() }) },
  ];
}
