import { z } from 'zod';
import { type FieldError, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { type Language, languages } from '#shared/languages.ts';
import type { LayoutColumn } from '#shared/list-layout.ts';
import { type SpreadsheetFormat, spreadsheetFormats } from '#shared/spreadsheet-format.ts';
import type { ListExport } from './export-list.ts';

export type ExportOrder = {
  format: SpreadsheetFormat;
  /** Language of headings and enumerated values; undefined means the user's. */
  language: Language | undefined;
  columns: (readonly [key: string, column: LayoutColumn<never>])[];
  /** Search, filters and order as the list itself parses them. */
  filters: Record<string, unknown>;
  /** Whether columns on request are included. */
  isOnRequest: boolean;
};

/** Parses an export request; unknown parameters are refused, never ignored. */
export function parseExport(list: ListExport, query: object): ExportOrder {
  const { layout } = list;
  const onRequest = layout.onRequest?.columns ?? {};
  const known: Record<string, LayoutColumn<never>> = { ...layout.columns, ...onRequest };
  const asShown = Object.keys(layout.columns).filter((key) => !layout.columns[key]!.isOfQueue);
  const Parameters = list.input.extend({
    format: z.enum(spreadsheetFormats, 'Choose csv or xlsx.'),
    language: z.enum(languages, 'Choose en, kn or hi.').optional(),
    columns: z
      .string()
      .default(asShown.join(','))
      .transform((keys) => keys.split(','))
      .refine(
        (keys) => keys.every((key) => Object.hasOwn(known, key)),
        `Columns of this list: ${Object.keys(known).join(', ')}.`,
      ),
  });
  const parsed = Parameters.safeParse(query);
  if (!parsed.success) throw invalidInput(parsed.error.issues.flatMap(issuesOf));
  const { format, language, columns, ...filters } = parsed.data as {
    format: SpreadsheetFormat;
    language: Language | undefined;
    columns: string[];
  } & Record<string, unknown>;
  return {
    format,
    language,
    columns: columns.map((key) => [key, known[key]!] as const),
    filters,
    isOnRequest: columns.some((key) => Object.hasOwn(onRequest, key)),
  };
}

function issuesOf(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((path) => fieldError(path, 'exports.unknown_filter'));
  return [{ path: issue.path.join('.'), code: 'request.invalid_field', message: issue.message }];
}
