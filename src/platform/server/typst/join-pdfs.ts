/** An object of a PDF: words that name other objects, and bytes that stay as they are. */
type PdfObject = { number: number; words: string; stream: Buffer };

type PdfPart = {
  /** What stands before the first object: the version, and bytes that mark the file as binary. */
  header: Buffer;
  objects: PdfObject[];
  catalog: PdfObject;
  /** The root of the page tree. */
  pages: PdfObject;
  /** The root of the tree that tags the text. */
  tags: PdfObject;
  info: number;
  fileId: string;
  /** The numbers of what a file has once: catalog, title, metadata, output intents. */
  once: Set<number>;
};

/** The joined file's own roots, in the place of those of its parts. */
const pagesNumber = 1;
const tagsNumber = 2;

/**
 * Joins PDF/A files that our renderer wrote of one template: all pages in order, with the title, the metadata and the output
 * intent of the first file. It knows as much of ISO 32000-1 as that renderer writes, and refuses what it does not know.
 */
export function joinPdfs(files: readonly Uint8Array[]): Uint8Array {
  if (files.length === 1) return files[0]!;
  const parts = files.map(readPart);
  const first = parts[0]!;
  const objects = new Map<number, Buffer[]>([
    [pagesNumber, []],
    [tagsNumber, []],
  ]);
  const roots = { pages: [] as string[], tags: [] as string[], parents: [] as string[] };
  let pageCount = 0;
  let keys = 0;
  let trailer = '';
  for (const part of parts) {
    const kept = part.objects.filter(
      (object) => object !== part.tags && (part === first || !part.once.has(object.number)),
    );
    const numbers = new Map(kept.map(({ number }, index) => [number, objects.size + 1 + index]));
    numbers.set(part.tags.number, tagsNumber);
    const move = (words: string) => renumbered(words, { numbers, keys });
    for (const object of kept) {
      objects.set(numbers.get(object.number)!, [latin1(withRoots(part, object, move)), object.stream]);
    }
    roots.pages.push(move(`${part.pages.number} 0 R`));
    roots.tags.push(move(find(part.tags.words, /\/K \[([^\]]*)\]/)));
    for (const [, key, parents] of find(part.tags.words, /\/Nums \[([^\]]*)\]/).matchAll(
      /(\d+) (\d+ 0 R)/g,
    )) {
      roots.parents.push(`${Number(key) + keys} ${move(parents!)}`);
    }
    if (part === first) {
      trailer = `/Root ${move(`${part.catalog.number} 0 R`)}\n  /Info ${move(`${part.info} 0 R`)}\n  /ID ${part.fileId}`;
    }
    pageCount += Number(find(part.pages.words, /\/Count (\d+)/));
    keys += Number(find(part.tags.words, /\/ParentTreeNextKey (\d+)/));
  }
  objects.set(pagesNumber, [
    latin1(`<<\n  /Type /Pages\n  /Count ${pageCount}\n  /Kids [${roots.pages.join(' ')}]\n>>`),
  ]);
  objects.set(tagsNumber, [
    latin1(
      `<<\n  /Type /StructTreeRoot\n  ${find(first.tags.words, /(\/RoleMap <<[^>]*>>)/)}\n  /K [${roots.tags.join(' ')}]\n` +
        `  /ParentTree <<\n    /Nums [${roots.parents.join(' ')}]\n  >>\n  /ParentTreeNextKey ${keys}\n>>`,
    ),
  ]);
  return written(first.header, objects, trailer);
}

/** The object's words in the joined file, where the page trees of the parts hang below a new root. */
function withRoots(part: PdfPart, object: PdfObject, move: (words: string) => string): string {
  const words = move(object.words);
  if (object === part.pages)
    return words.replace('/Type /Pages', `/Type /Pages\n  /Parent ${pagesNumber} 0 R`);
  if (object === part.catalog) return words.replace(/\/Pages \d+ 0 R/, `/Pages ${pagesNumber} 0 R`);
  return words;
}

/** References, and the keys under which pages find their tags, as they are in the joined file; texts stay as they are. */
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

/** Behind the bracket that closes a text; brackets within it come in pairs or behind a backslash. */
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

/** Behind a text in hexadecimal digits, or behind `<<`, which opens a dictionary. */
function endOfHex(words: string, start: number): number {
  return words[start + 1] === '<' ? start + 2 : words.indexOf('>', start) + 1;
}

function readPart(file: Uint8Array): PdfPart {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const table = Number(find(bytes.toString('latin1', bytes.length - 64), /startxref\s+(\d+)/));
  const [entries, trailer] = bytes.toString('latin1', table).split('trailer');
  if (!entries?.startsWith('xref\n0 ') || !trailer) throw unknownForm('it has no plain table of its objects');
  const offsets = [...entries.matchAll(/(\d{10}) \d{5} n/g)]
    .map(([, offset]) => Number(offset))
    .sort((a, b) => a - b);
  const objects = offsets.map((offset, index) =>
    readObject(bytes.subarray(offset, offsets[index + 1] ?? table)),
  );
  const byNumber = new Map(objects.map((object) => [object.number, object]));
  const named = (words: string, name: string) => {
    const object = byNumber.get(Number(find(words, new RegExp(`/${name} (\\d+) 0 R`))));
    if (!object) throw unknownForm(`its ${name} is missing`);
    return object;
  };
  const catalog = named(trailer, 'Root');
  const info = named(trailer, 'Info').number;
  const intents = named(catalog.words, 'OutputIntents');
  const once = [catalog.number, info, named(catalog.words, 'Metadata').number, intents.number];
  const intent = Number(find(intents.words, /^\[(\d+) 0 R\]$/));
  return {
    header: bytes.subarray(0, offsets[0]),
    objects,
    catalog,
    pages: named(catalog.words, 'Pages'),
    tags: named(catalog.words, 'StructTreeRoot'),
    info,
    fileId: find(trailer, /\/ID (\[[^\]]*\])/),
    once: new Set([...once, intent]),
  };
}

/** `7 0 obj … endobj`. */
function readObject(bytes: Buffer): PdfObject {
  const start = bytes.indexOf('\n') + 1;
  const end = bytes.lastIndexOf('\nendobj');
  const stream = bytes.subarray(0, end).indexOf('\nstream', start);
  const wordsEnd = stream === -1 ? end : stream;
  return {
    number: Number(find(bytes.toString('latin1', 0, start), /^(\d+) 0 obj\s*$/)),
    words: bytes.toString('latin1', start, wordsEnd),
    stream: bytes.subarray(wordsEnd, end),
  };
}

function written(header: Buffer, objects: Map<number, Buffer[]>, trailer: string): Uint8Array {
  const chunks: Buffer[] = [header];
  let length = header.length;
  const write = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  };
  const entries = ['0000000000 65535 f\r\n'];
  for (const [number, parts] of objects) {
    entries.push(`${String(length).padStart(10, '0')} 00000 n\r\n`);
    for (const part of [latin1(`${number} 0 obj\n`), ...parts, latin1('\nendobj\n\n')]) write(part);
  }
  const table = length;
  const size = objects.size + 1;
  write(
    latin1(
      `xref\n0 ${size}\n${entries.join('')}trailer\n<<\n  /Size ${size}\n  ${trailer}\n>>\nstartxref\n${table}\n%%EOF`,
    ),
  );
  return Buffer.concat(chunks);
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function find(words: string, pattern: RegExp): string {
  const found = pattern.exec(words)?.[1];
  if (found === undefined) throw unknownForm(`it has no ${pattern.source}`);
  return found;
}

function unknownForm(what: string): Error {
  return new Error(`A PDF of another form than our renderer’s cannot be joined: ${what}.`);
}
