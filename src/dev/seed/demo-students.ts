import type { StudentEntry } from '#features/students/contract.ts';
import { addStudent } from '#features/students/server/commands/add-student.ts';
import type { Actor, Services } from '#platform/server/context.ts';
import { dayInIndia } from '#shared/format.ts';
import { actingAs } from './acting.ts';
import { demoAward } from './demo-awards.ts';
import { type DemoCandidate, demoCandidates } from './demo-candidates.ts';

type Name = Pick<DemoCandidate, 'name' | 'native'>;
type Place = { index: number; year: number; college: { id: string; code: string } };

const day = 86_400_000;

/** Students who have not applied yet: their numbers fill a new application in. */
const waiting: Name[] = [
  { name: 'Bhavana Srinivas', native: 'ಭಾವನಾ ಶ್ರೀನಿವಾಸ್' },
  { name: 'Nikhil Chauhan', native: 'निखिल चौहान' },
  { name: 'Rekha Ballal', native: 'ರೇಖಾ ಬಲ್ಲಾಳ್' },
  { name: 'Stephen D’Souza', native: '' },
  { name: 'Tara Krishnan', native: 'ತಾರಾ ಕೃಷ್ಣನ್' },
  { name: 'Umesh Poojary', native: 'ಉಮೇಶ್ ಪೂಜಾರಿ' },
];

const streets = [
  'Temple Street, Mysuru 570001',
  'Vidyanagar, Mandya 571401',
  'Kadri Hills, Mangaluru 575002',
  'Saraswathipuram, Mysuru 570009',
  'Ashok Nagar, Mandya 571402',
  'Bejai New Road, Mangaluru 575004',
  'Kuvempunagar, Mysuru 570023',
];

/** A student of the master; `index` numbers the people of the demo. */
export function demoStudent({ name, native }: Name, { index, year, college }: Place): StudentEntry {
  const address = `${12 + index * 3}, ${streets[index % streets.length]}`;
  return {
    name,
    nameNative: native,
    collegeId: college.id,
    address,
    registrationNumber: `${college.code}${String(year).slice(2)}${String(1001 + index * 7)}`,
    examRollNumber: String(24_100_310 + index * 53),
    ...demoAward(name, { index, year, address }),
  };
}

/** Adds the students who have not applied. */
export async function seedStudents(services: Services, admin: Actor, now: Date): Promise<void> {
  const addedAt = new Date(now.getTime() - day);
  const year = Number(dayInIndia(addedAt).slice(0, 4)) - 1;
  const colleges = await services.db.selectFrom('colleges').select(['id', 'code']).orderBy('name').execute();
  for (const [position, person] of waiting.entries()) {
    const index = demoCandidates.length + position;
    const college = colleges[position % colleges.length]!;
    const key = `demo-student-${String(position).padStart(3, '0')}`;
    await addStudent(
      actingAs(services, admin, { now: addedAt, key }),
      demoStudent(person, { index, year, college }),
    );
  }
}
