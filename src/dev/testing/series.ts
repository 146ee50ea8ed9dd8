import type { DeclaredEntry } from '#shared/declared-field.ts';
import type { StaffCaller } from './portal.ts';
import { unique } from './unique.ts';

/** What somebody types of a number series. */
export type Series = { name: string; pattern: string; scope: string[]; nextNumber: number };

/** A series of letters of its own, and a certificate type that takes its numbers from it. */
export async function seriesOf(admin: StaffCaller, given: Partial<Series> = {}, letters = '') {
  const prefix = `S${unique()}X`;
  const series = {
    name: prefix,
    pattern: `${prefix}/{year}/{n:4}`,
    scope: ['year'],
    nextNumber: 1,
    ...given,
  };
  const { id } = await admin.api.number_series.addEntry(series);
  return { id, ...series, prefix, certificateType: await typeOf(admin, series.name, letters) };
}

/** A certificate type whose numbers are of this series. */
export async function typeOf(admin: StaffCaller, numberSeries: string, numberLetters = ''): Promise<string> {
  const name = `Type ${unique()}`;
  await admin.api.certificate_types.addEntry({ name, numberSeries, numberLetters });
  return name;
}

export async function editSeries({ api }: StaffCaller, id: string, changes: Partial<Series>) {
  const { version, isUsed: _, ...entry } = await api.number_series.getEntry({ id });
  const changed = { ...(entry as DeclaredEntry), ...changes };
  return api.number_series.editEntry({ id, version, entry: changed });
}

export async function seriesNamed({ api }: StaffCaller, name: string) {
  const { rows } = await api.number_series.listEntries({ search: name });
  return rows.find((row) => row.name === name)!;
}
