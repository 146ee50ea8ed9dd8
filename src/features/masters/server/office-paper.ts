import { actorOf, type RequestContext, type Services } from '#platform/server/context.ts';
import { type TypstDocument, textsIn } from '#platform/server/typst/typst-document.ts';
import { formatMoment } from '#shared/format.ts';
import { findAccentColour, findUniversity, readCrest, type University } from './university.ts';

/** Who issues a paper of the office, who prints it, and when. */
export type PaperHead = {
  university: University;
  /** PNG */
  crest: Uint8Array | null;
  colour: string | null;
  printedBy: string;
  printedAt: Date;
};

export async function readPaperHead(services: Services, context: RequestContext): Promise<PaperHead> {
  const university = await findUniversity(services.db);
  const crest = await readCrest(services, university);
  const colour = await findAccentColour(services.db);
  return { university, crest, colour, printedBy: actorOf(context).name, printedAt: new Date() };
}

const crestName = 'crest.png';
const indianWord = /\S*[\p{Script=Kannada}\p{Script=Devanagari}]\S*/gu;

/**
 * A paper in the one style of the office (`paper.typ`). Everything in `input` is printed, and what of it is in an Indian script is
 * copied from the paper as it was given.
 */
export function officePaper(
  { university, crest, colour, printedBy, printedAt }: PaperHead,
  { input, files, ...paper }: Omit<TypstDocument, 'exactTexts' | 'madeAt'>,
): TypstDocument {
  const { name, names, place } = university;
  const words = {
    ...input,
    university: { name, names, place },
    printed: `Printed on ${formatMoment(printedAt.toISOString())} IST by ${printedBy}`,
  };
  return {
    ...paper,
    input: { ...words, university: { ...words.university, crest: crest && crestName, colour } },
    files: { ...files, ...(crest && { [crestName]: crest }) },
    exactTexts: [...new Set(textsIn(words).flatMap((text) => text.match(indianWord) ?? []))],
    madeAt: printedAt,
  };
}
