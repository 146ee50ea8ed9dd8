import { type Operation, operationsOf } from '../harness/openapi.ts';
import type { Answer, Json, Person } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { dayBefore, drawPhoto, upload } from '../harness/records.ts';
import { choicesOf } from '../set-up/a-walk.ts';
import { enumOf, isUuid, leavesOf, put } from '../set-up/b-discovery.ts';
import type { PrintedSheet } from './b-clients.ts';
import type { Site } from './b-site.ts';

// "such a sheet can be recorded again from the paper by two persons". Open: route and fields. It is looked for as the POST that
// takes a name, a convocation number and a serial and is neither the counter's nor the list of earlier certificates; its
// confirmation is the POST …/{id}/confirm|approve below it. Adapt the pattern, not the demand.

export async function recordAgainOperation(portal: Portal): Promise<Operation> {
  const posts = (await operationsOf(portal)).filter(({ method }) => method === 'POST');
  const operation = posts.find(({ path, content }) => {
    const names = leavesOf(content['application/json']?.schema).map(({ name }) => name);
    return (
      /recover|restor|lost|paper|again|gap/.test(path) &&
      [/\bname\b/, /number|convocation/, /serial/].every((like) => names.some((name) => like.test(name)))
    );
  });
  if (!operation)
    throw new Error(
      'No operation (…recover…, …restor…, …lost…, …paper…, …again…, …gap…) takes name, convocation number and serial of a sheet that was lost in a restore.',
    );
  return operation;
}

type FromPaper = { sheet: PrintedSheet; application: Json };

/** What stands on the sheet, typed in by somebody who holds it. */
export async function recordAgain(
  site: Site,
  person: Person,
  { sheet, application }: FromPaper,
): Promise<Answer> {
  const { portal } = site.university;
  const operation = await recordAgainOperation(portal);
  const choices = await choicesOf(site.office.receiver);
  const photo = await upload(site.office.receiver, 'photo', await drawPhoto(), 'from the sheet.jpg');
  const course = choices.courses.find(({ id }: Json) => id === application.courseId) ?? choices.courses[0];
  const known: [RegExp, Json][] = [
    [/\bserial\b/, sheet.serial],
    [/\bcode\b/, sheet.code],
    [/\bphoto\b/, photo],
    [/\bregistration\b/, application.registrationNumber],
    [/\broll\b/, application.examRollNumber],
    [/\b(convocation|certificate) ?number\b|^number$/, sheet.number],
    [/\bcollege\b/, application.collegeId],
    [/\b(course|degree)\b/, course.id],
    [/\bacademic year\b/, application.academicYear],
    [/\bcertificate type\b|^type$/, application.certificateType ?? site.plan.type],
    [/\bpaper\b/, application.paperId],
    [/\bguide\b/, application.guideName ?? null],
    [/\bname\b/, application.candidateName],
    [/\b(printed|issued|given|date|on)\b/, dayBefore(0)],
    [/\b(remark|reason|note)\b/, 'The graduate brought the sheet'],
  ];
  const body: Json = {};
  const { schema } = operation.content['application/json']!;
  for (const leaf of leavesOf(schema)) {
    const isNeeded = (schema.required ?? []).includes(leaf.path[0]);
    const hit = known.find(([like]) => like.test(leaf.name));
    const fits = hit && (isUuid(leaf.schema) ? /^[0-9a-f]{8}-/.test(String(hit[1])) : true);
    if (fits) put(body, leaf.path, hit[1]);
    else if (enumOf(leaf.schema).length && isNeeded) put(body, leaf.path, enumOf(leaf.schema)[0]);
    else if (isNeeded && leaf.path.length === 1)
      throw new Error(`${operation.path} wants '${leaf.name}', for which the paper gives no value.`);
  }
  return person.ask('POST', operation.path, { body });
}

export async function confirmAgain(site: Site, person: Person, recorded: Answer): Promise<Answer> {
  const { path: base } = await recordAgainOperation(site.university.portal);
  const confirm = (await operationsOf(site.university.portal)).find(
    ({ method, path }) =>
      method === 'POST' && path.startsWith(`${base}/`) && /\{\w+\}\/(confirm|approve|agree)$/.test(path),
  );
  if (!confirm)
    throw new Error(`No operation ${base}/{id}/confirm lets a second person confirm what was recorded.`);
  const id = recorded.body?.id;
  if (!id) throw new Error(`${base} gave no id: ${recorded.text}`);
  return person.ask('POST', confirm.path.replace(/\{\w+\}/, id), {
    body: { ...(recorded.body.version ? { version: recorded.body.version } : {}) },
  });
}
