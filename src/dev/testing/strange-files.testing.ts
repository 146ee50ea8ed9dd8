import { crc32 } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { archive } from './zip-archive.ts';

// Workbooks, part by part: a library would write none of these faults.

/** A day is a number with a date's format; an error and a formula are what a program left in the cell. */
type RawCell = string | number | { serial: number } | { error: string } | { formula: string };
type RawSheet = { name: string; rows: RawCell[][]; state?: 'hidden' | 'veryHidden' };
type Parts = Record<string, string>;

const office = 'http://schemas.openxmlformats.org';
const relation = `${office}/officeDocument/2006/relationships`;
const main = `xmlns="${office}/spreadsheetml/2006/main"`;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function cellOf(cell: RawCell, place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'string')
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  if ('serial' in cell) return `<c r="${place}" s="1"><v>${cell.serial}</v></c>`;
  if ('formula' in cell) return `<c r="${place}"><f>${escaped(cell.formula)}</f></c>`;
  return `<c r="${place}" t="e"><f>VLOOKUP(B2,Old!A:B,2,0)</f><v>${escaped(cell.error)}</v></c>`;
}

export function workbookParts(sheets: readonly RawSheet[]): Parts {
  const each = (of: (sheet: RawSheet, number: number) => string) =>
    sheets.map((sheet, index) => of(sheet, index + 1)).join('');
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const types = each(
    (_sheet, number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetType}.worksheet+xml"/>`,
  );
  const named = each(({ name, state }, number) => {
    const hidden = state ? ` state="${state}"` : '';
    return `<sheet name="${escaped(name)}" sheetId="${number}"${hidden} r:id="r${number}"/>`;
  });
  const targets = each(
    (_sheet, number) =>
      `<Relationship Id="r${number}" Type="${relation}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  const cellsOf = (cells: readonly RawCell[], row: number) =>
    cells.map((cell, place) => cellOf(cell, `${String.fromCharCode(65 + place)}${row}`)).join('');
  const dataOf = ({ rows }: RawSheet) =>
    rows.map((cells, index) => `<row r="${index + 1}">${cellsOf(cells, index + 1)}</row>`).join('');
  const ofRelations = `xmlns="${office}/package/2006/relationships"`;
  return {
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${types}</Types>`,
    '_rels/.rels': `<Relationships ${ofRelations}><Relationship Id="r1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relation}"><sheets>${named}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${ofRelations}>${targets}<Relationship Id="s" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map((sheet, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet ${main}><sheetData>${dataOf(sheet)}</sheetData></worksheet>`,
      ]),
    ),
  };
}

const withParts = <Content>(parts: Parts, change: (name: string, text: string) => [string, Content]) =>
  Object.fromEntries(Object.entries(parts).map(([name, text]) => change(name, text)));
type Zip = (files: Record<string, Uint8Array>) => Uint8Array;
export const zipOf = (parts: Parts, zip: Zip = zipSync): Buffer =>
  Buffer.from(zip(withParts(parts, (name, text) => [name, Buffer.from(text)])));

const everywhere = (change: (text: string) => string) => (parts: Parts) =>
  zipOf(withParts(parts, (name, text) => [name, change(text)]));
const inSheets = (change: (text: string) => string) =>
  everywhere((text) => (text.includes('<worksheet') ? change(text) : text));
const replaced = (from: RegExp | string, to: string) => everywhere((text) => text.replaceAll(from, to));
const prefixed = (text: string) => text.replaceAll(/<(\/?)(?=[a-z])/gi, '<$1x:');
const runs = '<r><t>$1</t></r><r><t xml:space="preserve">$2</t></r>';
const emptyRows = '<row r="90"/><row r="91" s="1"><c r="A91" s="1"/></row></sheetData>';

/** Ways in which programs write a workbook that is in order. */
export const oddWorkbooks: Record<string, (parts: Parts) => Buffer> = {
  'descriptors without signature': (parts) => {
    const named = Object.entries(parts).map(([name, text]) => ({ name, text }));
    return archive(named, { hasBareDescriptors: true });
  },
  'nothing compressed': (parts) => zipOf(parts, (files) => zipSync(files, { level: 0 })),
  'cells without their names': replaced(/(?<=<c) r="[A-Z]+\d+"/g, ''),
  'a row for each cell': inSheets((text) =>
    text.replace(/<row r="(\d+)">(.*?)<\/row>/g, (_row, number, cells: string) =>
      cells.replaceAll(/<c .*?<\/c>/g, `<row r="${number}">$&</row>`),
    ),
  ),
  'elements with a prefix': inSheets((text) => prefixed(text).replace('xmlns=', 'xmlns:x=')),
  'addresses from the root': replaced('Target="worksheets', 'Target="/xl/worksheets'),
  'the strict form': replaced(`${office}/spreadsheetml/2006`, 'http://purl.oclc.org/ooxml/spreadsheetml'),
  'text in runs': replaced(/<t xml:space="preserve">(\w+)(.*?)<\/t>/g, runs),
  'a mark and a comment': inSheets((text) => `\uFEFF<?xml version="1.0"?><!-- by hand -->${text}`),
  'empty rows and cells': replaced('</sheetData>', emptyRows),
  'years from 1904': replaced('<sheets>', '<workbookPr date1904="1"/><sheets>'),
  'backslashes in the names': (parts) =>
    zipOf(withParts(parts, (name, text) => [name.replaceAll('/', '\\'), text])),
  'no styles': ({ 'xl/styles.xml': _styles, ...parts }) => zipOf(parts),
};

/** A compound file whose only stream has this name: `Workbook` of Excel 97, `EncryptedPackage` behind a password. */
export function compoundFile(stream: string): Buffer {
  const file = Buffer.alloc(2_048, 0xff).fill(0, 0, 76).fill(0, 1_024, 1_536);
  file.write('d0cf11e0a1b11ae1', 'hex');
  const end = 0xfffffffe;
  const shorts = { 24: 0x3e, 26: 3, 28: 0xfffe, 30: 9, 32: 6 };
  // The places of the tables, then the table itself: of sectors, of the directory, of the stream.
  const longs = { 44: 1, 48: 1, 56: 4_096, 60: end, 68: end, 76: 0, 512: 0xfffffffd, 516: end, 520: end };
  for (const [place, value] of Object.entries(shorts)) file.writeUInt16LE(value, Number(place));
  for (const [place, value] of Object.entries(longs)) file.writeUInt32LE(value, Number(place));
  for (const [index, name] of ['Root Entry', stream].entries()) {
    const entry = file.subarray(1_024 + index * 128, 1_152 + index * 128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry.writeUInt8(index === 0 ? 5 : 2, 66);
    entry.fill(0xff, 68, 80);
    if (index === 0) entry.writeUInt32LE(1, 76);
    entry.writeUInt32LE(index === 0 ? end : 2, 116);
    entry.writeUInt32LE(index === 0 ? 0 : 512, 120);
  }
  return file;
}

// PDFs that viewers show though something is wrong with them.

function plainPdf(text: string): string {
  const content = `BT /F1 18 Tf 60 760 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = pdf.length;
  return `${pdf}xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}

/** Each fault with a number that varies it; letters are bytes. */
const faults: Record<string, (pdf: string, by: number) => string> = {
  'a mark of UTF-8 before it': (pdf) => `\xEF\xBB\xBF${pdf}`,
  'empty lines before it': (pdf, by) => '\r\n'.repeat((by % 40) + 1) + pdf,
  'the prologue of a printer': (pdf, by) =>
    `\x1B%-12345X@PJL JOB NAME="${by}"\r\n@PJL ENTER LANGUAGE=PDF\r\n${pdf}`,
  'other bytes before it': (pdf, by) =>
    Buffer.from(Array.from({ length: (by % 1_000) + 1 }, (_one, at) => (by + at * 13) % 37)).toString(
      'latin1',
    ) + pdf,
  'a wrong place of its table': (pdf, by) => pdf.replace(/startxref\n\d+/, `startxref\n${by}`),
  'no end': (pdf) => pdf.slice(0, pdf.indexOf('startxref')),
  'fragments after its end': (pdf, by) =>
    `${pdf}00010 00000 n\r\n${by} 00000 n\r\ntrailer\r\n<<\r\n/Size 20\r\n`,
  'nothing but zeros after its end': (pdf, by) => pdf + '\0'.repeat((by % 4_000) + 1),
  'wrong places in its table': (pdf, by) =>
    pdf.replaceAll(/\d{10}(?= 00000 n)/g, (place) => String(Number(place) + (by % 90) + 1).padStart(10, '0')),
  'a wrong length of its text': (pdf, by) => pdf.replace(/\/Length \d+/, `/Length ${by % 500}`),
  'an object without its end': (pdf, by) => {
    const parts = pdf.split('endobj');
    return parts.toSpliced(by % 5, 2, parts.slice(by % 5, (by % 5) + 2).join('')).join('endobj');
  },
};
export const pdfFaults = [...Object.keys(faults), 'a password of its owner'];

/** With a user password nobody reads it without that; with an owner's alone everybody does. */
export async function lockedPdf(text: string, ownerPassword: string, userPassword = ''): Promise<Buffer> {
  const document = await PDFDocument.load(Buffer.from(plainPdf(text), 'latin1'));
  document.encrypt({ userPassword, ownerPassword, permissions: { modifying: false } });
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

export async function faultyPdf(fault: string, text: string, by: number): Promise<Buffer> {
  const change = faults[fault];
  return change ? Buffer.from(change(plainPdf(text), by), 'latin1') : lockedPdf(text, `owner${by}`);
}

// Pictures.

/** The beginning of a picture of a phone, and then nothing of it. */
export function heic(brand: string): Buffer {
  const box = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`, 'latin1');
  return Buffer.concat([box, Buffer.from('\0\0\0\x08mdat', 'latin1'), Buffer.alloc(2_000, 7)]);
}

export const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: width % 200, g: 120, b: height % 150 } } });

/** A PNG that says it moves: its first frame is the picture itself. */
export async function movingPng(width: number, height: number): Promise<Buffer> {
  const png = await plainPicture(width, height).png().toBuffer();
  const body = Buffer.from('acTL\0\0\0\x01\0\0\0\0', 'latin1');
  const sum = Buffer.from(crc32(body).toString(16).padStart(8, '0'), 'hex');
  return Buffer.concat([png.subarray(0, 33), Buffer.from([0, 0, 0, 8]), body, sum, png.subarray(33)]);
}

// Any file, changed.

const change = fc.record({
  how: fc.constantFrom('flip', 'cut', 'drop', 'insert'),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  size: fc.integer({ min: 1, max: 400 }),
  noise: fc.uint8Array({ minLength: 1, maxLength: 40 }),
});
export const changes = fc.array(change, { minLength: 1, maxLength: 4 });
export type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

export function mutated(bytes: Uint8Array, list: readonly Change[]): Buffer {
  let result = Buffer.from(bytes);
  for (const { how, at, size, noise } of list) {
    const place = Math.floor(at * result.length);
    const piece = result.subarray(place, place + size);
    const middle = {
      flip: Buffer.from(piece.map((byte, index) => (index % 9 === 0 ? byte ^ (1 << (size % 8)) : byte))),
      cut: null,
      drop: Buffer.alloc(0),
      insert: Buffer.concat([noise, piece]),
    }[how];
    const rest = middle === null ? [] : [middle, result.subarray(place + size)];
    result = Buffer.concat([result.subarray(0, place), ...rest]);
  }
  return result;
}
