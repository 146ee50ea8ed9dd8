import { dayInIndia, formatCount, formatDay } from '#shared/format.ts';
import type { RegisterEntry, RegisterTotals } from '../../contract.ts';
import type { Book, BookRow } from './book.ts';
import { linesOf, personLines } from './book-lines.ts';

const columns = [
  { name: 'No.', width: 11, isNumber: true },
  { name: 'Convocation number', width: 28, isNumber: false },
  { name: 'Name and parents', width: 58, isNumber: false },
  { name: 'Degree and college', width: 44, isNumber: false },
  { name: 'Class and rank', width: 20, isNumber: false },
  { name: 'Serial and date', width: 21, isNumber: false },
];

/** The register of what was issued at a convocation: main roll, each supplement, totals. */
export function registerBook(
  convocation: { number: string; name: string | null; held_on: string },
  entries: readonly RegisterEntry[],
  totals: RegisterTotals,
): Book {
  const name = `Degree register, convocation ${convocation.number}`;
  const held = [convocation.name, formatDay(convocation.held_on)].filter(Boolean).join(', ');
  const sections = [...Map.groupBy(entries, ({ section }) => section)];
  return {
    title: name,
    mark: 'Degree register',
    footer: name,
    columns,
    signatures: ['Entered by', 'Checked by', 'Registrar'],
    sections: [
      ...sections.map(([, rows]) => ({
        heading: [`Convocation ${convocation.number} (${held})`, sectionHeading(rows[0]!)],
        rows: rows.map(rowOf),
      })),
      { heading: [`Totals of convocation ${convocation.number} (${held})`], rows: totalRows(totals) },
    ],
  };
}

function sectionHeading({ section, resolution }: RegisterEntry): string {
  if (section === null) return 'On no roll';
  const name = section === 0 ? 'Main roll' : `Supplement ${section}`;
  return resolution === null ? `${name}, without a resolution yet` : `${name}. Resolution of ${resolution}`;
}

function rowOf(entry: RegisterEntry): BookRow {
  const { copyNumber, serial } = entry;
  return {
    units: 2,
    isStruck: entry.struckAt !== null,
    cells: [
      [String(entry.position)],
      linesOf(entry.convocationNumber, entry.certificateType),
      personLines(entry),
      linesOf(entry.degree, entry.college),
      linesOf(entry.division, entry.rank),
      linesOf(copyNumber === 0 ? serial : `${serial} (${copyNumber})`, formatDay(entry.givenOn)),
    ],
  };
}

function totalRows(totals: RegisterTotals): BookRow[] {
  const count = (name: string, number: number): BookRow => ({
    units: 1,
    heading: `${name}: ${formatCount(number)}`,
  });
  return [
    count('Entries', totals.entries),
    count('Standing', totals.standing),
    count('Struck', totals.struck),
    count('Of the standing ones, a new copy waits to be printed', totals.reprinting),
    count('Of the struck ones, the copy is valid until the certificate is printed again', totals.withheld),
    count('Printed certificates, as lists and dashboard count them', totals.printed),
    { units: 1, heading: `Made on ${formatDay(dayInIndia(new Date()))}` },
  ];
}
