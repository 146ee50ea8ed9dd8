type IdentityRecord = {
  /** Its type in the audit log. */
  type: string;
  /** The column that shows it. */
  label: string;
  /** What it is known by, as the database names it, with the fields that make the key. */
  identities: Readonly<Record<string, readonly string[]>>;
  /** Corrected here; other records by their own form, or they stay as they were issued. */
  isCorrected: boolean;
};

/** The records that can have one key, by table. */
export const identityRecords = {
  students: {
    type: 'student',
    label: 'name',
    identities: { registration: ['registrationNumber'], roll: ['examRollNumber'] },
    isCorrected: true,
  },
  staff: { type: 'staff', label: 'name', identities: { email: ['email'] }, isCorrected: true },
  colleges: {
    type: 'college',
    label: 'name',
    identities: { code: ['code'], name: ['name'] },
    isCorrected: true,
  },
  demand_drafts: {
    type: 'demand_draft',
    label: 'number',
    identities: { instrument: ['number', 'bank', 'branch'] },
    isCorrected: false,
  },
  applications: {
    type: 'application',
    label: 'candidate_name',
    identities: { certificate: ['registrationNumber'] },
    isCorrected: false,
  },
  courses: { type: 'courses', label: 'name', identities: { name: ['name'] }, isCorrected: false },
  certificate_types: {
    type: 'certificate_types',
    label: 'name',
    identities: { name: ['name'] },
    isCorrected: false,
  },
  convocations: {
    type: 'convocations',
    label: 'number',
    identities: { number: ['number'] },
    isCorrected: false,
  },
  choices: { type: 'choices', label: 'name', identities: { name: ['name'] }, isCorrected: false },
  templates: { type: 'template', label: 'name', identities: { name: ['name'] }, isCorrected: false },
  printers: { type: 'printer', label: 'name', identities: { code: ['code'] }, isCorrected: false },
  papers: { type: 'paper', label: 'name', identities: { code: ['code'] }, isCorrected: false },
  inks: { type: 'ink', label: 'name', identities: { code: ['code'] }, isCorrected: false },
  earlier_certificates: {
    type: 'earlier_certificate',
    label: 'name',
    identities: { number: ['number'], serial: ['serial'] },
    isCorrected: false,
  },
} as const satisfies Record<string, IdentityRecord>;
export type IdentityTable = keyof typeof identityRecords;
export const identityTables = Object.keys(identityRecords) as IdentityTable[];

/** The fields of a record that made one key of two. */
export function fieldsOf({ table, identity }: { table: IdentityTable; identity: string }): readonly string[] {
  return (identityRecords[table] as IdentityRecord).identities[identity] ?? [];
}
