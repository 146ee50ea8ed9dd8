import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import { localTemplate, type TypstDocument } from '#platform/server/typst/typst-document.ts';
import { formatDay, formatMoment } from '#shared/format.ts';
import type { EntryKind, FindingDetail, FindingEntry } from '../../contract.ts';
import type { Para, ReportContent } from './report-content.ts';

const template = localTemplate(import.meta.dirname, 'inspection-report.typ');

/** In English, as the other papers of the office. */
const kindNames: Record<EntryKind, string> = {
  observation: 'Observation',
  interim_reply: 'Interim reply',
  reply: 'Reply',
  remark: 'Further remarks',
  settled: 'Settled',
  dropped: 'Dropped',
};
const charactersOfPage = 2_500;

/** The report of a closed inspection: Part II-A and II-B, each with its paras and what was written on them. */
export function inspectionReport(
  head: Letterhead,
  { content, upTo, closedAt }: { content: ReportContent; upTo: number; closedAt: Date },
): TypstDocument {
  const { year, number, from, to, counts, paras } = content;
  const input = {
    number: `${year}/${number}`,
    period: `${formatDay(from)} to ${formatDay(to)}`,
    closedAt: `${formatMoment(closedAt.toISOString())} IST`,
    closedBy: head.printedBy,
    upTo: `Event ${upTo}`,
    counts: `${counts.raised} raised, ${counts.settled} settled, ${counts.dropped} dropped`,
    parts: [
      { heading: 'Part II-A: serious', paras: paras.A.map(paraOf) },
      { heading: 'Part II-B: other', paras: paras.B.map(paraOf) },
    ],
  };
  const pages = 1 + Math.ceil(JSON.stringify(input).length / charactersOfPage);
  return officeDocument(head, { template, input, pages });
}

function paraOf({ para, finding }: Para) {
  return {
    para,
    title: finding.title,
    raised: `Finding ${finding.number}, raised by ${finding.raisedBy}. ${standingOf(finding)}`,
    records: finding.items
      .map(({ recordType, label }) => `${recordType.replaceAll('_', ' ')} ${label}`)
      .join(', '),
    entries: finding.entries.map(entryOf),
  };
}

function standingOf({ state, dueOn, collegeName }: FindingDetail): string {
  const standing = state === 'open' ? `A reply is due on ${formatDay(dueOn!)}.` : 'Replied.';
  return collegeName === null ? standing : `${collegeName}. ${standing}`;
}

function entryOf({ kind, writtenAt, writtenBy, text, file }: FindingEntry) {
  return {
    head: `${kindNames[kind]}, ${formatMoment(writtenAt)} IST, ${writtenBy}`,
    // Each line is a paragraph of its own.
    lines: text.split('\n').filter((line) => line.trim() !== ''),
    file: file && `File: ${file.name}`,
  };
}
