import { isUtf8 } from 'node:buffer';
import { artworkOf } from '#features/certificates/server/typst/artwork.ts';
import { certificateDocument } from '#features/certificates/server/typst/certificate-document.ts';
import { sampleWords } from '#features/certificates/server/typst/sample-words.ts';
import type { TemplateContent } from '#features/certificates/template.ts';
import { cleanPicture } from '#platform/server/files/clean-copies.ts';
import { detectContent } from '#platform/server/files/receive-file.ts';
import { renderDocument } from '#platform/server/typst/render-document.ts';
import { RenderError } from '#platform/server/typst/render-error.ts';
import { t } from '#shared/words.ts';
import type { Pack, PackFault } from '../pack.ts';
import type { PackFiles } from './pack-files.ts';
import { refusalOf } from './picture-faults.ts';

/** Faults of templates apart from the content of their backgrounds. */
export function templateFaults(
  { templates, certificateTypes }: Pack,
  assets: PackFiles['assets'],
): PackFault[] {
  const types = certificateTypes.map(({ name }) => String(name));
  const faults: PackFault[] = [];
  for (const [index, { name, certificateType, background }] of templates.entries()) {
    const path = `templates[${index}]`;
    const isRepeated = templates
      .slice(0, index)
      .some((earlier) => earlier.name.toLowerCase() === name.toLowerCase());
    if (isRepeated)
      faults.push({ path, found: name, wanted: t`A different name; an earlier entry has the same one.` });
    // If the pack has no certificate types, those of the portal are meant.
    if (types.length > 0 && !types.includes(certificateType))
      faults.push({
        path: `${path}.certificateType`,
        found: certificateType,
        wanted: t`One of certificateTypes: ${types.slice(0, 6).join(', ')}`,
      });
    if (background.startsWith('assets/') && !assets.has(background))
      faults.push({
        path: `${path}.background`,
        found: background,
        wanted: t`A file that the pack has.`,
      });
  }
  return faults;
}

const backgroundTypes: (string | null)[] = ['image/svg+xml', 'image/png', 'image/jpeg'];
const maximumBytes = 2 * 1024 * 1024;

/** Backgrounds that are no pictures or that cannot be printed. */
export async function backgroundFaults({ templates }: Pack, { assets }: PackFiles): Promise<PackFault[]> {
  const faults: PackFault[] = [];
  for (const [index, { background: found, paper }] of templates.entries()) {
    const bytes = assets.get(found);
    const wanted = bytes && (await refusalOf(() => faultOf(bytes, paper)));
    if (wanted) faults.push({ path: `templates[${index}].background`, found, wanted });
  }
  return faults;
}

async function faultOf(bytes: Buffer, paper: TemplateContent['paper']): Promise<string | null> {
  const found = detectContent(bytes);
  // A PostgreSQL text cannot contain NUL.
  const isText = isUtf8(bytes) && !bytes.includes(0);
  const isKnown = backgroundTypes.includes(found) && (found !== 'image/svg+xml' || isText);
  if (!isKnown || bytes.length > maximumBytes) return t`An SVG in UTF-8, a PNG or a JPEG, of at most 2 MiB.`;
  await cleanPicture('template_scan', bytes);
  try {
    await renderDocument(sampleDocument({ paper, background: 'none', boxes: [], artwork: artworkOf(bytes) }));
    return null;
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return t`A background that can be printed. The renderer reports: ${error.message}`;
  }
}

/** One sheet, drawn in a process with the limits of print files. */
function sampleDocument(template: TemplateContent) {
  const sheet = { words: sampleWords, languages: [], signatures: { left: null, right: null } };
  return certificateDocument({
    template,
    crest: null,
    offset: { xMm: 0, yMm: 0 },
    boundAt: new Date(0),
    sheets: [{ ...sheet, colour: '', photo: new Uint8Array(), verifyUrl: 'https://example.org/verify' }],
  });
}
