/** The files that a list can be saved as, under the names by which the office calls them. */
export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];
