import { z } from 'zod';
import { PlacedContent } from '#features/certificates/template.ts';
import { operation } from '#platform/contract/operation.ts';
import { Id } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { type PrintedScript, printedScripts } from '#shared/printed-scripts.ts';
import { t } from '#shared/words.ts';

/** The names in a preview: from applications and courses, or made-up difficult ones. */
export const sampleLabels = {
  longest: t`Longest names`,
  shortest: t`Shortest names`,
  ...(Object.fromEntries(
    Object.entries(printedScripts).map(([script, { name }]) => [script, t`Longest in ${name}`]),
  ) as Record<PrintedScript, string>),
  hardest: t`Hard names in all scripts`,
};
export type Sample = keyof typeof sampleLabels;

/** A line that does not come out as set in the template, by its position there; sizes in points. */
const LineFit = z.object({
  box: z.int(),
  line: z.int(),
  text: z.string(),
  state: z.enum(['smaller', 'too_long', 'outside']),
  size: z.number(),
  wantedSize: z.number(),
  floor: z.number(),
});
export type LineFit = z.infer<typeof LineFit>;

export const pictureContract = {
  drawTemplate: operation('POST /settings/templates/{id}/picture', {
    summary:
      'How a sheet of a template comes out, before it is saved: a PNG at screen resolution, marked SAMPLE, and every line that is set smaller or does not fit.',
    access: 'templates:edit',
    errors: ['templates.not_found', 'certificates.template_faulty'],
    reads: [],
  })
    .input(
      z.object({
        id: Id,
        content: PlacedContent,
        sample: z.enum(namesOf(sampleLabels)),
      }),
    )
    .output(
      z.object({
        /** Base64; not validated, to save time while dragging. */
        picture: z.string(),
        fits: z.array(LineFit),
      }),
    ),
};
