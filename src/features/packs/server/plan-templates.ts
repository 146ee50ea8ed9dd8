import { isDeepStrictEqual } from 'node:util';
import { artworkOf } from '#features/certificates/server/typst/artwork.ts';
import { type Box, TemplateContent } from '#features/certificates/template.ts';
import { listNewest } from '#features/templates/server/templates.ts';
import type { Db } from '#platform/server/db/database.ts';
import { readKeys } from '#platform/server/db/identity.ts';
import { sha256Of } from '#platform/server/files/stored-files.ts';
import { t } from '#shared/words.ts';
import type { Pack, PackChange, PackFault, PackTemplate } from '../pack.ts';
import type { PackFiles } from './pack-files.ts';

type StoredTemplate = Awaited<ReturnType<typeof listNewest>>[number];
/** A template that the portal lacks, or whose newest version differs. */
export type PlannedTemplate = {
  /** Its path in the pack: `templates[1]`. */
  path: string;
  entry: PackTemplate;
  content: TemplateContent;
  known: StoredTemplate | null;
};
export type PlannedTemplates = { changed: PlannedTemplate[]; unchangedCount: number; faults: PackFault[] };

/** What an import would do to templates, which are matched by name. */
export async function planTemplates(
  db: Db,
  { templates, certificateTypes }: Pack,
  assets: PackFiles['assets'],
): Promise<PlannedTemplates> {
  if (templates.length === 0) return { changed: [], unchangedCount: 0, faults: [] };
  const known = await listNewest(db);
  const keys = await readKeys(
    db,
    [...templates, ...known].map(({ name }) => name),
  );
  const rows = await db.selectFrom('certificate_types').select('name').execute();
  const types = [...certificateTypes, ...rows].map(({ name }) => String(name));
  const planned = templates.map((entry, index) => {
    const before = known.find(({ name }) => keys.get(name) === keys.get(entry.name)) ?? null;
    const content = contentOf(entry, assets.get(entry.background), before?.content.drawing);
    return { path: `templates[${index}]`, entry, content, known: before };
  });
  const changed = planned.filter(
    ({ entry, content, known }) => entry.name !== known?.name || !isDeepStrictEqual(known.content, content),
  );
  return {
    changed,
    unchangedCount: planned.length - changed.length,
    faults: planned.flatMap((template) => faultOfType(template, types)),
  };
}

/**
 * The content as stored, with the background instead of its path. It takes the place of a drawing that an earlier
 * release stored, which no pack holds any more: a pack without one leaves the drawing as it is.
 */
function contentOf(
  { paper, background, boxes }: PackTemplate,
  own: Buffer | undefined,
  drawing: string | undefined,
): TemplateContent {
  if (own) return { paper, background: 'none', boxes, artwork: artworkOf(own) };
  const content = { paper, background: TemplateContent.shape.background.parse(background), boxes };
  return drawing === undefined ? content : { ...content, drawing };
}

function faultOfType({ path, entry, known }: PlannedTemplate, types: readonly string[]): PackFault[] {
  const { certificateType: found } = entry;
  const at = { path: `${path}.certificateType`, found };
  if (known && known.certificateType !== found)
    return [{ ...at, wanted: t`${known.certificateType}, which the template of this name is for.` }];
  return types.includes(found)
    ? []
    : [{ ...at, wanted: t`A certificate type of the pack or of the portal.` }];
}

export function changesOfTemplates({ changed }: PlannedTemplates): PackChange[] {
  return changed.map(({ entry, content, known }) => ({
    section: 'templates',
    name: entry.name,
    kind: known ? 'changed' : 'new',
    differences: known
      ? differencesBetween(known, { ...known, name: entry.name, content })
      : describeNewTemplate(entry),
  }));
}

function describeNewTemplate({
  certificateType,
  paper,
  background,
  boxes,
}: PackTemplate): PackChange['differences'] {
  const shown = { certificateType, paper, background, boxes: boxes.map((box) => shownBox(box)).join('; ') };
  return Object.entries(shown).map(([field, after]) => ({ field, before: '', after: shortened(after) }));
}

function differencesBetween(before: StoredTemplate, after: StoredTemplate): PackChange['differences'] {
  const [one, other] = [before.content, after.content];
  const fields = {
    name: [before.name, after.name],
    paper: [one.paper, other.paper],
    background: [shownBackground(one), shownBackground(other)],
    boxes: [describeDifferingBoxes(one.boxes, other.boxes), describeDifferingBoxes(other.boxes, one.boxes)],
  } as const;
  return Object.entries(fields)
    .filter(([, [one, other]]) => one !== other)
    .map(([field, [one, other]]) => ({ field, before: shortened(one), after: shortened(other) }));
}

function shownBackground({ background, artwork }: TemplateContent): string {
  return artwork === undefined ? background : t`own, ${sha256Of(Buffer.from(artwork)).slice(0, 12)}`;
}

/** If two boxes look the same in short form because only their style differs, shows all boxes in full. */
function describeDifferingBoxes(boxes: readonly Box[], others: readonly Box[]): string {
  const apart = boxes.flatMap((box, index) => {
    const other = others[index];
    return isDeepStrictEqual(box, other) ? [] : [{ box, other }];
  });
  const areAllDistinct = apart.every(
    ({ box, other }) => !other || shownBox(box, other) !== shownBox(other, box),
  );
  return apart
    .map(({ box, other }) => (areAllDistinct ? shownBox(box, other) : JSON.stringify(box)))
    .join('; ');
}

/** Kind, position and size in millimetres, and the lines that the other box does not have. */
function shownBox(box: Box, other?: Box): string {
  const { kind, x, y, width, height } = box;
  const wordingOf = (one: Box | undefined) => (one?.kind === 'text' ? one.lines.map(({ text }) => text) : []);
  const same = wordingOf(other);
  const words = wordingOf(box).filter((text) => !same.includes(text));
  return [`${kind} ${x}, ${y}, ${width} × ${height}`, ...words].join(' / ');
}

function shortened(text: string): string {
  return text.length > 400 ? `${text.slice(0, 399)}…` : text;
}
