/** What stands before the numbers of a kind of records. */
export const numberPrefixes = { acknowledgement: 'ACK', run: 'R-', slip: 'DS-', bundle: 'B-', batch: 'S-' };
export type NumberedKind = keyof typeof numberPrefixes;

/** `R-` and 12 → `R-000012`. The database writes the same by its function `number_text`. */
export function numberText(prefix: string, number: number): string {
  return `${prefix}${String(number).padStart(6, '0')}`;
}

/** `000123`, as the slip prints it. */
export function formatAcknowledgement(acknowledgementNumber: number): string {
  return numberText('', acknowledgementNumber);
}
