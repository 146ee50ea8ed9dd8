import { domainError } from '#platform/server/domain-error.ts';
import { renderDocument } from './render-document.ts';
import { RenderError } from './render-error.ts';
import type { TypstDocument } from './typst-document.ts';

/** Renders what somebody waits for; letters that no font has are a refusal that names them. */
export async function renderPaper(document: TypstDocument): Promise<Uint8Array> {
  try {
    return await renderDocument(document);
  } catch (error) {
    if (!(error instanceof RenderError) || error.code !== 'letters_missing') throw error;
    throw domainError('papers.letters_missing', { letters: error.letters.join(' ') });
  }
}
