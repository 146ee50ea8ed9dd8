import { archive, type PartText } from './zip-archive.ts';

const mebibyte = 1024 * 1024;
/** The columns of an upload of students. */
export const studentHeader = [
  'College code',
  'Registration number',
  'Exam roll number',
  'Student name',
  'Address',
];

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook whose parts are these; rows refer to the table of texts. */
function workbook({
  texts,
  sheet,
  claimedBytes,
}: {
  texts: PartText;
  sheet: PartText;
  claimedBytes?: number;
}) {
  return archive([
    {
      name: '[Content_Types].xml',
      text: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${types}.sharedStrings+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `<workbook ${main} xmlns:r="${relation}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { name: 'xl/sharedStrings.xml', text: texts, ...(claimedBytes ? { claimedBytes } : {}) },
    { name: 'xl/worksheets/sheet1.xml', text: sheet },
  ]);
}

const cells = (row: number, values: readonly string[]) =>
  `<row r="${row}">${values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')}</row>`;
const goodSheet = `<worksheet ${main}><sheetData>${cells(1, studentHeader)}${cells(2, ['COL001', 'REG1', '2401', 'Asha', 'Mysuru'])}</sheetData></worksheet>`;
const noTexts = `<sst ${main}/>`;

/** So many mebibytes of it. */
const repeated = (text: string, mebibytes: number) => ({
  text: text.repeat(mebibyte / text.length),
  times: mebibytes,
});

const manyTexts = () => [
  { text: `<sst ${main}>`, times: 1 },
  repeated('<si><t>aaaaaaaaaaaaaaaa</t></si>', 300),
  { text: '</sst>', times: 1 },
];

/** Workbooks that unfold to much more than they are, and how each is refused. */
export const workbookBombs: Record<string, { make: () => Buffer; code: string }> = {
  'a table of texts of 300 MiB': {
    make: () => workbook({ texts: manyTexts(), sheet: goodSheet }),
    code: 'sheets.too_complex',
  },
  'a table of texts of 300 MiB that claims to be small': {
    make: () => workbook({ texts: manyTexts(), sheet: goodSheet, claimedBytes: 1_000 }),
    code: 'sheets.too_complex',
  },
  'a sheet of 300 MiB of blanks': {
    make: () => workbook({ texts: noTexts, sheet: [repeated(' ', 300)] }),
    code: 'sheets.too_complex',
  },
  'a cell of 7 MiB': {
    make: () =>
      workbook({
        texts: noTexts,
        sheet: goodSheet.replace('Asha', 'A'.repeat(7 * mebibyte)),
      }),
    code: 'sheets.too_complex',
  },
  'entities that unfold into one another': {
    make: () =>
      workbook({
        texts: `<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><sst ${main}><si><t>&b;</t></si></sst>`,
        sheet: goodSheet,
      }),
    code: 'sheets.damaged',
  },
  'a hundred thousand elements within one another': {
    make: () =>
      workbook({
        texts: noTexts,
        sheet: `<worksheet ${main}>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</worksheet>`,
      }),
    code: 'imports.no_header',
  },
  'an archive within the archive': {
    make: () =>
      archive([
        { name: 'xl/worksheets/sheet1.xml', text: archive([{ name: 'a', text: 'a'.repeat(mebibyte) }]) },
      ]),
    code: 'sheets.damaged',
  },
};
