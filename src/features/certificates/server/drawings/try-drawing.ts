import { RenderError } from '#platform/server/typst/render-error.ts';
import { type RenderLimits, TypstProcess } from '#platform/server/typst/typst-process.ts';
import { t } from '#shared/words.ts';
import type { TemplateContent } from '../../template.ts';
import { certificateDocument, drawingName } from '../typst/certificate-document.ts';
import type { CertificateSheet } from '../typst/certificate-sheet.ts';
import { sampleWords } from '../typst/sample-words.ts';
import type { DrawingFault } from './forbidden-words.ts';
import { readSource } from './read-source.ts';

/** A drawing as it comes in a pack. */
export type Drawing = { source: string; paper: TemplateContent['paper'] };

/** If this many sheets fit these limits, a part of a print file fits its own (`render-document.ts`). */
const sheetCount = 20;
const limits: RenderLimits = {
  heapMb: 256,
  residentMb: 700,
  baseMs: 30_000,
  perPageMs: 0,
  memoryCheckMs: 20,
};
/** For all sheets, and for each part while searching for the line. */
const patience = { wholeMs: 8_000, partMs: 3_000, searchMs: 30_000 };
type Patience = typeof patience;

const ended = {
  renderer_timed_out: t`${sheetCount} sheets drawn within ${patience.wholeMs / 1000} seconds.`,
  renderer_out_of_memory: t`${sheetCount} sheets drawn in ${limits.residentMb} MB of memory.`,
  renderer_crashed: t`A drawing that Typst does not break down at.`,
} as const;

let last: Promise<unknown> = Promise.resolve();

/**
 * Draws sample sheets, with all fields and with the fewest, in a separate process with limits on time and memory.
 * Returns what stopped it and at which line. One drawing at a time; others wait.
 */
export function tryDrawing(
  { source, paper }: Drawing,
  { wholeMs, partMs, searchMs }: Patience = patience,
): Promise<DrawingFault | null> {
  const attempts = new Attempts(paper);
  const tried = last
    .then(() => faultOf(source, attempts, { wholeMs, partMs, searchMs }))
    .finally(() => attempts.close());
  // The caller gets the error; the next drawing only waits for the end.
  last = tried.catch(() => {});
  return tried;
}

async function faultOf(source: string, attempts: Attempts, patient: Patience): Promise<DrawingFault | null> {
  const error = await attempts.draw(source, patient.wholeMs);
  if (!error) return null;
  const search = (isFault: (error: RenderError) => boolean) =>
    findLine(source, { attempts, isFault, patient });
  if (isEnded(error)) return { line: await search(isEnded), wanted: ended[error.code] };
  if (error.code !== 'not_compiled') throw error;
  const line = isInDrawing(error)
    ? error.at!.line
    : await search((other) => isEnded(other) || (other.code === error.code && !isInDrawing(other)));
  return {
    line,
    said: messageOf(error),
    wanted: t`Typst that can be drawn for every sheet, also without rank, class, subject and names in other languages.`,
  };
}

function isInDrawing({ at }: RenderError): boolean {
  return at?.file === drawingName;
}

function isEnded(error: RenderError): error is RenderError & { code: keyof typeof ended } {
  return Object.hasOwn(ended, error.code);
}

/** Errors found only on export carry the compiler's internal representation; takes the message from it. */
function messageOf({ message }: RenderError): string {
  const [, told] = /message: "((?:[^"\\]|\\.)*)"/.exec(message) ?? [];
  return told?.replaceAll(/\\(.)/g, '$1') ?? message;
}

const drawsNothing = '#let draw(sheet) = []';

type Search = { attempts: Attempts; isFault: (error: RenderError) => boolean; patient: Patience };

/** The last line of the shortest prefix that parses, with its brackets closed, and has the fault. */
async function findLine(source: string, { attempts, isFault, patient }: Search): Promise<number> {
  const lines = source.split('\n');
  const { closers, words } = readSource(source);
  const drawnFrom = words.find(({ text, isDefined }) => isDefined && text === 'draw')?.line ?? 0;
  /** Null where the source cannot end there. */
  const isFaultUntil = async (line: number): Promise<boolean | null> => {
    const close = closers[line - 1] ?? null;
    if (close === null) return null;
    const beginning = [...lines.slice(0, line), close, ...(line < drawnFrom ? [drawsNothing] : [])];
    const error = await attempts.draw(beginning.join('\n'), patient.partMs);
    return error && isOfGrammar(error) ? null : error !== null && isFault(error);
  };
  const deadline = performance.now() + patient.searchMs;
  let [good, bad] = [0, lines.length];
  while (bad - good > 1 && performance.now() < deadline) {
    const middle = Math.floor((good + bad) / 2);
    const between = Array.from({ length: bad - good - 1 }, (_, index) => good + 1 + index);
    const [before, behind] = [
      between.filter((line) => line < middle),
      between.filter((line) => line >= middle),
    ];
    const found = await firstThatParses([...behind, ...before.reverse()], isFaultUntil);
    if (!found) break;
    if (found.isFault) bad = found.line;
    else good = found.line;
  }
  return bad;
}

async function firstThatParses(
  lines: readonly number[],
  isFaultUntil: (line: number) => Promise<boolean | null>,
): Promise<{ line: number; isFault: boolean } | null> {
  for (const line of lines) {
    const isFault = await isFaultUntil(line);
    if (isFault !== null) return { line, isFault };
  }
  return null;
}

/** Typst reports these before running anything; some later errors start alike, which costs an extra trial. */
function isOfGrammar(error: RenderError): boolean {
  return (
    isInDrawing(error) &&
    /^(expected|unexpected|unclosed|unterminated|invalid|keyword|the character)\b/.test(error.message)
  );
}

/** A process for one drawing, replaced whenever it had to be killed. */
class Attempts {
  readonly #paper: Drawing['paper'];
  #process: TypstProcess | null = null;

  constructor(paper: Drawing['paper']) {
    this.#paper = paper;
  }

  /** Null if the drawing succeeds. After `ms` it is aborted, like anything that `TypstProcess` aborts. */
  async draw(source: string, ms: number): Promise<RenderError | null> {
    const process = await this.#warmProcess();
    const signal = AbortSignal.timeout(ms);
    try {
      await process.render(documentOf(source, this.#paper), signal);
      return null;
    } catch (error) {
      if (error instanceof RenderError) return error;
      if (signal.aborted) return new RenderError({ code: 'renderer_timed_out', message: String(error) });
      throw error;
    }
  }

  /** A process with its fonts already loaded, so that only the drawing itself is timed. */
  async #warmProcess(): Promise<TypstProcess> {
    if (this.#process?.usable) return this.#process;
    this.#process = new TypstProcess(limits);
    await this.#process.render(documentOf(drawsNothing, this.#paper));
    return this.#process;
  }

  async close(): Promise<void> {
    await this.#process?.stop(null);
  }
}

function documentOf(drawing: string, paper: Drawing['paper']) {
  return certificateDocument({
    template: { paper, background: 'none', boxes: [], drawing },
    crest: null,
    offset: { xMm: 0, yMm: 0 },
    boundAt: new Date(0),
    sheets: Array.from({ length: sheetCount }, (_, index) => sampleSheet(index)),
  });
}

/** Fields that every sheet has; the others may be empty. */
const alwaysThere = [
  ...['university', 'title', 'candidateName', 'degreeTitle', 'college', 'academicYear', 'modeOfStudy'],
  ...['registrationNumber', 'examRollNumber', 'issuedOn', 'convocationNumber', 'blankSerial'],
  ...['verificationCode', 'verifyAt'],
];

const fewestWords = Object.fromEntries(
  Object.entries(sampleWords).map(([field, value]) => {
    if (alwaysThere.includes(field)) return [field, value];
    return [field, typeof value === 'string' ? '' : {}];
  }),
) as CertificateSheet['words'];

/** No two sheets share content, so each is drawn; every second one has the fewest fields possible. */
function sampleSheet(index: number): CertificateSheet {
  const words = index % 2 === 0 ? sampleWords : fewestWords;
  return {
    words: { ...words, convocationNumber: `2025/${String(index).padStart(6, '0')}` },
    languages: ['kn', 'hi'],
    signatures: { left: null, right: null },
    colour: 'Maroon',
    photo: new Uint8Array(),
    verifyUrl: sampleWords.verifyAt as string,
  };
}
