import type { Json } from '../harness/people.ts';
import {
  demand,
  dimensions,
  feeRows,
  fieldOf,
  isAny,
  isApplicationCharge,
  keyOf,
  keys,
  rowsOf,
  seriesRows,
} from './a-names.ts';

// What a pack means, told by the words of UNIVERSITY.md alone: which number comes next, and which row of the fee schedule
// applies. It shares nothing with the product.

/**
 * A number of a series. `{year}` is the year in which the academic year ends, `{yy1}` and `{yy2}` are the two years' last digits,
 * `{n:4}` the counter with that many digits at least.
 */
export function renderNumber(pattern: string, academicYear: string, n: number): string {
  const [, first, last] = demand(/^20(\d\d)-(\d\d)$/.exec(academicYear), `academic year ${academicYear}`);
  return pattern.replaceAll(/\{(\w+)(?::(\d+))?\}/g, (part, name: string, width?: string) => {
    if (name === 'n') return String(n).padStart(Number(width ?? 1), '0');
    if (/^(year|yyyy2?)$/.test(name)) return `20${last}`;
    if (name === 'yyyy1') return `20${first}`;
    if (name === 'yy1') return first!;
    if (/^yy2?$/.test(name)) return last!;
    throw new Error(`part ${part} of pattern ${pattern} is not one that UNIVERSITY.md names`);
  });
}

/** The series of a certificate type: the one that the type names, or the only one. */
export function seriesOf(pack: Json, typeName: string): { pattern: string; next: number; row: Json } {
  const { rows } = seriesRows(pack);
  const type = rowsOf(pack, 'types').rows.find((row) => namesOf(row).includes(typeName));
  const named = JSON.stringify(fieldOf(type, keys.seriesOfType) ?? '');
  const row =
    rows.find((one) => namesOf(one).some((name) => named.includes(JSON.stringify(name).slice(1, -1)))) ??
    rows.find((one) => JSON.stringify(one).includes(JSON.stringify(typeName))) ??
    rows[0];
  return { row, pattern: fieldOf(row, keys.pattern), next: Number(fieldOf(row, keys.nextNumber) ?? 1) };
}

function namesOf(row: Json): string[] {
  return Object.entries<Json>(row)
    .filter(([key, value]) => /code|name|key|^id$/i.test(key) && typeof value === 'string')
    .map(([, value]) => value);
}

type Facts = {
  college?: string;
  course?: string;
  level?: string;
  type?: string;
  category?: string;
  attendance?: string;
  year?: string;
  /** The day for which the row has to be in force. */
  on?: string;
};

/** "Rows are compared field by field in this order, a given value before 'any'". Undefined where no row applies. */
function rowFor(rows: Json[], facts: Facts): Json | undefined {
  const order: (keyof Facts)[] = ['college', 'course', 'level', 'type', 'category', 'attendance', 'year'];
  const given = (row: Json, index: number) => {
    const value = fieldOf(row, dimensions[index]!);
    return isAny(value) ? undefined : [value].flat().map(String);
  };
  const on = facts.on ?? new Date().toISOString().slice(0, 10);
  const applies = rows.filter((row) => {
    const [from, until] = [fieldOf(row, keys.from), fieldOf(row, keys.until)];
    if ((from && from > on) || (until && until < on)) return false;
    return order.every((name, index) => given(row, index)?.includes(facts[name] ?? '') ?? true);
  });
  const rank = (row: Json) => order.map((_, index) => (given(row, index) ? '1' : '0')).join('');
  return applies.sort((a, b) => rank(b).localeCompare(rank(a)))[0];
}

/** What an application costs by a pack, without late charge and concession. "A college's `convocation_fee` is the row 'that college, any'". */
export function applicationCharge(pack: Json, facts: Facts): number {
  const scheduled = feeRows(pack).rows.filter((row) => isApplicationCharge(fieldOf(row, keys.charge)));
  const own = rowsOf(pack, 'colleges', [keys.code], true).rows.map((college) => ({
    college: college.code,
    amount: fieldOf(college, /fee/i),
  }));
  const rows = [...own, ...scheduled];
  const row = demand(rowFor(rows, facts), `no fee row applies to ${JSON.stringify(facts)}`);
  return row[keyOf(row, keys.amount)!];
}
