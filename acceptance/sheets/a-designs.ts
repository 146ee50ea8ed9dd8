import type { Operation } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import { letters } from '../harness/random.ts';
import { confirm, sendChange } from '../set-up/a-masters.ts';
import { demand, keyOf, masterNamed } from '../set-up/a-names.ts';
import { declared } from '../set-up/b-discovery.ts';
import type { Office } from './a-sheets.ts';

// UNIVERSITY.md 4: "Designs with the portal: at least three, landscape and portrait A4: ornamental border in the paper's colour;
// quiet modern; data only, for pre-printed security paper." UNIVERSITY.md 1: certificate types hold "name and title by script,
// template, papers …". Open: the routes and fields. All patterns are here: adapt the pattern, not the demand.

export const patterns = {
  /** The designs that come with the portal; templates of the university begin with one of them. */
  list: /^\/api\/settings\/templates\/designs$/,
  /** Which design a template is of; without such a field each template is a design of its own. */
  design: /^(base_?)?design(_?(id|key|name))?$|^look$/i,
  /** In a certificate type: its template. */
  ofType: /template|design/i,
  dataOnly: /data[- _]?only|pre[- _]?printed|bare/i,
  modern: /modern|quiet|plain/i,
  ornamental: /ornament|border|classic|traditional/i,
};

export type Design = { name: string; type: string; isDataOnly: boolean; template: Json };

export async function templatesOf(office: Office): Promise<{ operation: Operation; rows: Json[] }> {
  const operations = await declared(office.portal);
  const operation = demand(
    operations.find(({ method, path }) => method === 'GET' && patterns.list.test(path)),
    `no GET ${patterns.list.source}: the portal has no list of templates or designs`,
  );
  const answer = await office.desks.admin.get(operation.path);
  if (answer.status !== 200) throw new Error(`${operation.path}: ${answer.status} ${answer.text}`);
  const rows = answer.body.rows ?? answer.body.designs ?? answer.body.templates ?? answer.body;
  if (!Array.isArray(rows) || !rows.length)
    throw new Error(`${operation.path} lists no template: ${answer.text.slice(0, 300)}`);
  return { operation, rows };
}

const designOf = (template: Json): string => {
  const key = keyOf(template, patterns.design);
  const value = key ? template[key] : (template.name ?? template.id);
  return String(value?.name ?? value?.key ?? value);
};

/** Every design of the portal, each with a certificate type that prints it; a type is made where no type of the demo does. */
export async function designs(office: Office): Promise<Design[]> {
  const { rows: templates } = await templatesOf(office);
  const byDesign = new Map(templates.map((template): [string, Json] => [designOf(template), template]));
  if (byDesign.size < 3)
    throw new Error(
      `three designs are asked for; the list of templates has ${[...byDesign.keys()].join(', ')}`,
    );
  const found: Design[] = [];
  for (const [name, template] of byDesign) {
    const isDataOnly = patterns.dataOnly.test(`${name} ${JSON.stringify(template)}`);
    found.push({
      name,
      template,
      isDataOnly,
      type: (await typeOf(office, name, templates)) ?? (await newType(office, template)),
    });
  }
  if (!found.some(({ isDataOnly }) => isDataOnly))
    throw new Error(
      `no design is 'data only, for pre-printed security paper' among ${found.map(({ name }) => name).join(', ')}`,
    );
  return found;
}

/** The design with the boxes that its template has: those of a draft of it, which is taken away again. */
export async function withBoxes(office: Office, design: Design): Promise<Design> {
  const { admin } = office.desks;
  const list = '/api/settings/templates';
  const draft = { name: `Boxes of ${design.name}`, certificateType: design.type, design: design.name };
  const { id } = await admin.act('POST', list, draft);
  const { content, version } = (await admin.get(`${list}/${id}`)).body;
  await admin.act('DELETE', `${list}/${id}`, { version });
  return { ...design, template: content };
}

async function types(office: Office): Promise<Json[]> {
  return (await office.desks.admin.get('/api/settings/certificate_types')).body.rows;
}

/** A type of the counter whose template is of this design. */
async function typeOf(office: Office, design: string, templates: Json[]): Promise<string | undefined> {
  const own = templates.filter((template) => designOf(template) === design);
  const offered = JSON.stringify(
    (await office.desks.receiver.get('/api/application-choices')).body.certificateTypes,
  );
  return (await types(office)).find((type) => {
    const key = keyOf(type, patterns.ofType);
    const value = key ? JSON.stringify(type[key]) : '';
    return (
      offered.includes(JSON.stringify(type.name)) &&
      own.some((template) => value.includes(JSON.stringify(template.design ?? template.name)))
    );
  })?.name;
}

/** A further certificate type with this template, proposed by one administrator and confirmed by the other. */
async function newType(office: Office, template: Json): Promise<string> {
  const { admin, otherAdmin } = office.desks;
  const [first] = await types(office);
  const key = demand(
    keyOf(first, patterns.ofType),
    `a certificate type has no template (a field like ${patterns.ofType.source}): ${Object.keys(first).join(', ')}`,
  );
  const post = demand(
    (await declared(office.portal)).find(
      ({ method, path }) => method === 'POST' && path === '/api/settings/certificate_types',
    ),
    'no POST /api/settings/certificate_types',
  );
  const known = Object.keys(post.content['application/json']?.schema?.properties ?? {});
  const name = `Type ${letters(8)}`;
  const value = template.design ?? template.name;
  const body = Object.fromEntries(
    known.filter((field) => field in first).map((field) => [field, first[field]]),
  );
  const answer = await admin.ask('POST', post.path, { body: { ...body, name, [key]: value } });
  if (answer.status !== 200) throw new Error(`${post.path}: ${answer.status} ${answer.text}`);
  if (!(await types(office)).some((type) => type.name === name))
    await confirm(office.portal, otherAdmin, name);
  return name;
}

/** Changes a master as one administrator, and confirms it as the other where four eyes ask for it. */
export async function changeMaster(
  office: Office,
  master: string,
  entry: Json,
  changes: Json,
  says: string,
): Promise<void> {
  const { admin, otherAdmin } = office.desks;
  const sent = await sendChange(office.portal, admin, masterNamed(master), entry, changes);
  if (sent.status !== 200) throw new Error(`changing ${master}: ${sent.status} ${sent.text}`);
  const waiting = (await admin.get('/api/settings/proposals')).text;
  if (!waiting.includes(JSON.stringify(says).slice(1, -1))) return;
  const confirmed = await confirm(office.portal, otherAdmin, says);
  if (confirmed.status !== 200)
    throw new Error(`confirming ${master}: ${confirmed.status} ${confirmed.text}`);
}
