import type { Role } from '#shared/roles.ts';

export const demoPassword = 'Convocation@2025';

type DemoPerson = {
  email: string;
  role: Role;
  name: string;
  collegeCode: string | null;
  /** Offered on the login screen as a one-click fill. */
  isOffered: boolean;
};

function atDikshant(name: string): string {
  return `${name}@dikshant.example`;
}

/** Five people to sign in as, and colleagues, because four eyes need two people. */
export const demoStaff: DemoPerson[] = [
  { email: atDikshant('admin'), role: 'admin', name: 'Anita Deshpande', collegeCode: null, isOffered: true },
  {
    email: atDikshant('case-worker'),
    role: 'case_worker',
    name: 'Asha Kulkarni',
    collegeCode: null,
    isOffered: true,
  },
  {
    email: atDikshant('receiver'),
    role: 'receiver',
    name: 'Ravi Shetty',
    collegeCode: null,
    isOffered: true,
  },
  {
    email: atDikshant('printer'),
    role: 'printer',
    name: 'Prakash Gowda',
    collegeCode: null,
    isOffered: true,
  },
  { email: atDikshant('auditor'), role: 'auditor', name: 'Leela Menon', collegeCode: null, isOffered: true },
  { email: atDikshant('registrar'), role: 'admin', name: 'Suresh Bhat', collegeCode: null, isOffered: false },
  {
    email: atDikshant('case-worker.col001'),
    role: 'case_worker',
    name: 'Meera Nair',
    collegeCode: 'COL001',
    isOffered: false,
  },
  {
    email: atDikshant('receiver.col001'),
    role: 'receiver',
    name: 'Joseph Dsouza',
    collegeCode: 'COL001',
    isOffered: false,
  },
  {
    email: atDikshant('receiver.col002'),
    role: 'receiver',
    name: 'Fatima Quraishi',
    collegeCode: 'COL002',
    isOffered: false,
  },
];
