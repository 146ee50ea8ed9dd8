import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import type { Plugin, Rolldown } from 'vite';
import { guidePath } from '#shared/guide-path.ts';
import { type Language, languageNames, languages } from '#shared/languages.ts';
import { type Role, roles } from '#shared/roles.ts';

const docs = path.resolve(import.meta.dirname, '../docs');

/** The Markdown file of a guide, within docs/guide. */
export function guideFile(role: Role, language: Language): string {
  return path.basename(guidePath(role, language)).replace(/\.html$/, '.md');
}

/** Adds the guides of docs/guide as static pages without scripts to the portal, which may have no internet access. */
export function serveGuides(): Plugin {
  return {
    name: 'serve-guides',
    apply: 'build',
    generateBundle: {
      // After the screens' fonts have got their file names.
      order: 'post',
      handler(_options, bundle) {
        const emit = (fileName: string, source: string | Buffer) =>
          this.emitFile({ type: 'asset', fileName: `guide/${fileName}`, source });
        emit('guide.css', fontsOf(bundle) + readFileSync(new URL('guide.css', import.meta.url), 'utf8'));
        for (const role of roles)
          for (const language of languages)
            emit(path.basename(guidePath(role, language)), guidePage(role, language));
        for (const language of languages)
          for (const picture of readdirSync(path.join(docs, 'images/guide', language)))
            emit(`${language}/${picture}`, readFileSync(path.join(docs, 'images/guide', language, picture)));
      },
    },
  };
}

/** The screens' @font-face rules; the URLs in them are absolute. */
function fontsOf(bundle: Rolldown.OutputBundle): string {
  const styles = Object.values(bundle).filter((file) => file.fileName.endsWith('.css'));
  const rules = styles.flatMap((file) =>
    file.type === 'asset' ? (String(file.source).match(/@font-face\s*\{[^}]*\}/g) ?? []) : [],
  );
  return [...new Set(rules)].join('\n');
}

/** A guide as an HTML page. */
export function guidePage(role: Role, language: Language): string {
  const text = readFileSync(path.join(docs, 'guide', guideFile(role, language)), 'utf8');
  const title = /^# (.+)$/m.exec(text)![1]!;
  const body = new Marked({ async: false }).parse(text.replaceAll('](../images/guide/', ']('));
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Dikshant</title>
    <link rel="stylesheet" href="guide.css">
  </head>
  <body>
    <nav>${languages.map((other) => languageLink(role, other, language)).join(' ')}</nav>
    <main>
${body}    </main>
  </body>
</html>
`;
}

function languageLink(role: Role, language: Language, shown: Language): string {
  const current = language === shown ? ' aria-current="page"' : '';
  const href = path.basename(guidePath(role, language));
  return `<a href="${href}" lang="${language}" hreflang="${language}"${current}>${languageNames[language]}</a>`;
}
