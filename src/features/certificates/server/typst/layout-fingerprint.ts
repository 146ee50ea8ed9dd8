import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import type { University } from '#features/masters/server/university.ts';
import { fontPaths } from '#platform/server/typst/fonts.ts';
import type { TemplateContent } from '../../template.ts';
import { certificateTemplate } from './certificate-document.ts';

const rendererHash = hashOfRenderer(fontPaths());

/**
 * SHA-256 of a template's canonical JSON (RFC 8785), the key under which it is stored once a sheet is printed from it.
 */
export function hashOfTemplate(template: TemplateContent): string {
  const known = hashes.get(template) ?? hashOf(template);
  hashes.set(template, known);
  return known;
}

/** Cached, because a run computes it for each sheet. */
const hashes = new WeakMap<TemplateContent, string>();

/** The version shown to people: the first characters of the template's hash. */
export function versionOfTemplate(template: TemplateContent): string {
  return hashOfTemplate(template).slice(0, 8);
}

/**
 * SHA-256 over everything that determines a certificate's look, apart from candidate and signatories: renderer and
 * fonts, template, university, certificate type and colour. Of the paper, only its colour matters.
 */
export function layoutFingerprint(
  layout: { university: University; certificateType: string; template: TemplateContent; colour: string },
  renderer = rendererHash,
): string {
  const { university, certificateType, template } = layout;
  const { name, names, place, crestKey } = university;
  const colour = layout.colour.trim().toLowerCase();
  return hashOf({
    renderer,
    template: hashOfTemplate(template),
    university: { name, names, place, crestKey },
    certificateType,
    colour,
  });
}

function hashOf(value: object): string {
  return createHash('sha256').update(canonicalize(value)!).digest('hex');
}

/** SHA-256 over what draws every template: Typst files, fonts and the renderer's version. */
export function hashOfRenderer(fonts: readonly string[]): string {
  const { folder } = certificateTemplate;
  const { version } = createRequire(import.meta.url)(
    '@myriaddreamin/typst-ts-node-compiler/package.json',
  ) as { version: string };
  const files = [
    ...readdirSync(folder)
      .sort()
      .map((name) => join(folder, name)),
    ...fonts,
  ];
  const hash = createHash('sha256').update(version);
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}
