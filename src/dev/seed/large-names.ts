export const courses = [
  'Bachelor of Engineering',
  'Bachelor of Science',
  'Bachelor of Arts',
  'Bachelor of Commerce',
  'Master of Science',
  'Master of Arts',
  'Master of Business Administration',
  'MBBS',
  'Bachelor of Laws',
  'Doctor of Philosophy',
  'Bachelor of Pharmacy',
  'Diploma in Nursing',
];

export const certificateTypes = ['Degree', 'Provisional', 'Rank'];

const founders = [
  'Government',
  "St. Joseph's",
  'National',
  'City',
  'Modern',
  'Royal',
  'Vidya',
  'Saraswati',
  'Mahatma Gandhi',
  'Nehru',
];
const branches = [
  'Engineering',
  'Arts and Science',
  'Medical',
  'Law',
  'Commerce',
  'Pharmacy',
  'Nursing',
  'Polytechnic',
];
export const towns = [
  'Bengaluru',
  'Mysuru',
  'Mangaluru',
  'Hubballi',
  'Belagavi',
  'Kalaburagi',
  'Davanagere',
  'Ballari',
  'Shivamogga',
  'Tumakuru',
  'Udupi',
  'Hassan',
  'Mandya',
  'Chitradurga',
  'Raichur',
];

/** 120 distinct names, such as 'National Law College, Udupi'. */
export const collegeNames = Array.from({ length: 120 }, (_, index) => {
  const founder = founders[index % founders.length];
  const branch = branches[Math.floor(index / founders.length) % branches.length];
  return `${founder} ${branch} College, ${towns[(index * 7) % towns.length]}`;
});

export const banks = ['State Bank of India', 'Canara Bank', 'Union Bank of India', 'Karnataka Bank'];
