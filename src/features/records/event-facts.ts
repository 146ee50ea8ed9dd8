/** What sentences name of an event, as it is shown; '' for what the event does not hold. */
export const eventFactNames = [
  ...(['convocationNumber', 'blank', 'copy', 'printRun', 'printer', 'bundle', 'batch'] as const),
  ...(['application', 'reprintOf', 'draft', 'drafts', 'replacedBy', 'depositSlip', 'amount'] as const),
  ...(['sheets', 'serials', 'firstSerial', 'lastSerial', 'good'] as const),
  ...(['handedTo', 'carrier', 'office'] as const),
] as const;
export type EventFactName = (typeof eventFactNames)[number];

declare module '#shared/feature.ts' {
  interface EventFacts extends Record<EventFactName, string> {}
}
