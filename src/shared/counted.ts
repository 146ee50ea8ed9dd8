import { translateLabel } from './translate-label.ts';

/** What is counted, as it follows its number: `student`, `students`. */
export type Counted = { one: string; many: string };

export function nounOf(count: number, { one, many }: Counted): string {
  return translateLabel(count === 1 ? one : many);
}
