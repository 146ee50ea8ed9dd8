import type { StudentEntry } from '#features/students/contract.ts';
import { addStudent } from '#features/students/server/commands/add-student.ts';
import { demoAward } from './demo-awards.ts';
import type { DemoOffice } from './demo-office.ts';

type Name = { name: string; native: string };
type DemoPosition = {
  index: number;
  year: number;
  college: { id: string; code: string };
  courseId: string;
};

/** A student who has not applied. */
export type StudentSample = Name & { index: number; year: number; college: string; addedAt: Date };

const streets = [
  'Temple Street, Mysuru 570001',
  'Vidyanagar, Mandya 571401',
  'Kadri Hills, Mangaluru 575002',
  'Saraswathipuram, Mysuru 570009',
  'Ashok Nagar, Mandya 571402',
  'Bejai New Road, Mangaluru 575004',
  'Kuvempunagar, Mysuru 570023',
];

/** Such as `2024-25` for the year in which it begins. */
export function academicYearOf({ year }: { year: number }): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

/** A student of the master; `index` determines the demo person. */
export function demoStudent(
  { name, native }: Name,
  { index, year, college, courseId }: DemoPosition,
): StudentEntry {
  const address = `${12 + index * 3}, ${streets[index % streets.length]}`;
  return {
    name,
    nameNative: native,
    collegeId: college.id,
    address,
    registrationNumber: `${college.code}${String(year).slice(2)}${String(1001 + index * 7)}`,
    examRollNumber: String(24_100_310 + index * 53),
    courseId,
    academicYear: academicYearOf({ year }),
    modeOfStudy: 'Regular',
    ...demoAward(name, { index, year, address }),
  };
}

export function planStudents(office: DemoOffice, students: readonly StudentSample[]): void {
  for (const { index, year, college: code, addedAt: at, ...person } of students)
    office.agenda.at(
      at,
      async () => {
        const college = office.colleges.get(code)!;
        const courses = [...office.courses.values()];
        const courseId = courses[index % courses.length]!;
        await office.once({ by: 'admin', at, key: `demo-student-${index}` }, (context) =>
          addStudent(context, demoStudent(person, { index, year, college, courseId })),
        );
      },
      { lane: `student ${index}` },
    );
}
