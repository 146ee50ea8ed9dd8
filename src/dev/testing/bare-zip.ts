import { crc32 } from 'node:zlib';

/**
 * A ZIP archive as programs write it that cannot go back: sums and lengths behind each file, in a descriptor without the
 * signature, which is optional (APPNOTE.TXT 6.3.10, 4.3.9.3).
 */
export function zipOfBareDescriptors(files: Record<string, Uint8Array>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const [name, content] of Object.entries(files)) {
    // Version needed, flags, method, time, date, sum and the two lengths, length of the name.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0008, 2);
    facts.writeUInt16LE(name.length, 22);
    const descriptor = Buffer.alloc(12);
    descriptor.writeUInt32LE(crc32(content), 0);
    descriptor.writeUInt32LE(content.length, 4);
    descriptor.writeUInt32LE(content.length, 8);
    const local = Buffer.concat([
      ...[Buffer.from('PK\x03\x04'), facts, Buffer.from(name)],
      ...[content, descriptor],
    ]);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    facts.copy(entry, 6);
    descriptor.copy(entry, 16);
    entry.writeUInt32LE(place, 42);
    directory.push(entry, Buffer.from(name));
    locals.push(local);
    place += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(locals.length, 8);
  end.writeUInt16LE(locals.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...locals, listing, end]);
}
