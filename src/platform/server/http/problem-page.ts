import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answers } from '#platform/server/answers.ts';
import type { Db } from '#platform/server/db/database.ts';
import { type DomainError, domainError } from '#platform/server/domain-error.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { type Language, languages } from '#shared/languages.ts';
import { t } from '#shared/words.ts';

/**
 * Whether the URL was opened in a tab, where a JSON problem would be unreadable. Browsers say so (Fetch Metadata), but
 * not to a server without TLS.
 */
export function isOpenedInTab({ headers }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination ? destination === 'document' : (headers.accept?.startsWith('text/html') ?? false);
}

/** Sends a problem as an HTML page: one sentence in the reader's language, below the university's name. */
export async function sendProblemPage(
  db: Db,
  { request, reply, error }: { request: FastifyRequest; reply: FastifyReply; error: DomainError },
) {
  const language = await readersLanguage(db, request);
  // What is refused may be that the database cannot be reached.
  const university = await answers.signature(db, language).catch(() => null);
  const again = domainError as (code: ErrorCode, data: unknown) => DomainError;
  const { sentence, start } = inLanguage(language, () => ({
    sentence: again(error.code as ErrorCode, error.data).message,
    start: t`Go to the start page`,
  }));
  const nonce = randomBytes(16).toString('base64');
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', `default-src 'none'; style-src 'nonce-${nonce}'`)
    .send(`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(sentence)}</title>
<style nonce="${nonce}">
  :root { color-scheme: light dark; }
  body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1rem; }
  h1 { font-size: 1.5rem; line-height: 1.3; }
</style>
<main>
  <p>${escaped(university ?? '')}</p>
  <h1>${escaped(sentence)}</h1>
  <p><a href="/">${escaped(start)}</a></p>
</main>
</html>
`);
}

/** As set in the account, otherwise the browser's first language that the portal supports. */
async function readersLanguage(db: Db, { staffId, headers }: FastifyRequest): Promise<Language> {
  const wanted = (headers['accept-language'] ?? '').split(',').map((one) => one.trim().slice(0, 2));
  const known: readonly string[] = languages;
  const ofBrowser = (wanted.find((one) => known.includes(one)) as Language | undefined) ?? 'en';
  return staffId ? answers.languageOfPerson(db, staffId, ofBrowser).catch(() => ofBrowser) : ofBrowser;
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => entities[sign]!);
}
