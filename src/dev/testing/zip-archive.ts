import { crc32, deflateRawSync } from 'node:zlib';

type Part = { name: string; text: string | Uint8Array; claimedBytes?: number };

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
    const bytes = Buffer.from(text as string);
    const packed = hasBareDescriptors ? bytes : deflateRawSync(bytes, { level: 9 });
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(crc32(bytes), 0);
    sums.writeUInt32LE(packed.length, 4);
    sums.writeUInt32LE(claimedBytes ?? bytes.length, 8);
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
