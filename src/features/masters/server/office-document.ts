import { actorOf, type RequestContext, type Services } from '#platform/server/context.ts';
import { indianLetters } from '#platform/server/typst/fonts.ts';
import { type TypstDocument, textsIn } from '#platform/server/typst/typst-document.ts';
import { formatMoment } from '#shared/format.ts';
import type { Language } from '#shared/languages.ts';
import { t } from '#shared/words.ts';
import {
  findAccentColour,
  findUniversity,
  languageOfUniversity,
  readCrest,
  type University,
} from './university.ts';

/** The letterhead of an office document: the university, who printed it, and when. */
export type Letterhead = {
  university: University;
  /** The language in which the university writes to candidates. */
  language: Language;
  /** PNG */
  crest: Uint8Array | null;
  colour: string | null;
  printedBy: string;
  printedAt: Date;
};

export async function readLetterhead(services: Services, context: RequestContext): Promise<Letterhead> {
  const university = await findUniversity(services.db);
  const crest = await readCrest(services, university);
  const colour = await findAccentColour(services.db);
  const language = await languageOfUniversity(services.db);
  return { university, language, crest, colour, printedBy: actorOf(context).name, printedAt: new Date() };
}

const crestName = 'crest.png';
const indianWord = new RegExp(`\\S*${indianLetters}\\S*`, 'gu');

/**
 * A document in the office's common style (`paper.typ`). Everything in `input` is printed, and its words in Indian
 * scripts are embedded exactly for copying. `unprinted` serves accessibility: the title, descriptions of pictures.
 */
export function officeDocument(
  { university, crest, colour, printedBy, printedAt }: Letterhead,
  {
    input,
    unprinted,
    files,
    ...paper
  }: Omit<TypstDocument, 'exactTexts' | 'madeAt'> & { unprinted?: object },
): TypstDocument {
  const { name, names, place } = university;
  const words = {
    ...input,
    university: { name, names, place },
    printed: t`Printed on ${formatMoment(printedAt.toISOString())} IST by ${printedBy}`,
  };
  return {
    ...paper,
    input: { ...words, unprinted, university: { ...words.university, crest: crest && crestName, colour } },
    files: { ...files, ...(crest && { [crestName]: crest }) },
    exactTexts: [...new Set(textsIn(words).flatMap((text) => text.match(indianWord) ?? []))],
    madeAt: printedAt,
  };
}
