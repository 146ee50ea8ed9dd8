import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate';
import { domainError } from '#platform/server/domain-error.ts';

/** A pack as read: `pack.json` and the pictures by path. */
export type PackFiles = { json: string; assets: ReadonlyMap<string, Buffer> };

const maximumBytes = 40 * 1024 * 1024;
const maximumFiles = 200;

/** Reads a folder, a zip of one, or `pack.json` alone. */
export async function readPackFiles(place: string): Promise<PackFiles> {
  const { isFile, size } = await stat(place).then((found) => ({ isFile: found.isFile(), size: found.size }));
  if (isFile) {
    if (size > maximumBytes) throw domainError('packs.too_large');
    return readPackBytes(await readFile(place));
  }
  const folder = path.join(place, 'assets');
  const names = await readdir(folder).catch(() => []);
  const assets = names.map(
    async (name) => [`assets/${name}`, await readFile(path.join(folder, name))] as const,
  );
  const json = await readFile(path.join(place, 'pack.json'), 'utf8').catch(() => {
    throw domainError('packs.no_json');
  });
  return { json, assets: new Map(await Promise.all(assets)) };
}

/** Reads the bytes of a zip, or of `pack.json` alone. */
export function readPackBytes(bytes: Buffer): PackFiles {
  if (!bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
    return { json: bytes.toString('utf8'), assets: new Map() };
  const files = unzip(bytes);
  const json = Object.keys(files).find((name) => path.posix.basename(name) === 'pack.json');
  if (json === undefined) throw domainError('packs.no_json');
  // A zip may wrap everything in one folder.
  const folder = json.slice(0, -'pack.json'.length);
  const assets = Object.entries(files)
    .filter(([name]) => name.startsWith(`${folder}assets/`))
    .map(([name, content]) => [name.slice(folder.length), Buffer.from(content)] as const);
  return { json: Buffer.from(files[json]!).toString('utf8'), assets: new Map(assets) };
}

/** Checks the sizes in the zip's directory against the limits before unpacking anything. */
function unzip(bytes: Buffer): Record<string, Uint8Array> {
  let total = 0;
  let count = 0;
  const isWanted = ({ name, originalSize }: UnzipFileInfo) => {
    total += originalSize;
    count += 1;
    if (total > maximumBytes || count > maximumFiles) throw domainError('packs.too_large');
    return !name.endsWith('/');
  };
  try {
    return unzipSync(bytes, { filter: isWanted });
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'packs.too_large'
      ? error
      : domainError('packs.damaged');
  }
}

export function zipPack({ json, assets }: PackFiles): Uint8Array {
  // Pictures are already compressed. A fixed date makes equal exports byte-identical.
  const stored = { level: 0, mtime: '1980-01-01' } as const;
  const pictures = [...assets].map(([name, bytes]) => [name, [bytes, stored]] as const);
  return zipSync({
    'pack.json': [Buffer.from(json), { level: 6, mtime: '1980-01-01' }],
    ...Object.fromEntries(pictures),
  });
}
