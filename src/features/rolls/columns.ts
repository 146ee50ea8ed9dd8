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
    convocationNumber: { header: t`Convocation`, copied: true, width: 110, card: 'title' },
    number: {
      header: t`Roll`,
      copied: true,
      value: ({ number }) => rollLabel(number),
      width: 130,
      card: 'line',
      record: ({ id }) => ({ kind: 'roll', id }),
    },
    state: { header: t`Status`, value: ({ state }) => rollStateLabels[state], width: 125, card: 'badge' },
    entryCount: { header: t`Entries`, kind: 'number', width: 90, card: 'line' },
    struckCount: { header: t`Struck`, kind: 'number', width: 130 },
    resolutionBody: { header: t`Resolution of`, width: 130 },
    resolutionNumber: { header: t`Resolution number`, copied: true, width: 150 },
    resolutionDate: { header: t`Resolution date`, kind: 'day', width: 125 },
    closedBy: { header: t`Closed by`, width: 130 },
    closedAt: { header: t`Closed at`, kind: 'moment', width: 145 },
    resolvedBy: { header: t`Resolved by`, width: 130 },
    resolvedAt: { header: t`Resolved at`, kind: 'moment', width: 145 },
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
    width: 110,
  },
  struckReason: { header: t`Struck for`, value: reasonOf, width: 180, card: 'line' },
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
    position: { header: t`No.`, kind: 'number', width: 65 },
    convocationNumber: {
      header: t`Convocation number`,
      copied: true,
      width: 130,
      card: 'line',
      record: numbered,
    },
    candidateName: { header: t`Student`, width: 170, card: 'title' },
    collegeCode: { header: t`College`, width: 85, card: 'line' },
    degree: { header: t`Degree`, width: 200, card: 'line' },
    division: { header: t`Class or division`, width: 110 },
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords, width: 110 },
    course: { header: t`Course`, width: 90 },
    candidateNameNative: { header: t`Native name`, width: 150 },
    rank: { header: t`Rank or medal`, width: 110 },
    merit: { header: t`CGPA or percentage`, value: meritOf, width: 110 },
    fatherName: { header: t`Father`, width: 140 },
    motherName: { header: t`Mother`, width: 140 },
    ...struckColumns,
    struckBy: { header: t`Struck by`, width: 120 },
  },
} as const satisfies ListLayout<RollEntry>;

export const registerLayout = {
  name: 'degree-register',
  columns: {
    section: { header: t`Roll`, value: ({ section }) => rollLabel(section), width: 110, card: 'line' },
    position: { header: t`No.`, kind: 'number', width: 65 },
    convocationNumber: {
      header: t`Convocation number`,
      copied: true,
      width: 130,
      card: 'line',
      record: numbered,
    },
    candidateName: { header: t`Student`, width: 170, card: 'title' },
    college: { header: t`College`, width: 160 },
    degree: { header: t`Degree`, width: 200, card: 'line' },
    division: { header: t`Class or division`, width: 110 },
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords, width: 110 },
    rank: { header: t`Rank or medal`, width: 110 },
    serial: {
      header: t`Serial`,
      copied: true,
      width: 95,
      record: ({ serial }) => recordRef('sheet', serial),
    },
    copyNumber: { header: t`Copy`, kind: 'number', width: 65 },
    givenOn: { header: t`Given on`, kind: 'day', width: 110 },
    printedAt: { header: t`Printed at`, kind: 'moment', width: 145 },
    resolution: { header: t`Resolution`, width: 180 },
    candidateNameNative: { header: t`Native name`, width: 150 },
    fatherName: { header: t`Father`, width: 140 },
    motherName: { header: t`Mother`, width: 140 },
    ...struckColumns,
  },
} as const satisfies ListLayout<RegisterEntry>;
