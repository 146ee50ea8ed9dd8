import { find, type PdfFile, type PdfObject, readPdf, unknownForm, writePdf } from './pdf-objects.ts';

type PdfPart = PdfFile & {
  catalog: PdfObject;
  /** The root of the page tree. */
  pages: PdfObject;
  /** The root of the structure tree (text tags). */
  tags: PdfObject;
  /** Numbers of the objects that a file has once: catalog, title, metadata, output intents. */
  once: Set<number>;
};

/** Object numbers of the joined file's own roots. */
const pagesNumber = 1;
const tagsNumber = 2;

/**
 * Joins PDF/A files that our renderer wrote from one template: all pages in order, with title, metadata and output
 * intent of the first file. It supports only the part of ISO 32000-1 that our renderer writes, and refuses anything
 * else.
 */
export function joinPdfs(files: readonly Uint8Array[]): Uint8Array {
  if (files.length === 1) return files[0]!;
  const parts = files.map(readPart);
  const first = parts[0]!;
  const objects: PdfObject[] = [];
  const roots = { pages: [] as string[], tags: [] as string[], parents: [] as string[] };
  let pageCount = 0;
  let keys = 0;
  let trailer = '';
  for (const part of parts) {
    const kept = part.objects.filter(
      (object) => object !== part.tags && (part === first || !part.once.has(object.number)),
    );
    const numbers = new Map(
      kept.map(({ number }, index) => [number, objects.length + tagsNumber + 1 + index]),
    );
    numbers.set(part.tags.number, tagsNumber);
    const move = (words: string) => renumbered(words, { numbers, keys });
    for (const object of kept) {
      objects.push({ ...object, number: numbers.get(object.number)!, words: withRoots(part, object, move) });
    }
    roots.pages.push(move(`${part.pages.number} 0 R`));
    roots.tags.push(move(find(part.tags.words, /\/K \[([^\]]*)\]/)));
    for (const [, key, parents] of find(part.tags.words, /\/Nums \[([^\]]*)\]/).matchAll(
      /(\d+) (\d+ 0 R)/g,
    )) {
      roots.parents.push(`${Number(key) + keys} ${move(parents!)}`);
    }
    if (part === first) trailer = move(part.trailer);
    pageCount += Number(find(part.pages.words, /\/Count (\d+)/));
    keys += Number(find(part.tags.words, /\/ParentTreeNextKey (\d+)/));
  }
  const pages = `<<\n  /Type /Pages\n  /Count ${pageCount}\n  /Kids [${roots.pages.join(' ')}]\n>>`;
  const tags =
    `<<\n  /Type /StructTreeRoot\n  ${find(first.tags.words, /(\/RoleMap <<[^>]*>>)/)}\n  /K [${roots.tags.join(' ')}]\n` +
    `  /ParentTree <<\n    /Nums [${roots.parents.join(' ')}]\n  >>\n  /ParentTreeNextKey ${keys}\n>>`;
  objects.push(
    { number: pagesNumber, words: pages, stream: null },
    { number: tagsNumber, words: tags, stream: null },
  );
  return writePdf({ header: first.header, objects, trailer });
}

/** The object's text in the joined file, where the parts' page trees hang below a new root. */
function withRoots(part: PdfPart, object: PdfObject, move: (words: string) => string): string {
  const words = move(object.words);
  if (object === part.pages)
    return words.replace('/Type /Pages', `/Type /Pages\n  /Parent ${pagesNumber} 0 R`);
  if (object === part.catalog) return words.replace(/\/Pages \d+ 0 R/, `/Pages ${pagesNumber} 0 R`);
  return words;
}

/** Renumbers references and structure parent keys for the joined file; strings stay as they are. */
function renumbered(words: string, to: { numbers: Map<number, number>; keys: number }): string {
  const token = /[(<]|\b(\d+) 0 R\b|\/(StructParents?) (\d+)/g;
  let moved = '';
  let copied = 0;
  for (let found = token.exec(words); found; found = token.exec(words)) {
    const [text, number, keyName, key] = found;
    if (text === '(' || text === '<') {
      token.lastIndex = text === '(' ? endOfText(words, found.index) : endOfHex(words, found.index);
      continue;
    }
    const place = to.numbers.get(Number(number));
    if (!keyName && place === undefined) throw unknownForm(`object ${number} is missing`);
    moved += words.slice(copied, found.index);
    moved += keyName ? `/${keyName} ${Number(key) + to.keys}` : `${place} 0 R`;
    copied = token.lastIndex;
  }
  return moved + words.slice(copied);
}

/** The end of a literal string; brackets within it are balanced or escaped. */
function endOfText(words: string, start: number): number {
  let depth = 0;
  for (let at = start; at < words.length; at += 1) {
    if (words[at] === '\\') at += 1;
    else if (words[at] === '(') depth += 1;
    else if (words[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw unknownForm('a text does not end');
}

/** The end of a hexadecimal string, or of `<<`, which opens a dictionary. */
function endOfHex(words: string, start: number): number {
  return words[start + 1] === '<' ? start + 2 : words.indexOf('>', start) + 1;
}

function readPart(bytes: Uint8Array): PdfPart {
  const file = readPdf(bytes);
  const byNumber = new Map(file.objects.map((object) => [object.number, object]));
  const named = (words: string, name: string) => {
    const object = byNumber.get(Number(find(words, new RegExp(`/${name} (\\d+) 0 R`))));
    if (!object) throw unknownForm(`its ${name} is missing`);
    return object;
  };
  const catalog = named(file.trailer, 'Root');
  const info = named(file.trailer, 'Info').number;
  const intents = named(catalog.words, 'OutputIntents');
  const once = [catalog.number, info, named(catalog.words, 'Metadata').number, intents.number];
  const intent = Number(find(intents.words, /^\[(\d+) 0 R\]$/));
  return {
    ...file,
    catalog,
    pages: named(catalog.words, 'Pages'),
    tags: named(catalog.words, 'StructTreeRoot'),
    once: new Set([...once, intent]),
  };
}
