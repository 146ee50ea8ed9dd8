/** Random values of one seed; the seed is printed, and ACCEPTANCE_SEED repeats it. */
export const seed = Number(process.env.ACCEPTANCE_SEED ?? Math.floor(Math.random() * 2 ** 31));
console.log(`acceptance seed: ${seed}`);

let state = seed >>> 0;

/** Mulberry32: 0 ≤ value < 1. */
export function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let value = state;
  value = Math.imul(value ^ (value >>> 15), value | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
}

export function between(first: number, last: number): number {
  return first + Math.floor(random() * (last - first + 1));
}

export function pick<T>(values: readonly T[]): T {
  return values[between(0, values.length - 1)]!;
}

export function digits(count: number): string {
  return Array.from({ length: count }, () => between(0, 9)).join('');
}

export function letters(count: number): string {
  return Array.from({ length: count }, () => pick([...'abcdefghijklmnopqrstuvwxyz'])).join('');
}

/** A name that nobody in the sample data has, in Latin letters. */
export function personName(): string {
  const word = () => {
    const [first, ...rest] = letters(between(4, 8));
    return first!.toUpperCase() + rest.join('');
  };
  return `${word()} ${word()}`;
}

/** Unlike any other of this run and of earlier runs on the same data. */
export function registrationNumber(): string {
  return `AC${digits(10)}`;
}

export function shuffled<T>(values: T[]): T[] {
  return values
    .map((value) => [random(), value] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, value]) => value);
}
