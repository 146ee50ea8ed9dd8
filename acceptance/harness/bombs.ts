import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { crc32, deflateRawSync } from 'node:zlib';
import type { Portal } from './portal.ts';

/** Sends so many bytes of JSON as fast as they are taken; stops when the portal answers. */
export async function pourJson(
  portal: Portal,
  path: string,
  {
    bytes,
    chunked = false,
    headers = {},
  }: { bytes: number; chunked?: boolean; headers?: Record<string, string> },
): Promise<{ status: number; milliseconds: number; sent: number; text: string }> {
  const began = performance.now();
  const outgoing = request(portal.url + path, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      ...(chunked ? {} : { 'content-length': String(bytes) }),
      ...headers,
    },
  });
  let status = 0;
  let text = '';
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    outgoing.once('response', (response) => {
      status = response.statusCode ?? 0;
      isOver = true;
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.once('close', resolve);
    });
    // A connection that is cut while we pour is a refusal as well, if a rude one.
    outgoing.once('error', () => {
      isOver = true;
      resolve();
    });
  });
  const block = Buffer.alloc(1 << 20, 'a');
  let sent = 0;
  outgoing.write('{"role":"');
  while (sent < bytes - 100 && !isOver) {
    const part = block.subarray(0, Math.min(block.length, bytes - 100 - sent));
    sent += part.length;
    if (!outgoing.write(part)) await Promise.race([once(outgoing, 'drain').catch(() => {}), over]);
  }
  if (!isOver) outgoing.end(chunked ? '"}' : '"}'.padEnd(bytes - sent - 9));
  await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 60_000).unref())]);
  outgoing.destroy();
  return { status, milliseconds: performance.now() - began, sent, text };
}

/** A socket on which something incomplete was said; resolves `closed` when the other side ends it. */
export async function halfOpen(
  portal: Portal,
  said: string,
): Promise<{ socket: Socket; closed: Promise<number> }> {
  const socket = connect(portal.port, '127.0.0.1');
  socket.on('error', () => {});
  const began = performance.now();
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => resolve((performance.now() - began) / 1_000)),
  );
  await once(socket, 'connect');
  socket.resume();
  socket.write(said);
  return { socket, closed };
}

/** A workbook whose shared strings unpack to so many bytes. */
export function workbookBomb(bytes: number): Buffer {
  const text = Buffer.from(`<si><t>${'A'.repeat(1_000)}</t></si>`);
  const strings = Buffer.alloc(Math.floor(bytes / text.length) * text.length);
  for (let at = 0; at < strings.length; at += text.length) text.copy(strings, at);
  const open = '<?xml version="1.0" encoding="UTF-8"?>';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return zip({
    '[Content_Types].xml': `${open}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${open}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${open}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${open}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${open}<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row></sheetData></worksheet>`,
    'xl/sharedStrings.xml': Buffer.concat([
      Buffer.from(`${open}<sst xmlns="${main}">`),
      strings,
      Buffer.from('</sst>'),
    ]),
  });
}

/** A zip file, deflated. */
function zip(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content as string);
    const packed = deflateRawSync(raw, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(raw.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(name)]),
    );
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
