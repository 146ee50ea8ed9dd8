import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import type { Db } from '#platform/server/db/database.ts';
import { localTemplate, type TypstDocument } from '#platform/server/typst/typst-document.ts';
import { dayInIndia, formatDay, formatMoment } from '#shared/format.ts';
import { namesOf } from '#shared/labels.ts';
import { entryLabels, type FindingDetail, type FindingEntry, findingPartLabels } from '../../contract.ts';
import { paraLabel } from '../../rules.ts';
import { findingRows, getFinding } from '../queries.ts';

const template = localTemplate(import.meta.dirname, 'inspection-report.typ');
const charactersOfPage = 2_500;

type Period = { from: string; to: string; closedAt: Date };
type Para = FindingDetail & { para: number };
type Report = Period & { year: number; number: number; upTo: number; paras: Para[] };

/** What a report closed at this moment says of the findings that are not over, in one snapshot. */
export function readReport(db: Db, period: Period): Promise<Report> {
  const snapshots = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshots.execute(async (snapshot) => {
    const { sequence } = await snapshot.selectFrom('audit_head').select('sequence').executeTakeFirstOrThrow();
    const year = Number(dayInIndia(period.closedAt).slice(0, 4));
    const { number } = await snapshot
      .selectFrom('inspection_reports')
      .where('year', '=', year)
      .select((of) => of.fn.max('number').as('number'))
      .executeTakeFirstOrThrow();
    return { ...period, year, number: (number ?? 0) + 1, upTo: sequence, paras: await readParas(snapshot) };
  });
}

/** In each part the oldest first; each keeps the number that it had first, and new ones go on from the last. */
async function readParas(db: Db): Promise<Para[]> {
  const open = await findingRows(db)
    .where('findings.state', 'in', ['open', 'replied'])
    .orderBy('findings.part')
    .orderBy('findings.year')
    .orderBy('findings.number')
    .execute();
  const numbered = await db
    .selectFrom('report_paras')
    .groupBy('part')
    .select((of) => ['part', of.fn.max('para').as('last')])
    .execute();
  const last = new Map(numbered.map((one) => [one.part, one.last]));
  const paras: Para[] = [];
  for (const { id, part, para = null } of open) {
    const next = (last.get(part) ?? 0) + 1;
    if (para === null) last.set(part, next);
    paras.push({ ...(await getFinding(db, id)), para: para ?? next });
  }
  return paras;
}

/** Part II-A and II-B, each with its paras and all that was written on them. In English, as the office's other papers. */
export function reportDocument(head: Letterhead, report: Report): TypstDocument {
  const { year, number, from, to, closedAt, upTo, paras } = report;
  const input = {
    number: `${year}/${number}`,
    period: `${formatDay(from)} to ${formatDay(to)}`,
    closedAt: `${formatMoment(closedAt.toISOString())} IST`,
    closedBy: head.printedBy,
    upTo: `Event ${upTo}`,
    parts: namesOf(findingPartLabels).map((part) => ({
      heading: findingPartLabels[part],
      paras: paras.filter((para) => para.part === part).map(wordsOfPara),
    })),
  };
  const pages = 1 + Math.ceil(JSON.stringify(input).length / charactersOfPage);
  return officeDocument(head, { template, input, pages });
}

function wordsOfPara(para: Para) {
  const { number, title, raisedBy, collegeName, dueOn, items, entries } = para;
  const standing = dueOn === null ? 'Replied.' : `A reply is due on ${formatDay(dueOn)}.`;
  return {
    heading: `Para ${paraLabel(para)}: ${title}`,
    raised: [
      `Finding ${number}, raised by ${raisedBy}`,
      ...(collegeName ? [collegeName] : []),
      standing,
    ].join('. '),
    records: items.map(({ recordType, label }) => `${recordType.replaceAll('_', ' ')} ${label}`).join(', '),
    entries: entries.map(wordsOfEntry),
  };
}

function wordsOfEntry({ kind, writtenAt, writtenBy, text, fileId }: FindingEntry) {
  return {
    head: `${entryLabels[kind]}, ${formatMoment(writtenAt)} IST, ${writtenBy}`,
    // Each line is a paragraph of its own.
    lines: text.split('\n').filter((line) => line.trim() !== ''),
    hasFile: fileId !== null,
  };
}
