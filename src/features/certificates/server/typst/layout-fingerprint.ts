import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import type { University } from '#features/masters/server/university.ts';
import { certificateTemplate } from './certificate-document.ts';

/** SHA-256 over the template's files with their names. The signatories stand in them. */
const templateHash = hashOfFolder(certificateTemplate.folder);

/** Names the template to people: the first characters of its hash. */
export const templateVersion = templateHash.slice(0, 8);

/**
 * SHA-256 over everything that decides how a certificate looks, besides the candidate: template, signatories, university,
 * certificate type and colour. Of the paper only its colour shows.
 */
export function layoutFingerprint(layout: {
  university: University;
  certificateType: string;
  colour: string;
}): string {
  const { university, certificateType } = layout;
  const { name, names, place, crestKey } = university;
  const colour = layout.colour.trim().toLowerCase();
  return createHash('sha256')
    .update(
      canonicalize({
        template: templateHash,
        university: { name, names, place, crestKey },
        certificateType,
        colour,
      })!,
    )
    .digest('hex');
}

function hashOfFolder(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    const bytes = readFileSync(join(folder, name));
    hash.update(`${name} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
