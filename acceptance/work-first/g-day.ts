import type { Desks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import { digits, letters, personName } from '../harness/random.ts';
import { draftOf, drawPhoto, writePdf } from '../harness/records.ts';
import type { Value } from './g-hands.ts';

// What a candidate brings to the counter, as what is typed into the form's fields.

export type Candidate = { name: string; registration: string; roll: string };

export const candidate = (): Candidate => ({
  name: personName(),
  registration: `AC${digits(10)}`,
  roll: digits(9),
});

/** The college that the counter chooses, with its fee. */
export async function collegeOf(desks: Desks, code = 'COL001'): Promise<Json> {
  return (await desks.receiver.get('/api/application-choices')).body.colleges.find(
    (one: Json) => one.code === code,
  );
}

export const own = (person: Candidate): [RegExp, Value][] => [
  [/^College Registration number/, person.registration],
  [/^Exam roll number/, person.roll],
  [/^Candidate name/, person.name],
];

export const photo = async (): Promise<[RegExp, Value]> => [
  /choose file for photo/i,
  { file: `photo ${letters(5)}.jpg`, bytes: await drawPhoto(), type: 'image/jpeg' },
];

export const certificate = (): [RegExp, Value][] => [
  [/^College name/, 'COL001'],
  [/^Course\/Degree/, 'ECE'],
  [/^Academic year/, '2024-25'],
  [/^Chosen Color/, 'Green'],
  [/^Selected Paper/, 'Parchment'],
];

export function draft(amount: number): { number: string; fields: [RegExp, Value, RegExp?][] } {
  const { number, drawnOn, branch } = draftOf(amount);
  return {
    number,
    fields: [
      [/^DD number/, number],
      [/^DD date/, drawnOn.split('-').reverse().join('/')],
      [/^Issuing bank/, 'Canara Bank'],
      [/^Branch/, branch],
      [/^Amount/, String(amount), /demand draft/i],
      [
        /choose file for bank receipt/i,
        { file: 'dd.pdf', bytes: writePdf(`Draft ${number}`), type: 'application/pdf' },
      ],
    ],
  };
}
