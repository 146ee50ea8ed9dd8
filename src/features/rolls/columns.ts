import { reopeningReasonLabels } from '#features/applications/decision-contract.ts';
import { describeFallenDraft } from '#features/demand-drafts/contract.ts';
import { certificateTypeInWords, choiceInWords } from '#shared/choice-lists.ts';
import { dayInIndia } from '#shared/format.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { type RecordRef, recordRef } from '#shared/record-kinds.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import {
  type RegisterEntry,
  type Roll,
  type RollEntry,
  type RollFacts,
  rollStateLabels,
  struckReasonLabels,
} from './contract.ts';
import { rollLabel } from './rules.ts';

export const rollsLayout = {
  name: 'rolls',
  columns: {
    convocationNumber: { header: t`Convocation`, copied: true, card: 'title' },
    number: {
      header: t`Roll`,
      copied: true,
      value: ({ number }) => rollLabel(number),
      card: 'line',
      record: ({ id }) => ({ kind: 'roll', id }),
    },
    state: { header: t`Status`, value: ({ state }) => rollStateLabels[state], card: 'badge' },
    entryCount: { header: t`Entries`, kind: 'number', card: 'line' },
    struckCount: { header: t`Struck`, kind: 'number' },
    resolutionBody: { header: t`Resolution of` },
    resolutionNumber: { header: t`Resolution number`, copied: true },
    resolutionDate: { header: t`Resolution date`, kind: 'day' },
    closedBy: { header: t`Closed by` },
    closedAt: { header: t`Closed at`, kind: 'moment' },
    resolvedBy: { header: t`Resolved by` },
    resolvedAt: { header: t`Resolved at`, kind: 'moment' },
  },
} as const satisfies ListLayout<Roll>;

/** What determines the order of merit besides the rank: `8.4 / 10`, `78.5 %`. */
export function meritOf({ cgpa, cgpaScale, percentage }: RollFacts): string | null {
  if (cgpa !== null) return `${cgpa} / ${cgpaScale}`;
  return percentage === null ? null : `${percentage} %`;
}

type Struck = Pick<RollEntry, 'struckReason' | 'struckRemark' | 'fallenDraft'>;

/** What to add to the reason. */
export function detailOf({ struckReason, struckRemark, fallenDraft }: Struck): string | null {
  if (fallenDraft) return describeFallenDraft(fallenDraft);
  return struckReason === 'reopened' && struckRemark
    ? choiceInWords(reopeningReasonLabels, struckRemark)
    : struckRemark;
}

const reasonOf = (entry: Struck) =>
  entry.struckReason &&
  [translateLabel(struckReasonLabels[entry.struckReason]), detailOf(entry)].filter(Boolean).join(': ');

const struckColumns = {
  struckAt: {
    header: t`Struck on`,
    kind: 'day',
    value: ({ struckAt }: Pick<RollEntry, 'struckAt'>) => struckAt && dayInIndia(new Date(struckAt)),
  },
  struckReason: { header: t`Struck for`, value: reasonOf, card: 'line' },
} as const;

type Unsorted<Row> = ListLayout<Row, string, never>;

/** The same layout, without the columns of what is struck, where nothing is. */
export function withoutStruck<Row>({ name, columns }: Unsorted<Row>, struckCount: number): Unsorted<Row> {
  const kept = Object.entries(columns).filter(([key]) => struckCount > 0 || !key.startsWith('struck'));
  return { name, columns: Object.fromEntries(kept) };
}

/** A certificate's record is also found by its number. */
function numbered({ convocationNumber }: { convocationNumber: string }): RecordRef {
  return { kind: 'certificate', id: convocationNumber };
}

export const rollEntriesLayout = {
  name: 'roll-entries',
  columns: {
    position: { header: t`No.`, kind: 'number' },
    convocationNumber: { header: t`Convocation number`, copied: true, card: 'line', record: numbered },
    candidateName: { header: t`Student`, card: 'title' },
    collegeCode: { header: t`College`, card: 'line' },
    degree: { header: t`Degree`, card: 'line' },
    division: { header: t`Class or division` },
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords },
    course: { header: t`Course` },
    candidateNameNative: { header: t`Native name` },
    rank: { header: t`Rank or medal` },
    merit: { header: t`CGPA or percentage`, value: meritOf },
    fatherName: { header: t`Father` },
    motherName: { header: t`Mother` },
    ...struckColumns,
    struckBy: { header: t`Struck by` },
  },
} as const satisfies ListLayout<RollEntry>;

export const registerLayout = {
  name: 'degree-register',
  columns: {
    section: { header: t`Roll`, value: ({ section }) => rollLabel(section), card: 'line' },
    position: { header: t`No.`, kind: 'number' },
    convocationNumber: { header: t`Convocation number`, copied: true, card: 'line', record: numbered },
    candidateName: { header: t`Student`, card: 'title' },
    college: { header: t`College` },
    degree: { header: t`Degree`, card: 'line' },
    division: { header: t`Class or division` },
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords },
    rank: { header: t`Rank or medal` },
    serial: { header: t`Serial`, copied: true, record: ({ serial }) => recordRef('sheet', serial) },
    copyNumber: { header: t`Copy`, kind: 'number' },
    givenOn: { header: t`Given on`, kind: 'day' },
    printedAt: { header: t`Printed at`, kind: 'moment' },
    resolution: { header: t`Resolution` },
    candidateNameNative: { header: t`Native name` },
    fatherName: { header: t`Father` },
    motherName: { header: t`Mother` },
    ...struckColumns,
  },
} as const satisfies ListLayout<RegisterEntry>;
