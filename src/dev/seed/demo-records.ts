import { v7 as uuid } from 'uuid';
import { recordCollege } from '#features/colleges/server/commands/add-college.ts';
import type { Services } from '#platform/server/context.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';

const colleges = [
  {
    code: 'COL001',
    name: 'Sahyadri College of Engineering, Mysuru',
    contactNumber: '0821 241 5600',
    address: 'Vijayanagar 2nd Stage, Mysuru 570017',
    convocationFee: 700,
    email: 'office@sahyadri.dikshant.example',
  },
  {
    code: 'COL002',
    name: 'Kaveri Institute of Technology, Mandya',
    contactNumber: '08232 220 145',
    address: 'Bengaluru Road, Mandya 571401',
    convocationFee: 700,
    email: '',
  },
  {
    code: 'COL003',
    name: 'Netravati University College, Mangaluru',
    contactNumber: '0824 242 3311',
    address: 'Hampankatta, Mangaluru 575001',
    convocationFee: 80_000,
    email: 'registrar@netravati.dikshant.example',
  },
];

const courses = ['ECE', 'MECH', 'CIVIL'];
const certificateTypes = ['Degree', 'Provisional', 'Rank'];

/** The six kinds of certificate paper in stock. */
const papers = ['Parchment', 'Executive bond'].flatMap((name) =>
  ['Maroon', 'Navy', 'Green'].map((colour) => ({
    code: `${name === 'Parchment' ? 'PAR' : 'EXB'}-${colour.slice(0, 3).toUpperCase()}`,
    name,
    colour,
  })),
);

/** Colleges, courses, papers and certificate types; what is there already stays as it is. */
export async function seedRecords(services: Services, at: Date): Promise<void> {
  await recordAsPortal(
    services,
    async (db, audit) => {
      const known = await db.selectFrom('colleges').select('code').execute();
      for (const college of colleges) {
        if (known.some(({ code }) => code === college.code)) continue;
        await recordCollege({ db, now: at, audit }, college);
      }
      await db
        .insertInto('courses')
        .values(courses.map((name) => ({ id: uuid(), name })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await db
        .insertInto('certificate_types')
        .values(certificateTypes.map((name) => ({ name })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await db
        .insertInto('papers')
        .values(papers.map((paper) => ({ id: uuid(), ...paper })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    at,
  );
}
