import type { DeclaredEntry } from '#shared/declared-field.ts';
import { addWithFourEyes, confirmAsSecondPerson } from './change-master.ts';
import type { Portal, StaffCaller } from './portal.ts';
import { unique } from './unique.ts';

/** What somebody types of a number series. */
export type Series = { name: string; pattern: string; scope: string[]; nextNumber: number };

/** A series of letters of its own, and a certificate type that takes its numbers from it. */
export async function seriesOf(portal: Portal, given: Partial<Series> = {}, letters = '') {
  const prefix = `S${unique()}X`;
  const series = {
    name: prefix,
    pattern: `${prefix}/{year}/{n:4}`,
    scope: ['year'],
    nextNumber: 1,
    ...given,
  };
  const id = await addWithFourEyes(portal, 'number_series', series);
  return { id, ...series, prefix, certificateType: await typeOf(portal, series.name, letters) };
}

/** A certificate type whose numbers are of this series. */
export async function typeOf(portal: Portal, numberSeries: string, numberLetters = ''): Promise<string> {
  const name = `Type ${unique()}`;
  await addWithFourEyes(portal, 'certificate_types', { name, numberSeries, numberLetters });
  return name;
}

export async function editSeries(portal: Portal, id: string, changes: Partial<Series>): Promise<void> {
  const { api } = await portal.as('admin');
  const { version, isUsed: _, ...entry } = await api.number_series.getEntry({ id });
  const changed = { ...(entry as DeclaredEntry), ...changes };
  const { proposalId } = await api.number_series.editEntry({ id, version, entry: changed });
  await confirmAsSecondPerson(portal, proposalId);
}

export async function seriesNamed({ api }: StaffCaller, name: string) {
  const { rows } = await api.number_series.listEntries({ search: name });
  return rows.find((row) => row.name === name)!;
}
