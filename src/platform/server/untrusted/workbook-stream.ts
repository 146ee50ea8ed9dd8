import { ReadableStream } from 'node:stream/web';

const endSignature = 0x0605_4b50;
const entrySignature = 0x0201_4b50;
const localSignature = 0x0403_4b50;
const endLength = 22;
const entryLength = 46;
const localLength = 30;
const maximumCommentLength = 65_535;
const hasDescriptor = 0x0008;
/** Unpacks to some hundred rows: the buffer for a slow reader. */
const sliceBytes = 16 * 1024;

/** One file of the archive, compressed, with a local header that states its length. */
export type WorkbookPart = { name: string; header: Buffer; method: number; content: Uint8Array };

/** Pauses the source of a stream while its reader is busy. */
export type Gate = { open(): void; close(): void; passed(): Promise<void> };

export function makeGate(): Gate {
  let isOpen = true;
  let waiting: (() => void)[] = [];
  return {
    open() {
      isOpen = true;
      for (const go of waiting) go();
      waiting = [];
    },
    close() {
      isOpen = false;
    },
    passed: () => (isOpen ? Promise.resolve() : new Promise((go) => waiting.push(go))),
  };
}

/**
 * A workbook as a stream that hucre reads in one pass and at our pace: the same compressed parts, the sheets last, each
 * with its length before it. Programs write the shared strings after the sheets, and hucre would then unpack everything
 * as fast as it can, however slowly rows are consumed.
 */
export function workbookStream(
  parts: WorkbookPart[],
  options: { gate: Gate; onProgress: (share: number) => void },
): ReadableStream<Uint8Array> {
  const slices = slicesOf(parts);
  const total = parts.reduce((sum, { content }) => sum + content.byteLength, 0);
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await options.gate.passed();
        const { value, done } = slices.next();
        if (done) return controller.close();
        sent += value.byteLength;
        options.onProgress(Math.min(1, sent / total));
        controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

function* slicesOf(entries: WorkbookPart[]): Generator<Uint8Array> {
  for (const { header, content } of [...entries.filter((one) => !isSheet(one)), ...entries.filter(isSheet)]) {
    yield header;
    for (let start = 0; start < content.byteLength; start += sliceBytes) {
      yield content.subarray(start, start + sliceBytes);
    }
  }
}

export function isSheet({ name }: Pick<WorkbookPart, 'name'>): boolean {
  return /^xl\/worksheets\//i.test(name);
}

/**
 * The parts by the archive's directory (APPNOTE.TXT 6.3.10, 4.3); null if it is not a ZIP archive as programs write
 * them.
 */
export function readParts(archive: Buffer): WorkbookPart[] | null {
  const end = archive.subarray(Math.max(0, archive.length - endLength - maximumCommentLength));
  const mark = end.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (mark < 0 || end.readUInt32LE(mark) !== endSignature || mark + endLength > end.length) return null;
  const count = end.readUInt16LE(mark + 10);
  let place = end.readUInt32LE(mark + 16);
  const entries: WorkbookPart[] = [];
  for (let index = 0; index < count; index += 1) {
    if (place + entryLength > archive.length || archive.readUInt32LE(place) !== entrySignature) return null;
    const entry = readEntry(archive, place);
    if (!entry) return null;
    entries.push(entry);
    place += entryLength + nameAndExtras(archive, place);
  }
  return entries;
}

function nameAndExtras(archive: Buffer, place: number): number {
  return (
    archive.readUInt16LE(place + 28) + archive.readUInt16LE(place + 30) + archive.readUInt16LE(place + 32)
  );
}

function readEntry(archive: Buffer, place: number): WorkbookPart | null {
  const nameLength = archive.readUInt16LE(place + 28);
  const name = archive.subarray(place + entryLength, place + entryLength + nameLength);
  const { compressedBytes, local } = placeOf(archive, place);
  if (local + localLength > archive.length) return null;
  if (archive.readUInt32LE(local) !== localSignature) return null;
  const start = local + localLength + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  if (start + compressedBytes > archive.length) return null;
  const header = Buffer.alloc(localLength);
  header.writeUInt32LE(localSignature, 0);
  // Version needed, flags, method, time and date are in the same order in both headers; so are checksum and lengths.
  archive.copy(header, 4, place + 6, place + 28);
  header.writeUInt16LE(archive.readUInt16LE(place + 8) & ~hasDescriptor, 6);
  header.writeUInt32LE(compressedBytes, 18);
  header.writeUInt16LE(nameLength, 26);
  return {
    name: name.toString('utf8'),
    header: Buffer.concat([header, name]),
    method: archive.readUInt16LE(place + 10),
    content: archive.subarray(start, start + compressedBytes),
  };
}

/** All ones means that the number is in an extra field (4.5.3), which some programs also write for small files. */
function placeOf(archive: Buffer, place: number): { compressedBytes: number; local: number } {
  const ones = 0xffff_ffff;
  const [unpacked, packed, offset] = [24, 20, 42].map((at) => archive.readUInt32LE(place + at)) as [
    number,
    number,
    number,
  ];
  if (packed !== ones && offset !== ones) return { compressedBytes: packed, local: offset };
  const first = place + entryLength + archive.readUInt16LE(place + 28);
  const end = Math.min(archive.length, first + archive.readUInt16LE(place + 30));
  for (let at = first; at + 4 <= end; at += 4 + archive.readUInt16LE(at + 2)) {
    if (archive.readUInt16LE(at) !== 0x0001) continue;
    let next = at + 4 + (unpacked === ones ? 8 : 0);
    const large = () => {
      const value = next + 8 <= end ? Number(archive.readBigUInt64LE(next)) : Number.POSITIVE_INFINITY;
      next += 8;
      return value;
    };
    return {
      compressedBytes: packed === ones ? large() : packed,
      local: offset === ones ? large() : offset,
    };
  }
  return { compressedBytes: Number.POSITIVE_INFINITY, local: Number.POSITIVE_INFINITY };
}
