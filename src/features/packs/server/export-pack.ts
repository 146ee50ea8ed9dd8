import { buffer } from 'node:stream/consumers';
import { fileOfArtwork } from '#features/certificates/server/typst/artwork.ts';
import { entityOf, type Entry as PackEntry } from '#features/masters/server/entities.ts';
import { listNewest } from '#features/templates/server/templates.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { openBytes, sha256Of } from '#platform/server/files/stored-files.ts';
import { isBlank } from '#shared/declared-field.ts';
import {
  entityIn,
  masterOf,
  type PackTemplate,
  packFormat,
  type SectionName,
  sectionOrder,
} from '../pack.ts';
import { nameIn } from './check-pack.ts';
import type { PackFiles } from './pack-files.ts';

/**
 * The portal's masters, colleges and templates as a pack. Importing it into the same portal changes nothing;
 * importing it anywhere and exporting again gives the same pack.
 */
export async function exportPack(
  services: Pick<Services, 'db' | 'files'>,
  { withSignatures }: { withSignatures: boolean },
): Promise<PackFiles & { name: string }> {
  const assets = new Map<string, Buffer>();
  const sections: [SectionName, PackEntry[]][] = [];
  for (const section of sectionOrder) {
    const entries: PackEntry[] = [];
    for (const { entry } of await entityOf(entityIn(section)).list(services.db)) {
      const files = Object.entries(masterOf(section)?.fields ?? {}).filter(([, { kind }]) => kind === 'file');
      const paths: PackEntry = {};
      for (const [field] of files) {
        const isLeftOut = section === 'offices' && !withSignatures;
        paths[field] = isLeftOut ? '' : await addAsset(services, String(entry[field]), assets);
      }
      entries.push(withoutBlanks({ ...entry, ...paths }));
    }
    const byName = (one: PackEntry, other: PackEntry) =>
      nameIn(section, one).localeCompare(nameIn(section, other), 'en');
    sections.push([section, entries.toSorted(byName)]);
  }
  const ofSections = Object.fromEntries(sections) as Record<SectionName, PackEntry[]>;
  const name = packNameOf(String(ofSections.university[0]?.name ?? ''));
  const templates = await templatesOf(services.db, assets);
  const pack = { format: packFormat, name, ...ofSections, templates };
  return { name, json: `${JSON.stringify(pack, null, 2)}\n`, assets };
}

/** The newest version of each template, without a drawing of an earlier release; backgrounds become separate files. */
async function templatesOf(db: Db, assets: Map<string, Buffer>): Promise<PackTemplate[]> {
  return (await listNewest(db)).map(({ name, certificateType, design, content }) => {
    const { artwork, drawing: _, ...placed } = content;
    const template = { name, certificateType, design: design as PackTemplate['design'], ...placed };
    if (artwork === undefined) return template;
    const { ending, bytes } = fileOfArtwork(artwork);
    const background = `assets/background-${sha256Of(bytes).slice(0, 12)}.${ending}`;
    assets.set(background, bytes);
    return { ...template, background };
  });
}

/** The first word of the university's name, such as `vishwavidya`. */
function packNameOf(university: string): string {
  const [first] = university.toLowerCase().match(/[a-z][a-z0-9-]+/) ?? [];
  return first?.slice(0, 40) ?? 'university';
}

/** Adds the uploaded bytes under a name derived from their content. */
async function addAsset(
  services: Pick<Services, 'db' | 'files'>,
  id: string,
  assets: Map<string, Buffer>,
): Promise<string> {
  if (id === '') return '';
  const file = await services.db
    .selectFrom('files')
    .select(['kind', 'sha256', 'original_key', 'storage_key', 'media_type'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const ending = file.media_type === 'image/svg+xml' ? 'svg' : 'png';
  const path = `assets/${file.kind}-${file.sha256.slice(0, 12)}.${ending}`;
  assets.set(path, await buffer(await openBytes(services, file.original_key ?? file.storage_key)));
  return path;
}

function withoutBlanks(entry: PackEntry): PackEntry {
  const given = Object.entries(entry).filter(([, value]) => value !== null && !isBlank(value as string));
  return Object.fromEntries(given);
}
