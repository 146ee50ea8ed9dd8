import { constants, crc32, deflateRawSync } from 'node:zlib';

type Text = string | Uint8Array;
/** So many times after one another; packed once, so that gigabytes take neither memory nor time. */
type Repeated = { text: Text; times: number };
export type PartText = Text | Repeated[];
type Part = { name: string; text: PartText; claimedBytes?: number };

/**
 * A ZIP archive of these parts; the directory may claim another size than they have. With bare descriptors it is one as
 * programs write it that cannot go back: sums and lengths behind each file, in a descriptor without the signature, which is
 * optional (APPNOTE.TXT 6.3.10, 4.3.9.3).
 */
export function archive(parts: Part[], { hasBareDescriptors = false } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const { name, text, claimedBytes } of parts) {
    const pieces = Array.isArray(text) ? text : [{ text, times: 1 }];
    const repeated = pieces.flatMap((piece) => Array<Text>(piece.times).fill(piece.text));
    const packed = hasBareDescriptors ? Buffer.from(text as string) : deflate(pieces);
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(
      repeated.reduce<number>((sum, one) => crc32(one, sum), 0),
      0,
    );
    sums.writeUInt32LE(packed.length, 4);
    sums.writeUInt32LE(claimedBytes ?? repeated.reduce((sum, one) => sum + Buffer.byteLength(one), 0), 8);
    // Version needed, flags, method, time, date, sum and the two lengths, length of the name.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(hasBareDescriptors ? 0x0008 : 0, 2);
    facts.writeUInt16LE(hasBareDescriptors ? 0 : 8, 4);
    if (!hasBareDescriptors) sums.copy(facts, 10);
    facts.writeUInt16LE(name.length, 22);
    const head = [Buffer.from('PK\x03\x04'), facts, Buffer.from(name)];
    const local = Buffer.concat([...head, packed, ...(hasBareDescriptors ? [sums] : [])]);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    facts.copy(entry, 6);
    sums.copy(entry, 16);
    entry.writeUInt32LE(place, 42);
    directory.push(entry, Buffer.from(name));
    locals.push(local);
    place += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...locals, listing, end]);
}

/** A flushed block ends with a byte and refers to nothing before it (RFC 1951, 3.2.4), so that blocks can follow one another. */
function deflate(pieces: readonly Repeated[]): Buffer {
  const flushed = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
  const blocks = pieces.flatMap(({ text, times }) =>
    Array<Buffer>(times).fill(deflateRawSync(text, flushed)),
  );
  return Buffer.concat([...blocks, deflateRawSync('')]);
}
