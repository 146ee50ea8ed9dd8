import { formatCount, formatDay, formatMoment } from '#shared/format.ts';
import { meritOf } from '../../columns.ts';
import type { Roll, RollEntry } from '../../contract.ts';
import { rollName } from '../../rules.ts';
import type { Book, BookRow } from './book.ts';
import { linesOf, personLines } from './book-lines.ts';

const columns = [
  { name: 'No.', width: 11, isNumber: true },
  { name: 'Convocation number', width: 28, isNumber: false },
  { name: 'Student and parents', width: 66, isNumber: false },
  { name: 'Registration and roll no.', width: 28, isNumber: false },
  { name: 'Class and rank', width: 28, isNumber: false },
  { name: 'CGPA or %', width: 21, isNumber: false },
];

/** A closed roll for the meeting: by college, course and merit with subtotals, and totals at the end. */
export function rollBook(roll: Roll, entries: readonly RollEntry[]): Book {
  const name = `Convocation ${rollName(roll)}`;
  return {
    title: name,
    mark: roll.number === 0 ? 'Roll of the convocation' : 'Supplement to the roll',
    footer: name,
    columns,
    signatures: ['Prepared by', 'Checked by', 'Registrar'],
    sections: [
      { heading: headingOf(roll), rows: rowsOf(entries) },
      { heading: [`Totals of ${name}`], rows: totalsOf(entries) },
    ],
  };
}

function headingOf(roll: Roll): string[] {
  const closed = `Convocation ${rollName(roll)}, closed ${formatMoment(roll.closedAt!)} IST by ${roll.closedBy}`;
  if (roll.state !== 'resolved') return [closed, 'Resolution:'];
  const { resolutionBody, resolutionNumber, resolutionDate } = roll;
  return [closed, `Resolution of ${resolutionBody}: ${resolutionNumber}, ${formatDay(resolutionDate!)}`];
}

function rowsOf(entries: readonly RollEntry[]): BookRow[] {
  return groupsOf(entries, collegeOf).flatMap(([college, ofCollege]) => [
    heading(`${college}: ${sumOf(ofCollege)}`),
    ...groupsOf(ofCollege, courseOf).flatMap(([course, ofCourse]) => [
      heading(`${course}: ${sumOf(ofCourse)}`),
      ...ofCourse.map(rowOf),
    ]),
  ]);
}

function rowOf(entry: RollEntry): BookRow {
  return {
    units: 2,
    isStruck: entry.struckAt !== null,
    cells: [
      [String(entry.position)],
      linesOf(entry.convocationNumber, entry.certificateType),
      personLines(entry),
      linesOf(entry.registrationNumber, entry.examRollNumber),
      linesOf(entry.division, entry.rank),
      linesOf(meritOf(entry)),
    ],
  };
}

function totalsOf(entries: readonly RollEntry[]): BookRow[] {
  return [
    ...groupsOf(entries, collegeOf).map(([college, ofCollege]) => heading(`${college}: ${sumOf(ofCollege)}`)),
    heading(`All colleges: ${sumOf(entries)}`),
  ];
}

function sumOf(entries: readonly RollEntry[]): string {
  const struck = entries.filter(({ struckAt }) => struckAt !== null).length;
  const total = `total ${formatCount(entries.length)}`;
  if (struck === 0) return total;
  return `${total}, ${formatCount(entries.length - struck)} standing, ${formatCount(struck)} struck`;
}

const heading = (words: string): BookRow => ({ units: 1, heading: words });
const collegeOf = ({ collegeCode, college }: RollEntry) => `${collegeCode} · ${college}`;
const courseOf = ({ course, degree }: RollEntry) => (course === degree ? course : `${course} · ${degree}`);

function groupsOf(entries: readonly RollEntry[], by: (entry: RollEntry) => string): [string, RollEntry[]][] {
  return [...Map.groupBy(entries, by)];
}
