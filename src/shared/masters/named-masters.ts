import { t } from '#shared/words.ts';
import { namesOf } from '../labels.ts';
import type { Role } from '../roles.ts';

export type NamedMaster = {
  /** Of its screen and its entry in the menu. */
  title: string;
  /** One entry, and all of them, as they stand within a sentence. */
  one: string;
  many: string;
  readBy: readonly Role[];
  editedBy: readonly Role[];
};

/**
 * The short lists that the university keeps by itself, in the order of the menu: what menus, addresses and permissions need of
 * them, so that the login page loads no declaration of fields. What is in them is declared by `master()`.
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
} as const satisfies Record<string, NamedMaster>;
export type MasterName = keyof typeof namedMasters;
export const masterNames = namesOf(namedMasters);

/** A table with a line for each master, where its names are enough. */
export function eachNamedMaster<Line>(
  lineOf: (master: NamedMaster, name: MasterName) => Line,
): Record<MasterName, Line> {
  const lines = masterNames.map((name) => [name, lineOf(namedMasters[name], name)] as const);
  return Object.fromEntries(lines) as Record<MasterName, Line>;
}
