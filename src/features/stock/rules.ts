/** `A` + 123 → `A000123`: what is printed on the blank. Six digits sort as text in the order of printing. */
export function formatSerial(prefix: string, number: number): string {
  return `${prefix}${String(number).padStart(6, '0')}`;
}
