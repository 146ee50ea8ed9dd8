import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import { localTemplate, type TypstDocument } from '#platform/server/typst/typst-document.ts';
import { formatCount, formatMoment } from '#shared/format.ts';
import type { PrintRunDetail, Sheet } from '../../contract.ts';

const template = localTemplate(import.meta.dirname, 'run-report.typ');

/** Approximate sheets per page; only the rendering timeout depends on it. */
const rowsOfPage = 40;

/** The outcome of every blank of a closed run, to be signed and filed with its spoilt sheets. */
export function reportDocument(head: Letterhead, run: PrintRunDetail): TypstDocument {
  const pages = 1 + Math.ceil(run.sheets.length / rowsOfPage);
  return officeDocument(head, { template, input: wordsOf(run), pages });
}

/** The texts of a report as printed. */
function wordsOf(run: PrintRunDetail) {
  const { countedGood, countedSpoilt, countedMissing } = run;
  const isCounted = countedGood !== null && countedSpoilt !== null && countedMissing !== null;
  const lost = run.sheets.filter((sheet) => sheet.outcome === 'spoilt' || sheet.outcome === 'missing');
  return {
    runNumber: run.runNumber,
    facts: [
      { name: 'Paper', value: `${run.paper}, ${run.colour}` },
      { name: 'Certificate type', value: run.certificateType },
      { name: 'College', value: run.collegeCode ?? 'Several colleges' },
      { name: 'Operator', value: run.operator },
      { name: 'First and last serial', value: `${run.firstSerial} to ${run.lastSerial}` },
      { name: 'Prepared', value: inIndia(run.preparedAt) },
      { name: 'Started', value: inIndia(run.startedAt) },
      {
        name: 'Closed',
        value: run.closedBy ? `${inIndia(run.closedAt)} by ${run.closedBy}` : inIndia(run.closedAt),
      },
    ],
    counts: [
      countOf('Good sheets', run.goodCount, countedGood),
      countOf('Spoilt sheets', run.spoiltCount, countedSpoilt),
      countOf('Missing sheets', run.missingCount, countedMissing),
      countOf('All sheets', run.sheetCount, isCounted ? countedGood + countedSpoilt + countedMissing : null),
    ],
    // Serial and reason of each spoilt or missing sheet.
    lost: lost.map((sheet) => ({
      serial: sheet.blankSerial,
      reason: sheet.outcome === 'missing' ? outcomeOf(sheet) : sheet.outcomeReason!,
      recordedAt: inIndia(sheet.outcomeAt),
    })),
    sheets: run.sheets.map((sheet) => ({
      place: String(sheet.position),
      serial: sheet.blankSerial,
      convocationNumber: sheet.convocationNumber,
      student: sheet.studentName,
      college: sheet.collegeCode,
      copy: sheet.copyNumber === 0 ? 'Original' : `Copy ${sheet.copyNumber}`,
      outcome: outcomeOf(sheet),
      recordedAt: sheet.outcomeAt === null ? '' : formatMoment(sheet.outcomeAt),
    })),
    operator: run.operator,
  };
}

/** Runs closed before counts were required have none. */
function countOf(name: string, recorded: number, counted: number | null) {
  return {
    name,
    recorded: formatCount(recorded),
    counted: counted === null ? 'not counted' : formatCount(counted),
  };
}

function outcomeOf(sheet: Sheet): string {
  if (sheet.outcome === 'spoilt') return `Spoilt: ${sheet.outcomeReason}`;
  if (sheet.outcome === 'missing') return `Missing: ${sheet.outcomeReason}`;
  // Counted as good at closing, and cancelled since.
  return sheet.cancelledAt === null ? 'Good' : 'Good, cancelled';
}

function inIndia(moment: string | null): string {
  return moment === null ? '' : `${formatMoment(moment)} IST`;
}
