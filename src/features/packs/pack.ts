import { z } from 'zod';
import { PlacedContent } from '#features/certificates/template.ts';
import { CollegeEntry } from '#features/colleges/contract.ts';
import { type AnyMaster, masters } from '#features/masters/declared/masters.ts';
import type { EntityName } from '#features/masters/entities.ts';
import { NewTemplate } from '#features/templates/contract.ts';
import { mapFields, presetOf } from '#shared/declared-field.ts';
import { reportCrossFieldErrors, ruleOf } from '#shared/declared-schema.ts';
import { Id } from '#shared/fields.ts';
import { t } from '#shared/words.ts';

/** The version of the pack format; any other is rejected. */
export const packFormat = 1;

/** A picture next to `pack.json`: `assets/crest.svg`. */
const AssetPath = z
  .string()
  .regex(/^assets\/[\w.-]+$/, t`A file of the folder assets, for example assets/crest.svg.`);

/** The layout of a certificate type. An import creates or updates the draft of the template with this name. */
const PackTemplate = z.strictObject({
  ...NewTemplate.shape,
  ...PlacedContent.shape,
  background: z.union([PlacedContent.shape.background, AssetPath], {
    error: t`ornamental, modern, none, or a file of the folder assets, for example assets/border.svg.`,
  }),
  drawing: z.never(t`No Typst drawing; a background is an SVG, PNG or JPEG of the folder assets.`).optional(),
});
export type PackTemplate = z.infer<typeof PackTemplate>;

/** The keys of `pack.json` that hold masters, ordered so that entries come after what they refer to. */
const masterSections = {
  university: masters.university,
  courses: masters.courses,
  numberSeries: masters.number_series,
  certificateTypes: masters.certificate_types,
  offices: masters.offices,
  convocations: masters.convocations,
  feeSchedule: masters.fee_schedule,
  choices: masters.choices,
  papers: masters.papers,
  inks: masters.inks,
} as const satisfies Record<string, AnyMaster>;
type MasterSection = keyof typeof masterSections;

/** An entry as in the API, but with files by path, and with defaults for empty fields. */
function sectionSchema({ fields }: AnyMaster) {
  const rules = mapFields(fields, (field) => {
    if (field.kind === 'file') return z.union([z.literal(''), AssetPath]).default('');
    const rule = ruleOf(field);
    const preset = presetOf(field);
    return preset === undefined ? rule : rule.default(preset);
  });
  return z.array(z.strictObject(rules).superRefine(reportCrossFieldErrors(fields))).default([]);
}

const masterShape = Object.fromEntries(
  Object.entries(masterSections).map(([section, master]) => [section, sectionSchema(master)]),
) as Record<MasterSection, ReturnType<typeof sectionSchema>>;

/** `pack.json`: all masters of a university, its colleges and templates, but no people. */
export const Pack = z.strictObject({
  $schema: z.string().optional(),
  format: z.literal(packFormat, t`1, the format that this portal reads.`),
  /** Used in file names and reports: `vishwavidya`. */
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,40}$/, t`Small letters, digits and hyphens, for example vishwavidya.`),
  ...masterShape,
  colleges: z.array(CollegeEntry.strict()).default([]),
  templates: z.array(PackTemplate).max(40).default([]),
});
export type Pack = z.infer<typeof Pack>;
export type SectionName = MasterSection | 'colleges';

export const sectionOrder = [
  'university',
  'courses',
  'numberSeries',
  'certificateTypes',
  'papers',
  'inks',
  'colleges',
  'offices',
  'convocations',
  'feeSchedule',
  'choices',
] as const satisfies readonly SectionName[];

/** The master of a section; undefined for colleges. */
export function masterOf(section: SectionName): AnyMaster | undefined {
  return (masterSections as Partial<Record<SectionName, AnyMaster>>)[section];
}

/** The name of a section's records outside packs. */
export function entityIn(section: SectionName): EntityName {
  return section === 'colleges' ? section : masterSections[section].name;
}

/** A fault of a pack and its path: `courses[3].level`. */
export const PackFault = z.object({ path: z.string(), found: z.string(), wanted: z.string() });
export type PackFault = z.infer<typeof PackFault>;

/** What an import would do to one record. */
export const PackChange = z.object({
  section: z.enum([...sectionOrder, 'templates']),
  name: z.string(),
  kind: z.enum(['new', 'changed']),
  /** The differing fields, with the portal's value and the pack's. */
  differences: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type PackChange = z.infer<typeof PackChange>;

export const PackReport = z.object({
  name: z.string(),
  faults: z.array(PackFault),
  changes: z.array(PackChange),
  /** Records that already match the pack. */
  unchangedCount: z.number().int(),
  /** After an import: the proposal that waits for a second person. */
  proposalId: Id.nullable(),
});
export type PackReport = z.infer<typeof PackReport>;
