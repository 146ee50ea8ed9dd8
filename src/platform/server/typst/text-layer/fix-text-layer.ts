import { inflateSync } from 'node:zlib';
import { find, type PdfFile, type PdfObject, unknownForm } from '../pdf-objects.ts';
import { codeFor, type Font, hex4, readFont, setStream, utf16, writeFont } from './font-codes.ts';
import { glyphPositions } from './glyph-positions.ts';
import { type Glyph, glyphsOf } from './glyphs.ts';
import { distributeLetters, isReadCorrectly, wordJoiner } from './reading.ts';

// Typst 0.14 gives every glyph of an Indic syllable the whole syllable as its Unicode text, and a syllable that it
// draws in two pieces (a reph with a vertical offset) an /ActualText for each of them: readers then see it two or three
// times. Here each given string gets one /ActualText, and each of its glyphs a code of its own with its share of the
// letters, so that the letters of all glyphs, in drawing order, are the string. Glyphs, positions and tags stay as they
// are.

type Cluster = { text: string; glyphs: Glyph[] };
type Reading = { textOf: (glyph: Glyph) => string; hasWidth: (glyph: Glyph) => boolean };

/** A joiner alone would be skipped by pdf.js, so it stays with its letter. */
const lettersWithMarks = /\P{Mn}[\p{Mn}\u200C\u200D]*|^\p{Mn}+/gu;

/**
 * Makes the given strings of the file readable exactly; each has to be in an Indian script and set by the template as
 * one text item. Returns the number of corrected occurrences; a text not counted there reads wrong.
 */
export function fixTextLayer(pdf: PdfFile, texts: readonly string[]): Map<string, number> {
  const byNumber = new Map(pdf.objects.map((object) => [object.number, object]));
  const objectOf = (number: number): PdfObject => {
    const object = byNumber.get(number);
    if (!object) throw unknownForm(`object ${number} is missing`);
    return object;
  };
  const fonts = new Map<number, Font>();
  const fontOf = (number: number) => {
    const font = fonts.get(number) ?? readFont(objectOf, number);
    fonts.set(number, font);
    return font;
  };
  // Longest first, because one text may be a prefix of another.
  const longest = [...new Set(texts)].sort((a, b) => b.length - a.length);
  const wanted = Map.groupBy(longest, (text) => text[0]!);
  const found = new Map<string, number>();
  for (const page of pdf.objects.filter(({ words }) => /\/Type \/Page\b/.test(words))) {
    const names = new Map(
      [...page.words.matchAll(/\/(f\d+) (\d+) 0 R/g)].map(([, name, number]) => [name!, Number(number)]),
    );
    const contents = objectOf(Number(find(page.words, /\/Contents (\d+) 0 R/)));
    const source = inflateSync(contents.stream!).toString('latin1');
    const edited = fixPage(source, { names, fontOf, wanted, found });
    if (edited !== source) setStream(contents, Buffer.from(edited, 'latin1'), true);
  }
  for (const [number, font] of fonts) if (font.codes.size > 0) writeFont(objectOf, number, font);
  return found;
}

type PageFix = {
  names: Map<string, number>;
  fontOf: (number: number) => Font;
  /** Grouped by first letter. */
  wanted: ReadonlyMap<string, readonly string[]>;
  found: Map<string, number>;
};

function fixPage(source: string, { names, fontOf, wanted, found: counts }: PageFix): string {
  const glyphs = glyphsOf(source, names);
  const textOf = (glyph: Glyph) => glyph.group?.text ?? fontOf(glyph.font).texts.get(glyph.code) ?? '';
  const hasWidth = ({ font, code }: Glyph) => fontOf(font).widths.has(code);
  const edits: [number, number, string][] = [];
  for (let at = 0; at < glyphs.length; ) {
    const match = matchAt(at);
    if (!match) {
      at += 1;
      continue;
    }
    const run = glyphs.slice(at, match.end);
    const apart = new Set(
      run.filter((glyph, index) => glyph.item !== run[index + 1]?.item && isMovedBack(glyph)),
    );
    const letters = lettersFor(match.text, match.clusters, run, apart);
    if (!letters) {
      at = match.end;
      continue;
    }
    for (const glyph of run) {
      const { font, code, shown, index } = glyph;
      shown.codes[index] = codeFor(fontOf(font), code, letters.get(glyph) ?? wordJoiner);
    }
    for (const shown of new Set(run.map((glyph) => glyph.shown))) {
      const { start, end, codes } = shown;
      const { font } = run.find((glyph) => glyph.shown === shown)!;
      const endsSilent = fontOf(font).texts.get(codes.at(-1)!) === wordJoiner;
      // pdf.js skips such a letter together with the offset before it, so the offset is written after it.
      const isMoved = /^\s*-?[\d.]+\s*[<(]/.test(source.slice(end, end + 40));
      edits.push([start, end, `<${codes.map(hex4).join('')}>${endsSilent && isMoved ? ' .001' : ''}`]);
    }
    for (const group of new Set(run.map(({ group }) => group))) {
      if (!group) continue;
      edits.push([group.start, group.bodyStart, ''], [group.bodyEnd, group.end, '']);
    }
    // Within each item's own text object: poppler positions a replacement by the graphics state at its end.
    const items = [...new Set(run.map(({ item }) => item))];
    for (const item of items) {
      const own = run.filter((glyph) => glyph.item === item).map((glyph) => letters.get(glyph) ?? wordJoiner);
      const start = source.indexOf('BT\n', item.bodyStart) + 3;
      const end = source.lastIndexOf('ET\n', item.bodyEnd);
      edits.push([start, start, spanOf(own.join('').replaceAll(wordJoiner, ''))], [end, end, 'EMC\n']);
    }
    for (const { shown } of apart) edits.push([shown.start, shown.start, `] TJ\nEMC\n${spanOf('')}[`]);
    counts.set(match.text, (counts.get(match.text) ?? 0) + 1);
    at = match.end;
  }
  return replaced(source, edits);

  /** The letters for each glyph; null if a reader would find other words. */
  function lettersFor(text: string, clusters: Cluster[], run: Glyph[], apart: ReadonlySet<Glyph>) {
    const placed = glyphPositions(source, run, ({ font, code }) =>
      Number(fontOf(font).widths.get(code) ?? 0),
    );
    const wanted = { ...placed, apart };
    const letters = new Map(
      enlarged(clusters, hasWidth).flatMap((cluster) => [...lettersOf(cluster, { hasWidth, apart })]),
    );
    if (isReadCorrectly(letters, wanted)) return letters;
    let position = 0;
    const natural = clusters.flatMap((cluster) => {
      const at = position;
      position += cluster.text.length;
      return cluster.glyphs.map(() => at);
    });
    return distributeLetters(text, natural, wanted);
  }

  /**
   * A mark that is moved back over its letter. Poppler ends a replacement where its last glyph ends, which would split
   * the word before the next item: such a mark at the end gets an empty replacement of its own.
   */
  function isMovedBack(glyph: Glyph): boolean {
    const { start } = glyph.shown;
    const before = source.slice(Math.max(0, start - 40), start);
    return glyph.index === 0 && !hasWidth(glyph) && /[>)]\s*-?[\d.]+\s*$/.test(before);
  }

  function matchAt(at: number) {
    const start = textOf(glyphs[at]!);
    for (const text of wanted.get(start.charAt(0)) ?? []) {
      if (!text.startsWith(start)) continue;
      const found = align(glyphs, at, text, { textOf, hasWidth });
      // A text that shares its first or last item with other words is left unchanged and not counted as found.
      const alone =
        glyphs[at - 1]?.item !== glyphs[at]!.item && glyphs[found.end]?.item !== glyphs[found.end - 1]?.item;
      if (found.end > at && alone) return { text, ...found };
    }
    return null;
  }
}

function spanOf(actualText: string): string {
  return `/Span <<\n  /ActualText ${utf16(actualText)}\n>> BDC\n`;
}

function replaced(source: string, edits: [number, number, string][]): string {
  let result = '';
  let copied = 0;
  for (const [start, end, text] of edits.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    result += source.slice(copied, start) + text;
    copied = end;
  }
  return result + source.slice(copied);
}

/** Matches glyphs from `at` on with `text`, syllable by syllable; `end` is `at` if they draw something else. */
function align(glyphs: Glyph[], at: number, text: string, { textOf, hasWidth }: Reading) {
  const clusters: Cluster[] = [];
  let position = 0;
  let end = at;
  while (end < glyphs.length) {
    const { group } = glyphs[end]!;
    let next = end + 1;
    while (group && glyphs[next]?.group === group) next += 1;
    const piece = textOf(glyphs[end]!);
    const drawn = glyphs.slice(end, next);
    const last = clusters.at(-1);
    const mark = last?.text === piece && !drawn.some(hasWidth);
    if (!mark && piece !== '' && text.startsWith(piece, position)) {
      clusters.push({ text: piece, glyphs: drawn });
      position += piece.length;
    } else if (last?.text === piece) last.glyphs.push(...drawn);
    else break;
    end = next;
  }
  return position === text.length ? { clusters, end } : { clusters, end: at };
}

/**
 * Distributes a syllable's letters over its glyphs in drawing order; the first gets the surplus. A glyph with a width
 * never gets only a mark, and one without a width at most a mark of the glyph before it, because pdf.js measures words
 * by widths.
 */
function lettersOf(
  { text, glyphs }: Cluster,
  { hasWidth, apart }: Pick<Reading, 'hasWidth'> & { apart: ReadonlySet<Glyph> },
): Map<Glyph, string> {
  const takers = glyphs.filter((glyph) => glyph === glyphs[0] || hasWidth(glyph));
  const groups = text.match(lettersWithMarks)!;
  const over = Math.max(0, groups.length - takers.length);
  const letters = new Map(
    takers.map((glyph, index) => [
      glyph,
      groups.slice(index && over + index, over + index + 1).join('') || wordJoiner,
    ]),
  );
  for (const [index, glyph] of glyphs.entries()) {
    const before = glyphs[index - 1];
    const mark =
      before &&
      !letters.has(glyph) &&
      !apart.has(glyph) &&
      before.item === glyph.item &&
      /(?<=.)\p{Mn}$/u.exec(letters.get(before) ?? '');
    if (!mark) continue;
    letters.set(before, letters.get(before)!.slice(0, mark.index)).set(glyph, mark[0]);
  }
  return letters;
}

/**
 * Where a syllable has fewer letters than glyphs, it shares those of the next, so that only the end of a text goes
 * without.
 */
function enlarged(clusters: Cluster[], hasWidth: (glyph: Glyph) => boolean): Cluster[] {
  const larger: Cluster[] = [];
  for (const { text, glyphs } of clusters) {
    const last = larger.at(-1);
    const short = last && last.text.match(lettersWithMarks)!.length < last.glyphs.filter(hasWidth).length;
    if (short) {
      last.text += text;
      last.glyphs.push(...glyphs);
    } else larger.push({ text, glyphs: [...glyphs] });
  }
  return larger;
}
