import {
  type ColumnMapping,
  expectedColumns,
  faultHeader,
  type Import,
  type ImportDetail,
  type ImportKind,
  type ImportState,
} from './contract.ts';

/** `mapping → checking → checked → committing → committed`; cancelled before it is committed, refused if unreadable. */
export const importCan = {
  map({ state }: Pick<Import, 'state'>) {
    return state === 'mapping' || state === 'checked' ? true : 'imports.not_mapping';
  },
  /** Corrected rows replace faulty or doubtful ones, so there have to be some. */
  correct({ state, faultyCount, warningCount }: Pick<Import, 'state' | 'faultyCount' | 'warningCount'>) {
    if (state !== 'checked') return 'imports.not_checked';
    return faultyCount || warningCount ? true : 'imports.nothing_faulty';
  },
  acceptWarnings({ state }: Pick<Import, 'state'>) {
    return state === 'checked' ? true : 'imports.not_checked';
  },
  /**
   * All or nothing: every row has to be valid, and every warning accepted. Once an application has been received, blanks and drafts can no longer
   * be uploaded as opening balances, and earlier certificates need a second person (decision 64).
   */
  commit(upload: Import & Pick<ImportDetail, 'uploaderIds' | 'isAfterFirstApplication'>, actorId: string) {
    const { kind, state, newCount, changedCount, isAfterFirstApplication } = upload;
    if (state !== 'checked') return 'imports.not_checked';
    if (upload.faultyCount) return 'imports.faulty';
    if (upload.warningCount) return 'imports.doubtful';
    if (!newCount && !changedCount) return 'imports.nothing_new';
    if (!isAfterFirstApplication) return true;
    if (kind === 'opening_blanks' || kind === 'opening_drafts') return 'imports.opening_over';
    return upload.uploaderIds.includes(actorId) ? 'imports.own_upload' : true;
  },
  cancel({ state }: Pick<Import, 'state'>) {
    return isOpen(state) ? true : 'imports.over';
  },
};

export function isRunning(state: ImportState): boolean {
  return state === 'checking' || state === 'committing';
}

function isOpen(state: ImportState): boolean {
  return state === 'mapping' || state === 'checked' || isRunning(state);
}

/**
 * Finds the wanted columns by their headers. A field that no header or several headers match stays null; so does a
 * header that two fields match. `inAllLanguages` gives a heading's translations.
 */
export function recogniseColumns(
  kind: ImportKind,
  headers: readonly string[],
  inAllLanguages: (heading: string) => readonly string[] = (heading) => [heading],
): ColumnMapping {
  const simple = headers.map(simplify);
  const mapping: ColumnMapping = {};
  for (const { field, header, synonyms } of expectedColumns[kind]) {
    const exact = indexesOf(simple, inAllLanguages(header));
    const found = exact.length > 0 ? exact : indexesOf(simple, synonyms.split(', '));
    mapping[field] = found.length === 1 ? found[0]! : null;
  }
  for (const place of Object.values(mapping)) {
    const claims = Object.keys(mapping).filter((field) => mapping[field] === place);
    if (place !== null && claims.length > 1) for (const field of claims) mapping[field] = null;
  }
  return mapping;
}

/** Indexes of the headers that no field is mapped to. */
export function unmappedHeaders(headers: readonly string[], mapping: ColumnMapping): number[] {
  const claimed = new Set(Object.values(mapping));
  return headers.flatMap((header, place) =>
    claimed.has(place) || header.trim() === '' || isFaultHeader(header) ? [] : [place],
  );
}

/**
 * Fields that a person has to map: not found although the file has unmapped columns. Rare fields are only named in the
 * report.
 */
export function fieldsToMap(kind: ImportKind, headers: readonly string[], mapping: ColumnMapping) {
  const hasFree = unmappedHeaders(headers, mapping).length > 0;
  return expectedColumns[kind].filter(
    ({ field, isRequired, isRare }) => mapping[field] === null && (isRequired || (hasFree && !isRare)),
  );
}

export function isFaultHeader(header: string): boolean {
  return simplify(header) === simplify(faultHeader);
}

function indexesOf(headers: readonly string[], names: readonly string[]): number[] {
  const wanted = new Set(names.map(simplify));
  return headers.flatMap((header, place) => (wanted.has(header) ? [place] : []));
}

/** Makes `College_Code ` and `COLLEGE CODE` equal. */
export function simplify(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
