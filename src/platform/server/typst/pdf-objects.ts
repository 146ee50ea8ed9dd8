/** A PDF object: its text, which refers to other objects, and the bytes of its stream. */
export type PdfObject = { number: number; words: string; stream: Buffer | null };

export type PdfFile = {
  /** The bytes before the first object: version, and a binary marker. */
  header: Buffer;
  objects: PdfObject[];
  /** The trailer's entries: `/Root 1 0 R`, `/Info …`, `/ID …`. */
  trailer: string;
};

/** Reads a PDF as our renderer writes it, with a plain cross-reference table, and refuses every other form. */
export function readPdf(file: Uint8Array): PdfFile {
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
  const roots = ['Root \\d+ 0 R', 'Info \\d+ 0 R', 'ID \\[[^\\]]*\\]'];
  return {
    header: bytes.subarray(0, offsets[0]),
    objects,
    trailer: roots.map((root) => find(trailer, new RegExp(`(/${root})`))).join('\n  '),
  };
}

/** `7 0 obj … endobj`. */
function readObject(bytes: Buffer): PdfObject {
  const start = bytes.indexOf('\n') + 1;
  const end = bytes.lastIndexOf('\nendobj');
  const number = Number(find(bytes.toString('latin1', 0, start), /^(\d+) 0 obj\s*$/));
  const stream = bytes.subarray(0, end).indexOf('\nstream\n', start);
  if (stream === -1) return { number, words: bytes.toString('latin1', start, end), stream: null };
  const words = bytes.toString('latin1', start, stream);
  const length = Number(find(words, /\/Length (\d+)/));
  const begin = stream + '\nstream\n'.length;
  return { number, words, stream: bytes.subarray(begin, begin + length) };
}

/** Writes the file with its cross-reference table; objects are numbered from 1 without gaps, in any order. */
export function writePdf({ header, objects, trailer }: PdfFile): Buffer {
  const chunks: Buffer[] = [header];
  const offsets: number[] = [];
  let length = header.length;
  const write = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  };
  for (const { number, words, stream } of objects) {
    offsets[number] = length;
    write(latin1(`${number} 0 obj\n${words}${stream ? '\nstream\n' : ''}`));
    if (stream) write(stream);
    write(latin1(`${stream ? '\nendstream' : ''}\nendobj\n\n`));
  }
  const size = objects.length + 1;
  const rows = Array.from(
    { length: objects.length },
    (_, index) => `${String(offsets[index + 1]).padStart(10, '0')} 00000 n\r\n`,
  );
  write(
    latin1(
      `xref\n0 ${size}\n0000000000 65535 f\r\n${rows.join('')}trailer\n<<\n  /Size ${size}\n  ${trailer}\n>>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return Buffer.concat(chunks);
}

export function objectOf({ objects }: PdfFile, number: number): PdfObject {
  const object = objects.find((each) => each.number === number);
  if (!object) throw unknownForm(`object ${number} is missing`);
  return object;
}

export function catalogOf(pdf: PdfFile): PdfObject {
  return objectOf(pdf, Number(find(pdf.trailer, /\/Root (\d+) 0 R/)));
}

/** The first group of the pattern; throws if it does not match. */
export function find(words: string, pattern: RegExp): string {
  const found = pattern.exec(words)?.[1];
  if (found === undefined) throw unknownForm(`it has no ${pattern.source}`);
  return found;
}

export function unknownForm(what: string): Error {
  return new Error(`A PDF of another form than our renderer’s: ${what}.`);
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
