import { domainError } from '#platform/server/domain-error.ts';
import { renderDocument } from './render-document.ts';
import { RenderError } from './render-error.ts';
import type { TypstDocument } from './typst-document.ts';

/** Renders a PDF that somebody waits for; what cannot be printed is a domain error that names it. */
export async function renderPdf(document: TypstDocument): Promise<Uint8Array> {
  try {
    return await renderDocument(document);
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    const { code, letters } = error;
    if (code === 'letters_missing')
      throw domainError('papers.letters_missing', { letters: letters.join(' ') });
    if (code === 'text_not_exact' || code === 'text_too_long')
      throw domainError(`papers.${code}`, { text: letters.join(' ') });
    throw error;
  }
}
