import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const src = path.resolve(import.meta.dirname, '../../..');

/** In the order in which they use each other: as one script they have one scope. */
const modules = [
  fileURLToPath(import.meta.resolve('canonicalize')),
  path.join(src, 'shared/chained-event.ts'),
  path.join(src, 'features/audit/verify-chain.ts'),
  path.join(src, 'features/audit/web/verify-in-browser.ts'),
];

let page: Promise<string> | undefined;

/** `verifier.html` with the modules that verify on the auditor's screen. */
export function verifierPage(): Promise<string> {
  page ??= assemble();
  return page;
}

async function assemble(): Promise<string> {
  const template = await readFile(path.join(import.meta.dirname, 'verifier.html'), 'utf8');
  const sources = await Promise.all(modules.map((file) => readFile(file, 'utf8')));
  const code = sources.map(withoutModules).join('\n');
  return template.replace('/* modules */', () => code);
}

function withoutModules(source: string): string {
  return withoutTypes(source)
    .replaceAll(/^import [^;]+;$/gm, '')
    .replaceAll(/^export (default )?/gm, '')
    .replaceAll(/\s+\n/g, '\n');
}

/** Without Node's warning that stripping is experimental: Node is pinned, and a test runs what comes of it. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
