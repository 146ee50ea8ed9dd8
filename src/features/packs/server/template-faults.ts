import { isUtf8 } from 'node:buffer';
import { checkDrawing } from '#features/certificates/server/drawings/check-drawing.ts';
import { TemplateContent } from '#features/certificates/template.ts';
import { maskAadhaar } from '#shared/aadhaar.ts';
import { t } from '#shared/words.ts';
import type { Pack, PackFault } from '../pack.ts';
import type { PackFiles } from './pack-files.ts';

/** Faults of templates apart from what their drawings do. */
export function templateFaults(
  { templates, certificateTypes }: Pack,
  assets: PackFiles['assets'],
): PackFault[] {
  const types = certificateTypes.map(({ name }) => String(name));
  const faults: PackFault[] = [];
  for (const [index, { name, certificateType, drawing }] of templates.entries()) {
    const path = `templates[${index}]`;
    const isRepeated = templates
      .slice(0, index)
      .some((earlier) => earlier.name.toLowerCase() === name.toLowerCase());
    if (isRepeated)
      faults.push({ path, found: name, wanted: t`A name of its own; an entry before it has the same.` });
    // If the pack has no certificate types, those of the portal are meant.
    if (types.length > 0 && !types.includes(certificateType))
      faults.push({
        path: `${path}.certificateType`,
        found: certificateType,
        wanted: t`One of certificateTypes: ${types.slice(0, 6).join(', ')}`,
      });
    const source = drawing === undefined ? null : assets.get(drawing);
    if (source === undefined)
      faults.push({ path: `${path}.drawing`, found: drawing!, wanted: t`A file that the pack has.` });
    else if (source && !isSource(source))
      faults.push({
        path: `${path}.drawing`,
        found: drawing!,
        wanted: t`Typst source in UTF-8 of at most 50,000 characters.`,
      });
  }
  return faults;
}

function isSource(bytes: Buffer): boolean {
  return (
    isUtf8(bytes) &&
    // A PostgreSQL text cannot contain NUL.
    !bytes.includes(0) &&
    TemplateContent.shape.drawing.safeParse(bytes.toString('utf8')).success
  );
}

/** Faults of drawings by line; stops after the first faulty drawing, which may have had to be aborted. */
export async function drawingFaults({ templates }: Pack, { assets }: PackFiles): Promise<PackFault[]> {
  for (const [index, { drawing, paper }] of templates.entries()) {
    const source = drawing === undefined ? undefined : assets.get(drawing)?.toString('utf8');
    if (source === undefined) continue;
    const lines = source.split('\n');
    const faults = await checkDrawing({ source, paper });
    if (faults.length === 0) continue;
    return faults.map(({ line, said, wanted }) => ({
      path: `templates[${index}].drawing`,
      found: shownLine(t`line ${line} of ${drawing!}: ${lines[line - 1]?.trim() ?? ''}`, said),
      wanted,
    }));
  }
  return [];
}

function shownLine(line: string, said = ''): string {
  const masked = maskAadhaar(line);
  const short = masked.length > 160 ? `${masked.slice(0, 159)}…` : masked;
  return said === '' ? short : `${short} (${said})`;
}
