import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type Accent, accentOf } from '#shared/accent-colour.ts';
import { noncePlaceholder, screenRoots } from '#shared/screen-roots.ts';
import { contentSecurityPolicy, readerPolicy } from './content-security-policy.ts';

const directory = path.resolve(import.meta.dirname, '../../../../dist/web');
/** Written last by `npm run build`. */
const listOfFiles = `${directory}-files.json`;

/** Our own pages may use the camera for photos and codes; embedded content and other sensors may not be used. */
const permissionsPolicy = 'camera=(self), microphone=(), geolocation=()';

/** The built worker of `qr-worker.ts`, also compressed. */
const qrWorkerFile = /^qr-worker-[0-9a-f]+\.js(?:\.(?:br|gz))?$/;

/** The fault of the web build; null if every built file exists with its full length. */
export function screensFault(): string | null {
  const missing = missingFile();
  return missing && `The screens are not complete: ${missing} is missing. Build them: npm run build`;
}

/** With an incomplete web build, pages would stay blank without an error. */
export function assertScreensBuilt(): void {
  const fault = screensFault();
  if (fault) throw new Error(fault);
}

/** The first file of the web build that is missing or truncated; null if none. */
function missingFile(): string | null {
  const built = readList();
  if (!built) return listOfFiles;
  const files = Object.entries(built).map(([name, size]) => ({ file: path.join(directory, name), size }));
  const isThere = ({ file, size }: { file: string; size: number }) =>
    statSync(file, { throwIfNoEntry: false })?.size === size;
  return files.find((one) => !isThere(one))?.file ?? null;
}

function readList(): Record<string, number> | null {
  try {
    return JSON.parse(readFileSync(listOfFiles, 'utf8'));
  } catch {
    return null;
  }
}

/** The university's branding. */
export type PortalBranding = {
  /** Null until a university is set up. `names` are by language. */
  read(): Promise<{
    names: Record<string, string>;
    scripts: readonly string[];
    colour: string | null;
    crestKey: string | null;
  } | null>;
  /** PNG, small enough for a page; null if there is none. */
  readCrest(): Promise<Buffer | null>;
};

/** The part of the built page between these comments is the neutral branding without a university. */
const icon = /<link [^>]*>/;
const brandingBlock = /<!-- look -->[\s\S]*?<!-- end of look -->/;

/** Serves the web build: its files, and index.html for every URL of a screen. */
export async function registerWeb(
  app: FastifyInstance,
  { settings, log }: Services,
  look: PortalBranding,
): Promise<void> {
  // API tests run without a build.
  if (screensFault()) return;
  await app.register(staticFiles, {
    root: directory,
    wildcard: false,
    // `npm run build` stores compressed variants beside the files.
    preCompressed: true,
    index: false,
    // index.html is rendered for each request, only at the URLs of screens.
    globIgnore: ['index.html'],
    // Built assets have a hash in their names.
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (isHashed && qrWorkerFile.test(path.basename(file)))
        reply.header('content-security-policy', readerPolicy);
    },
  });
  const page = readFileSync(path.join(directory, 'index.html'), 'utf8');
  app.get('/crest.png', async (_request, reply) => {
    const png = await look.readCrest();
    if (!png) throw domainError('request.not_found');
    // A new crest has a new URL.
    return reply.type('image/png').header('cache-control', 'public, max-age=31536000, immutable').send(png);
  });
  app.get('/*', async (request, reply) => {
    const root = decodeURIComponent(request.url.split(/[/?]/, 2)[1] ?? '');
    const isScreen = screenRoots.includes(root);
    // A mistyped URL in a browser gets a page; monitors and scripts get the JSON problem.
    const isBrowser = request.headers.accept?.includes('text/html') ?? false;
    if (!isScreen && (!isBrowser || root === 'assets' || root === 'api'))
      throw domainError('request.not_found');
    const nonce = randomBytes(16).toString('base64');
    await reply.helmet({ contentSecurityPolicy: contentSecurityPolicy(settings.publicUrl, nonce) });
    return reply
      .status(isScreen ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('permissions-policy', permissionsPolicy)
      .send((await withLook(page)).replaceAll(noncePlaceholder, nonce));
  });

  /** Without a database the page is still shown, with the neutral branding. */
  async function withLook(plain: string): Promise<string> {
    const found = await look.read().catch((error) => {
      log.warn({ err: error }, 'the look of the university could not be read');
      return null;
    });
    return found ? plain.replace(brandingBlock, (own) => brandingOf(found, own)) : plain;
  }
}

function brandingOf(
  { names, scripts, colour, crestKey }: NonNullable<Awaited<ReturnType<PortalBranding['read']>>>,
  own: string,
): string {
  const crest = crestKey && `/crest.png?${createHash('sha256').update(crestKey).digest('hex').slice(0, 8)}`;
  const facts = JSON.stringify({ names, scripts, crest });
  return [
    crest ? `<link rel="icon" type="image/png" href="${crest}">` : (icon.exec(own)?.[0] ?? ''),
    `<meta name="university" content="${facts.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}">`,
    ...(colour === null ? [] : [styleOf(accentOf(colour))]),
  ].join('\n    ');
}

function styleOf({ hue, strength }: Accent): string {
  return [
    `<meta name="theme-color" content="oklch(0.29 ${(0.105 * strength).toFixed(3)} ${hue})">`,
    `<style nonce="${noncePlaceholder}">html:root{--university-hue:${hue};--university-strength:${strength}}</style>`,
  ].join('\n    ');
}
