import { existsSync } from 'node:fs';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { refusal } from '#server/refusal.ts';

const directory = path.resolve(import.meta.dirname, '../../../dist/web');

/** A page of ours may use the camera for photos and codes; nothing embedded in it, and no other sensor. */
const permissionsPolicy = 'camera=(self), microphone=(), geolocation=()';

function screensAreBuilt(): boolean {
  return existsSync(path.join(directory, 'index.html'));
}

/** A server without screens would answer every page with 'not found' and say nothing. */
export function assertScreensBuilt(): void {
  if (!screensAreBuilt()) throw new Error(`There are no screens in ${directory}. Build them: npm run build`);
}

/** Serves the built screens; every other address that is not the API's is a screen's, so it gets the page. */
export async function registerWeb(app: FastifyInstance): Promise<void> {
  // Tests of the API do without.
  if (!screensAreBuilt()) return;
  await app.register(staticFiles, {
    root: directory,
    wildcard: false,
    index: false,
    // Built files carry a hash in their names; the page itself is asked for again each time.
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', (request, reply) => {
    if (request.url.startsWith('/assets/')) throw refusal('request.not_found');
    return reply
      .header('cache-control', 'no-cache')
      .header('permissions-policy', permissionsPolicy)
      .sendFile('index.html');
  });
}
