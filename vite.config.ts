import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { type AnyContractRouter, minifyContractRouter } from '@orpc/contract';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import {
  type BuildOptions,
  build as buildWeb,
  defineConfig,
  type Plugin,
  type Rolldown,
  type UserConfig,
} from 'vite';
import { noncePlaceholder } from '#shared/screen-roots.ts';
import { writeEnglishCatalog } from './scripts/english-catalog.ts';
import { serveGuides } from './scripts/guides.ts';

const version = versionIn('package.json');
const api = process.env.API_ORIGIN ?? 'http://localhost:3000';
// The portal's own server sees the origin that the browser names, as behind any proxy.
const toServer = { target: api, changeOrigin: false };
// The guides are pages that only a build makes.
const proxy = { '/api': toServer, '/guide': toServer };

/**
 * A client needs the routes of its contract, not its schemas: those come with the forms that check by them. It saves
 * the first page a fifth of its JavaScript.
 */
function contractsWithoutSchemas(): Plugin {
  const routesOnly = '?routes';
  const composes = /\/src\/(?:features\/(?:[\w-]+\/)?features?|platform\/web\/api\/client)\.ts$/;
  return {
    name: 'contracts-without-schemas',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer || !composes.test(importer) || !/contract(?!\/platform-names)/.test(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && `${found.id}${routesOnly}`;
    },
    async load(id) {
      if (!id.endsWith(routesOnly)) return null;
      // Declares the errors that the contracts name.
      await import('#features/features.ts');
      const exported: Record<string, unknown> = await import(id.slice(0, -routesOnly.length));
      const contracts = Object.entries(exported).filter(([name]) => name.endsWith('Contract'));
      if (contracts.length === 0) throw new Error(`${id} has no contract: what it declares would be lost.`);
      return contracts
        .map(([name, contract]) => withoutSchemas(name, contract as AnyContractRouter))
        .join('\n');
    },
  };
}

function fileOf(source: string): string {
  return fileURLToPath(new URL(source, import.meta.url));
}

/** What the client supposes where nothing is said. */
const defaults = new Set<unknown>(['compact', 'everybody', 'POST']);

/** Without what only readers of the API's documentation or the server ask for, too. */
function withoutSchemas(name: string, contract: AnyContractRouter): string {
  const isForOthers = /^(summary|description|access|freshAuthentication|allowsAnyText|notFound)$/;
  const text = JSON.stringify(minifyContractRouter(contract), (key, value) =>
    isForOthers.test(key) || defaults.has(value) ? undefined : value,
  );
  return `export const ${name} = ${text};`;
}

/** An icon is one element of the page in place of two to seven: a list draws a hundred of them. */
function iconsOfOnePath(): Plugin {
  const join = (declaration: string, nodes: string) => {
    const parts = JSON.parse(nodes) as [tag: string, attributes: { d?: string; key: string }][];
    const isJoined = parts.every(
      ([tag, attributes]) =>
        tag === 'path' && attributes.d?.startsWith('M') && Object.keys(attributes).join() === 'd,key',
    );
    if (!isJoined) return declaration;
    const d = parts.map(([, attributes]) => attributes.d).join('');
    return `const __iconNode = ${JSON.stringify([['path', { d, key: 'svg-0' }]])};`;
  };
  return {
    name: 'icons-of-one-path',
    transform: {
      filter: { id: /\/@tabler\/icons-react\/dist\/esm\/icons\// },
      handler: (code) => ({ code: code.replace(/const __iconNode = (.*);/, join), map: null }),
    },
  };
}

/** React's own, with words in the language that is shown now. */
const wordedJsx = 'worded-jsx';

const base = {
  resolve: {
    alias: {
      [`${wordedJsx}/jsx-runtime`]: fileOf('src/platform/web/languages/jsx/jsx-runtime.ts'),
      [`${wordedJsx}/jsx-dev-runtime`]: fileOf('src/platform/web/languages/jsx/jsx-dev-runtime.ts'),
    },
  },
  // Not the option of the plugin, which has Vite bundle it beforehand as a package, catalogs and all.
  oxc: { jsx: { importSource: wordedJsx } },
  publicDir: 'src/platform/web/public',
  cacheDir: '.cache/vite',
  define: { __APP_VERSION__: JSON.stringify(version) },
  html: { cspNonce: noncePlaceholder },
  server: { proxy, watch: { ignored: ['**/data/**', '**/dist/**', '**/.cache/**'] } },
  preview: { proxy },
  worker: {
    format: 'es',
    // `web.ts` of the server knows by its name the one that may run WebAssembly.
    rolldownOptions: {
      output: {
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
} satisfies UserConfig;

const output = {
  outDir: 'dist/web',
  emptyOutDir: true,
  // The first versions that know light-dark(), oklch() and Promise.withResolvers: spring of 2024. An older
  // target lets the CSS compiler replace light-dark() by variables that nothing sets.
  target: ['chrome123', 'firefox121', 'safari17.5'],
  // A script or font inside a data: address would need a wider content security policy.
  assetsInlineLimit: 0,
  sourcemap: true,
  chunkSizeWarningLimit: 700,
} satisfies BuildOptions;

export default defineConfig({
  ...base,
  plugins: [englishCatalog(), ...plugins(), fewFiles(), serveGuides()],
  build: output,
});

/** Before anything reads the catalogs. */
function englishCatalog(): Plugin {
  return { name: 'english-catalog', config: writeEnglishCatalog };
}

function plugins() {
  return [
    contractsWithoutSchemas(),
    iconsOfOnePath(),
    react(),
    // A sentence without a translation fails the build.
    lingui({ failOnMissing: true, failOnCompileError: true }),
    // English stays in the code, so that the first page loads no catalog for it.
    expandMacros(),
    servePdfAssets(),
  ];
}

const firstPages = ['boot.ts', 'main.tsx', 'sign-in-page.tsx'];

/** What the macros of a file became: the second of the two builds has the same files as the first. */
const expanded = new Map<string, { code: string; result: unknown }>();

async function expandMacros(): Promise<Plugin> {
  const plugin = await babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' })] });
  const transform = plugin.transform as Rolldown.ObjectHook<Rolldown.FunctionPluginHooks['transform']>;
  if (typeof transform !== 'object')
    throw new Error('The Babel plugin transforms in another way than before.');
  const { handler } = transform;
  transform.handler = function (code, ...rest) {
    const [id] = rest;
    const earlier = expanded.get(id);
    if (earlier?.code === code) return earlier.result as ReturnType<typeof handler>;
    const result = handler.call(this, code, ...rest);
    expanded.set(id, { code, result });
    return result;
  };
  return plugin as Plugin;
}

/**
 * A dozen scripts a screen instead of a hundred: what the sign-in needs, the sentences of refusals, what the pages
 * of strangers need besides, the frame of the desks, what all lists and all forms are made of, what three
 * screens or more share of one feature, and each screen's own. What a page needs, to the module, is read from a build
 * that leaves every module where it is; not while the configuration is loaded, which other tools do too.
 */
function fewFiles(): Plugin {
  let sentences: string[] = [];
  let first = 0;
  return {
    name: 'few-files',
    apply: 'build',
    async config() {
      const chunks = await plainChunks();
      const ofFirst = sentencesIn(chunks, isFirst(chunks));
      first = ofFirst.length;
      sentences = [...new Set([...ofFirst, ...sentencesIn(chunks)])];
      return { build: { rolldownOptions: { output: groupsOfModules(chunks) } } };
    },
    transform: {
      filter: { id: /\.po(\?lingui)?$/ },
      handler(catalog, id) {
        const [from, to] = id.endsWith('?lingui') ? [first] : [0, id.endsWith('en.po') ? undefined : first];
        return { code: onlyThose(sentences.slice(from, to), catalog, from!), map: null, moduleType: 'js' };
      },
    },
    renderChunk: (code) => ({ code: numbered(sentences, code), map: null }),
  };
}

async function plainChunks(): Promise<Chunks> {
  const build = { ...output, write: false, minify: false, sourcemap: false };
  const built = await buildWeb({ ...base, configFile: false, logLevel: 'error', plugins: plugins(), build });
  const chunks: Chunks = new Map();
  for (const file of (built as Rolldown.RolldownOutput).output)
    if (file.type === 'chunk') chunks.set(file.fileName, file);
  return chunks;
}

/** As the macro names a sentence: by a hash of it. */
const named = /\bid: "([\w-]{6})"(?=,\s*message:)/g;

/**
 * The names of the sentences that the web says, which are fewer than those of the catalogs. What is built calls each by its
 * place here: hashes cannot be compressed, and were a quarter of a catalog.
 */
function sentencesIn(chunks: Chunks, isWanted = (_module: string) => true): string[] {
  const modules = [...chunks.values()].flatMap((chunk) => Object.entries(chunk.modules));
  const names = modules.flatMap(([id, { code }]) =>
    isWanted(id) ? [...(code ?? '').matchAll(named)].map(([, name]) => name!) : [],
  );
  if (names.length === 0) throw new Error('No sentence was found: does the macro name them in another way?');
  return [...new Set(names)];
}

/** What can be read before a session: the sign-in page with all its steps. */
function isFirst(chunks: Chunks): (module: string) => boolean {
  const modules = modulesOf(chunks, firstPages);
  return (id) => modules.has(id) || /\/src\/features\/auth\//.test(id);
}

/** As a list, because the places of sentences cannot be compressed either; the first of them is at `from`. */
function onlyThose(sentences: string[], catalog: string, from: number): string {
  const [, text] = /JSON\.parse\((".*")\)/s.exec(catalog)!;
  const messages = JSON.parse(JSON.parse(text!) as string) as Record<string, unknown>;
  const list = JSON.stringify(JSON.stringify(sentences.map((name) => messages[name])));
  return `export const messages = Object.fromEntries(JSON.parse(${list}).map((words, place) => [place + ${from}, words]));`;
}

function numbered(sentences: string[], code: string): string {
  const places = new Map(sentences.map((name, place) => [name, place]));
  return code.replace(named, (_, name: string) => {
    const place = places.get(name);
    if (place === undefined) throw new Error(`The first of the two builds has no sentence ${name}.`);
    return `id: "${place}"`;
  });
}

function groupsOfModules(chunks: Chunks) {
  const needed = (...pages: string[]) => modulesOf(chunks, pages);
  const shared = (...pages: string[]) => pages.map((page) => needed(page)).reduce(inBoth);
  const verify = needed('verify-page.tsx');
  const status = needed('status-page.tsx');
  const layers: [string, Set<string>][] = [
    ['sign-in', needed(...firstPages)],
    ['refusals', needed('error-messages.ts')],
    // What the two pages of strangers need beside their own features, so that no desk loads those.
    [
      'common',
      new Set([...verify, ...status].filter((id) => !/\/src\/features\/(verification|status)\//.test(id))),
    ],
    ['verify', verify],
    ['status', status],
    ['desk', needed('desk.tsx')],
    ['list', shared('colleges-page.tsx', 'students-page.tsx', 'staff-list-pages.tsx')],
    ['form', shared('college-form.tsx', 'student-form.tsx', 'staff-form.tsx')],
  ];
  return {
    // The first page has the names of all files: seven digits are enough to tell the versions of one name apart.
    hashCharacters: 'hex' as const,
    entryFileNames: 'assets/[name]-[hash:7].js',
    chunkFileNames: 'assets/[name]-[hash:7].js',
    assetFileNames: 'assets/[name]-[hash:7][extname]',
    // A module runs when it is first needed, not when the file that it shares is loaded: `boot.ts` comes first.
    strictExecutionOrder: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        ...layers.map(([name, modules], index) => ({
          name,
          test: (id: string) => modules.has(id),
          priority: layers.length - index,
        })),
        { name: partOf, minShareCount: 3 },
      ],
    },
  };
}

function inBoth(one: Set<string>, other: Set<string>): Set<string> {
  return new Set([...one].filter((id) => other.has(id)));
}

/** Calendars and each feature by themselves, so that no screen loads those of others. */
function partOf(id: string): string {
  if (/node_modules\/(@mantine\/dates|dayjs)\//.test(id)) return 'dates';
  return /src\/features\/([\w-]+)\//.exec(id)?.[1] ?? 'shared';
}

type Chunks = Map<string, Rolldown.OutputChunk>;

/** The modules in the files that pages load before they show anything. */
function modulesOf(chunks: Chunks, pages: string[]): Set<string> {
  const files = new Set<string>();
  const load = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const imported of chunks.get(file)!.imports) load(imported);
  };
  for (const page of pages) {
    const isPage = ({ moduleIds }: Rolldown.OutputChunk) => moduleIds.some((id) => id.endsWith(`/${page}`));
    load([...chunks.values()].find(isPage)!.fileName);
  }
  return new Set([...files].flatMap((file) => chunks.get(file)!.moduleIds));
}

function versionIn(manifest: string): string {
  const text = readFileSync(new URL(manifest, import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Fonts that a PDF names without carrying them, and decoders of scans: pdf.js asks for them by their names. */
function servePdfAssets(): Plugin {
  const root = new URL('node_modules/pdfjs-dist/', import.meta.url);
  // What stands below assets/ is kept for a year by browsers: a new version has new addresses.
  const place = `assets/pdfjs-${versionIn('node_modules/pdfjs-dist/package.json')}`;
  const wanted = { standard_fonts: /\.(pfb|ttf)$/, wasm: /nowasm_fallback\.js$/ };
  return {
    name: 'serve-pdf-assets',
    apply: 'build',
    generateBundle() {
      for (const [folder, pattern] of Object.entries(wanted)) {
        const directory = new URL(`${folder}/`, root);
        for (const file of readdirSync(directory).filter((name) => pattern.test(name)))
          this.emitFile({
            type: 'asset',
            fileName: `${place}/${folder}/${file}`,
            source: readFileSync(new URL(file, directory)),
          });
      }
    },
  };
}
