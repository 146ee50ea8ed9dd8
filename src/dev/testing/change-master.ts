import { exampleEntry } from '#dev/testing/example-entry.ts';
import type { Portal } from '#dev/testing/portal.ts';
import type { CollegeEntry } from '#features/colleges/contract.ts';
import { masters } from '#features/masters/declared/masters.ts';
import type { MasterName } from '#features/masters/declared/named-masters.ts';
import { type DeclaredEntry, mapFields } from '#shared/declared-field.ts';
import { FileReference } from '#shared/fields.ts';

/** A row of the fee schedule for every application. */
export const anyFee = {
  charge: 'application',
  college: '',
  course: '',
  level: '',
  certificateType: '',
  category: '',
  attendance: '',
  academicYear: '',
  amount: 0,
  activeFrom: '',
  activeUntil: '',
};

/** Changes the entry whose name begins so, with a second person where four eyes hold. */
export async function changeWithFourEyes(
  portal: Portal,
  name: MasterName,
  { named, changes }: { named: string; changes: DeclaredEntry },
): Promise<void> {
  const { fields, key } = masters[name];
  const admin = await portal.as('admin');
  const { rows } = await admin.api[name].listEntries({ search: named });
  const row = rows.find((one) => one[key[0]] === named)!;
  const entry = mapFields(fields, (_field, field) => {
    const value = row[field] as DeclaredEntry[string];
    return FileReference.safeParse(value).data?.id ?? value;
  });
  const { id, version } = row;
  const { proposalId } = await admin.api[name].editEntry({ id, version, entry: { ...entry, ...changes } });
  await confirmAsSecondPerson(portal, proposalId);
}

/** Adds an entry, with a second person where four eyes hold; its id. */
export async function addWithFourEyes(
  portal: Portal,
  name: MasterName,
  entry: DeclaredEntry,
): Promise<string> {
  const admin = await portal.as('admin');
  const { id, proposalId } = await admin.api[name].addEntry(entry);
  await confirmAsSecondPerson(portal, proposalId);
  return id;
}

/** Changes a college, with a second person where its fee changes and four eyes hold. */
export async function changeCollegeWithFourEyes(
  portal: Portal,
  id: string,
  changes: Partial<CollegeEntry>,
): Promise<void> {
  const admin = await portal.as('admin');
  const { usedBy: _, ...college } = await admin.api.colleges.getCollege({ id });
  const { proposalId } = await admin.api.colleges.editCollege({ ...college, ...changes });
  await confirmAsSecondPerson(portal, proposalId);
}

/** Null was written at once. */
export async function confirmAsSecondPerson(portal: Portal, proposalId: string | null): Promise<void> {
  if (proposalId === null) return;
  const second = await portal.as('admin');
  await second.api.proposals.confirmProposal({ id: proposalId, version: 1 });
}

/** A course of this name; its id. */
export async function addCourse(portal: Portal, name: string): Promise<string> {
  return addWithFourEyes(portal, 'courses', { ...exampleEntry('courses'), name });
}
