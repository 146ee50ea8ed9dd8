import { type StudentAward, studentAward } from '#shared/award-record.ts';
import { pickFields } from '#shared/declared-field.ts';

const women = new Set(
  `Ananya Anjali Bhavana Chandrika Deepa Divya Fatima Geetha Harpreet Kavya Lakshmi Mary Meera Nisha Pooja Priya Rekha Ritu
   Sneha Sunita Swati Tara Tenzin Zoya`.split(/\s+/),
);
const fathers = ['Ramesh', 'Mohan', 'Shankar', 'Prakash', 'Narayan'];
const mothers = ['Lakshmi', 'Sudha', 'Kamala', 'Usha'];
const divisions = ['First Class with Distinction', 'First Class', 'First Class', 'Second Class'];
const ranks = ['First rank, gold medal', 'Second rank', 'Third rank'];
const categories = ['General', 'OBC', 'General', 'SC', 'General', 'ST'];

/** Each tenth candidate, always with distinction: who asks for a rank certificate is one of them. */
export function isRanked(index: number): boolean {
  return index % 10 === 9;
}

/** The award record of a demo candidate as a college would send it, more or less complete. */
export function demoAward(
  name: string,
  { index, year, address }: { index: number; year: number; address: string },
): StudentAward {
  const [given = '', ...rest] = name.split(' ');
  const surname = rest.join(' ');
  const mailbox = `${given}.${surname}`.toLowerCase().replace(/[^a-z.]/g, '');
  const of = <Item>(items: readonly Item[]) => items[index % items.length]!;
  const digits = (length: number) =>
    String((index + 7) * 7_919_317)
      .padStart(length, '4')
      .slice(-length);
  return pickFields(studentAward, {
    dateOfBirth: `${year - 22}-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + ((index * 5) % 28)).padStart(2, '0')}`,
    gender: women.has(given) ? 'F' : 'M',
    fatherName: `${of(fathers)} ${surname}`,
    motherName: `${of(mothers)} ${surname}`,
    consentNoticeVersion: '1',
    mobile: `98${digits(8)}`,
    email: `${mailbox}${index}@mail.example`,
    postalState: 'Karnataka',
    postalPin: address.slice(-6),
    abcId: index % 3 === 0 ? '' : `3${digits(11)}`,
    division: isRanked(index) ? divisions[0]! : of(divisions),
    ...(index % 2 === 0
      ? { cgpa: (84 + (index % 13)) / 10, cgpaScale: 10 }
      : { percentage: isRanked(index) ? 88.5 : 58.5 + (index % 35) }),
    examinationMonth: `${year}-05`,
    resultDate: `${year}-06-${20 + (index % 9)}`,
    rank: isRanked(index) ? of(ranks) : '',
    category: of(categories),
    attendance: index % 5 === 0 ? 'in_absentia' : 'in_person',
  });
}
