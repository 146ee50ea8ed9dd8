import { namesOf } from '#shared/labels.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';

export type NamedMaster = {
  /** Title of its screen and menu entry. */
  title: string;
  /** Singular and plural, as used within a sentence. */
  one: string;
  many: string;
  readBy: readonly Role[];
  editedBy: readonly Role[];
  /** The type of its records in the audit log; its name by default. */
  recordType?: string;
  /** The error for staff of one college who edit it; without it, they may. */
  universityOnly?: 'printers.university_only';
};

/**
 * The university's master lists, in menu order: what menus, URLs and permissions need, so that the login page does not
 * load the field declarations. Their contents are declared with `master()`.
 */
export const namedMasters = {
  university: {
    title: t`University`,
    one: t`university`,
    many: t`universities`,
    readBy: ['admin', 'auditor'],
    editedBy: ['admin'],
  },
  courses: {
    title: t`Courses`,
    one: t`course`,
    many: t`courses`,
    readBy: ['admin', 'auditor'],
    editedBy: ['admin'],
  },
  certificate_types: {
    title: t`Certificate types`,
    one: t`certificate type`,
    many: t`certificate types`,
    readBy: ['admin', 'auditor'],
    editedBy: ['admin'],
  },
  offices: {
    title: t`Offices`,
    one: t`office holder`,
    many: t`office holders`,
    readBy: ['admin', 'auditor'],
    editedBy: ['admin'],
  },
  convocations: {
    title: t`Convocations`,
    one: t`convocation`,
    many: t`convocations`,
    readBy: ['admin', 'auditor'],
    editedBy: ['admin'],
  },
  fee_schedule: {
    title: t`Fees`,
    one: t`fee`,
    many: t`fees`,
    readBy: ['admin', 'auditor'],
    editedBy: ['admin'],
  },
  choices: {
    title: t`Lists of choices`,
    one: t`choice`,
    many: t`choices`,
    readBy: ['admin', 'auditor'],
    editedBy: ['admin'],
  },
  number_series: {
    title: t`Number series`,
    one: t`number series`,
    many: t`number series`,
    readBy: ['admin', 'auditor'],
    editedBy: ['admin'],
  },
  papers: {
    title: t`Kinds of paper`,
    one: t`kind of paper`,
    many: t`kinds of paper`,
    readBy: ['admin', 'auditor'],
    editedBy: ['admin'],
    recordType: 'paper',
  },
  inks: {
    title: t`Kinds of ink`,
    one: t`kind of ink`,
    many: t`kinds of ink`,
    readBy: ['admin', 'auditor'],
    editedBy: ['admin'],
    recordType: 'ink',
  },
  printers: {
    title: t`Printers`,
    one: t`printer`,
    many: t`printers`,
    readBy: ['admin', 'printer', 'auditor'],
    editedBy: ['admin', 'printer'],
    recordType: 'printer',
    universityOnly: 'printers.university_only',
  },
} as const satisfies Record<string, NamedMaster>;
export type MasterName = keyof typeof namedMasters;
export const masterNames = namesOf(namedMasters);

/** The type of a master's records in the audit log. */
export type MasterRecordType = {
  [Name in MasterName]: (typeof namedMasters)[Name] extends { recordType: infer Type } ? Type : Name;
}[MasterName];

export function recordTypeOf(name: MasterName): MasterRecordType {
  return ((namedMasters[name] as NamedMaster).recordType ?? name) as MasterRecordType;
}

/** A table with one value for each master, from its names only. */
export function eachNamedMaster<Line>(
  lineOf: (master: NamedMaster, name: MasterName) => Line,
): Record<MasterName, Line> {
  const lines = masterNames.map((name) => [name, lineOf(namedMasters[name], name)] as const);
  return Object.fromEntries(lines) as Record<MasterName, Line>;
}

/** The records that fields can refer to. */
export const entrySources = ['colleges', 'courses', 'certificateTypes', 'papers', 'numberSeries'] as const;
export type EntrySource = (typeof entrySources)[number];
