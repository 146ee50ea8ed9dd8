export const importKinds = ['students', 'colleges'] as const;
export type ImportKind = (typeof importKinds)[number];

/** A column that an upload may have. */
export type WantedColumn = {
  field: string;
  /** As the template calls it. */
  header: string;
  isRequired: boolean;
  /** What else offices call it; upper and lower case, spaces and dots do not matter. */
  synonyms: readonly string[];
  /** What the template's example row holds. */
  example: string;
};

export const wantedColumns: Record<ImportKind, readonly WantedColumn[]> = {
  students: [
    {
      field: 'code',
      header: 'College code',
      isRequired: true,
      synonyms: ['college', 'code', 'college id', 'college no', 'institution code', 'inst code', 'coll code'],
      example: 'COL001',
    },
    {
      field: 'registrationNumber',
      header: 'Registration number',
      isRequired: true,
      synonyms: ['college registration number', 'registration no', 'reg number', 'reg no', 'regno', 'usn', 'urn'],
      example: 'REG000123',
    },
    {
      field: 'examRollNumber',
      header: 'Exam roll number',
      isRequired: false,
      synonyms: ['exam roll no', 'exam roll', 'roll number', 'roll no', 'hall ticket number', 'hall ticket no'],
      example: '24000123',
    },
    {
      field: 'name',
      header: 'Student name',
      isRequired: true,
      synonyms: ['name', 'candidate name', 'candidate', 'student', 'name of the student', 'full name'],
      example: 'Asha Rao',
    },
    {
      field: 'nameNative',
      header: 'Name in Kannada or Devanagari',
      isRequired: false,
      synonyms: ['native name', 'name native', 'name in kannada', 'name in hindi', 'kannada name', 'hindi name'],
      example: 'ಆಶಾ ರಾವ್',
    },
    {
      field: 'address',
      header: 'Address',
      isRequired: true,
      synonyms: ['student address', 'postal address', 'permanent address', 'residential address'],
      example: '12, Temple Road, Mysuru 570001',
    },
  ],
  colleges: [
    {
      field: 'code',
      header: 'College code',
      isRequired: true,
      synonyms: ['code', 'college id', 'college no', 'institution code', 'inst code', 'coll code'],
      example: 'COL004',
    },
    {
      field: 'name',
      header: 'College name',
      isRequired: true,
      synonyms: ['name', 'college', 'name of the college', 'institution', 'institution name'],
      example: 'Government Arts College, Hassan',
    },
    {
      field: 'contactNumber',
      header: 'Contact number',
      isRequired: true,
      synonyms: ['contact', 'contact no', 'phone', 'phone number', 'phone no', 'telephone', 'mobile'],
      example: '08172 268301',
    },
    {
      field: 'address',
      header: 'Address',
      isRequired: true,
      synonyms: ['college address', 'postal address'],
      example: 'B M Road, Hassan 573201',
    },
    {
      field: 'convocationFee',
      header: 'Convocation fee',
      isRequired: true,
      synonyms: ['fee', 'fees', 'convocation fees', 'convocation fee in rupees', 'amount'],
      example: '700',
    },
  ],
};

/** The last column of the file of faulty rows; whatever stands in it is no part of a record. */
export const faultHeader = 'What is wrong';

/** Which column of the file holds which field, counted from 0; null is not in the file. */
export type ColumnMapping = Record<string, number | null>;

/**
 * Finds the wanted columns by their headers. What two headers claim, or none, stays null; so does a header that two
 * fields could claim.
 */
export function recogniseColumns(kind: ImportKind, headers: readonly string[]): ColumnMapping {
  const simple = headers.map(simplify);
  const mapping: ColumnMapping = {};
  for (const { field, header, synonyms } of wantedColumns[kind]) {
    const exact = placesOf(simple, [header]);
    const found = exact.length > 0 ? exact : placesOf(simple, synonyms);
    mapping[field] = found.length === 1 ? found[0]! : null;
  }
  for (const place of Object.values(mapping)) {
    const claims = Object.keys(mapping).filter((field) => mapping[field] === place);
    if (place !== null && claims.length > 1) for (const field of claims) mapping[field] = null;
  }
  return mapping;
}

/** The headers that no field claims, by their places. */
export function freeHeaders(headers: readonly string[], mapping: ColumnMapping): number[] {
  const claimed = new Set(Object.values(mapping));
  return headers.flatMap((header, place) =>
    claimed.has(place) || header.trim() === '' || isFaultHeader(header) ? [] : [place],
  );
}

/** Fields that a person has to be asked about: not found, while the file has columns that nobody claims. */
export function unclearFields(
  kind: ImportKind,
  headers: readonly string[],
  mapping: ColumnMapping,
): WantedColumn[] {
  const hasFree = freeHeaders(headers, mapping).length > 0;
  return wantedColumns[kind].filter(
    ({ field, isRequired }) => mapping[field] === null && (isRequired || hasFree),
  );
}

export function isFaultHeader(header: string): boolean {
  return simplify(header) === simplify(faultHeader);
}

function placesOf(headers: readonly string[], names: readonly string[]): number[] {
  const wanted = new Set(names.map(simplify));
  return headers.flatMap((header, place) => (wanted.has(header) ? [place] : []));
}

/** `College_Code ` and `COLLEGE CODE` are the same. */
export function simplify(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
