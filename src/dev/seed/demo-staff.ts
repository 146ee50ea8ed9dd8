import type { Role } from '#shared/roles.ts';

export const demoPassword = 'Convocation@2025';

/** Demo staff who act in its history, by the local part of their address. */
export type DemoPerson =
  | 'admin'
  | 'registrar'
  | 'case-worker'
  | 'case-worker.col001'
  | 'receiver'
  | 'receiver.col001'
  | 'receiver.col002'
  | 'printer'
  | 'auditor';

type StaffSample = {
  email: string;
  role: Role;
  name: string;
  /** `ALL` or a college's code. */
  code: string;
  mobile?: string;
  printerCode?: string;
  /** Whether the login screen offers to fill in this account. */
  isOffered: boolean;
};

export function demoEmail(name: string): string {
  return `${name}@dikshant.example`;
}

/** Five accounts to sign in with, and colleagues, because four eyes need two people. */
export const demoStaff: StaffSample[] = [
  { email: demoEmail('admin'), role: 'admin', name: 'Anita Deshpande', code: 'ALL', isOffered: true },
  {
    email: demoEmail('case-worker'),
    role: 'case_worker',
    name: 'Asha Kulkarni',
    code: 'ALL',
    mobile: '9845012345',
    isOffered: true,
  },
  {
    email: demoEmail('receiver'),
    role: 'receiver',
    name: 'Ravi Shetty',
    code: 'ALL',
    isOffered: true,
  },
  {
    email: demoEmail('printer'),
    role: 'printer',
    name: 'Prakash Gowda',
    code: 'ALL',
    printerCode: 'PR-01',
    isOffered: true,
  },
  { email: demoEmail('auditor'), role: 'auditor', name: 'Leela Menon', code: 'ALL', isOffered: true },
  { email: demoEmail('registrar'), role: 'admin', name: 'Suresh Bhat', code: 'ALL', isOffered: false },
  {
    email: demoEmail('case-worker.col001'),
    role: 'case_worker',
    name: 'Meera Nair',
    code: 'COL001',
    mobile: '9900112233',
    isOffered: false,
  },
  {
    email: demoEmail('receiver.col001'),
    role: 'receiver',
    name: 'Joseph Dsouza',
    code: 'COL001',
    isOffered: false,
  },
  {
    email: demoEmail('receiver.col002'),
    role: 'receiver',
    name: 'Fatima Quraishi',
    code: 'COL002',
    isOffered: false,
  },
];

/** Sign-in instructions, as lines for the terminal. */
export function describeSignIns(publicUrl: string): string[] {
  return [
    `Sign in with the password ${demoPassword} as`,
    ...demoStaff.filter((one) => one.isOffered).map((person) => `  ${person.email}`),
    `One-time codes arrive at ${publicUrl}/demo/outbox\n`,
  ];
}
