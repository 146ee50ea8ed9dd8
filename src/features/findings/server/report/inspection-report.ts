import { sql } from 'kysely';
import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import type { Db } from '#platform/server/db/database.ts';
import { localTemplate, type TypstDocument } from '#platform/server/typst/typst-document.ts';
import { dayInIndia, formatDay, formatMoment } from '#shared/format.ts';
import { namesOf } from '#shared/labels.ts';
import { entryLabels, type FindingDetail, findingPartLabels } from '../../contract.ts';
import { findingRows, getFinding } from '../queries.ts';

const template = localTemplate(import.meta.dirname, 'inspection-report.typ');
const charactersOfPage = 2_500;

type Para = FindingDetail & { para: number };
type Report = { year: number; number: number; upToSequence: number; paras: Para[] };

/** The findings that are not over, in one snapshot: each keeps its first para, and new ones go on from the last. */
export function readReport(db: Db, now: Date): Promise<Report> {
  const year = Number(dayInIndia(now).slice(0, 4));
  const snapshots = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshots.execute(async (snapshot) => {
    const { last, ...head } = await snapshot
      .selectFrom('audit_head')
      .select([
        'sequence as upToSequence',
        sql<number>`(select count(*)::int + 1 from inspection_reports where year = ${year})`.as('number'),
        sql<number>`(select coalesce(max(para), 0) from report_paras)`.as('last'),
      ])
      .executeTakeFirstOrThrow();
    const open = await findingRows(snapshot)
      .where('findings.state', 'in', ['open', 'replied'])
      .orderBy('findings.raised_at')
      .execute();
    const paras: Para[] = [];
    let next = last + 1;
    for (const { id, para } of open)
      paras.push({ ...(await getFinding(snapshot, id)), para: para ?? next++ });
    return { year, ...head, paras };
  });
}

/** Part II-A and II-B, each with its paras and all that was written on them. In English, as the office's other papers. */
export function reportDocument(
  head: Letterhead,
  { year, number, from, to, upToSequence, paras }: Report & { from: string; to: string },
): TypstDocument {
  const input = {
    number: `${year}/${number}`,
    period: `${formatDay(from)} to ${formatDay(to)}`,
    closedAt: `${formatMoment(head.printedAt.toISOString())} IST`,
    closedBy: head.printedBy,
    upTo: `Event ${upToSequence}`,
    parts: namesOf(findingPartLabels).map((part) => ({
      heading: findingPartLabels[part],
      paras: paras.filter((para) => para.part === part).map(wordsOfPara),
    })),
  };
  const pages = 1 + Math.ceil(JSON.stringify(input).length / charactersOfPage);
  return officeDocument(head, { template, input, pages });
}

function wordsOfPara({ para, number, title, raisedBy, dueOn, items, entries }: Para) {
  const standing = dueOn === null ? 'Replied.' : `A reply is due on ${formatDay(dueOn)}.`;
  return {
    heading: `Para ${para}: ${title}`,
    raised: `Finding ${number}, raised by ${raisedBy}. ${standing}`,
    records: items
      .map(({ recordType, recordLabel }) => `${recordType.replaceAll('_', ' ')} ${recordLabel}`)
      .join(', '),
    entries: entries.map(({ kind, writtenAt, writtenBy, text }) => ({
      head: `${entryLabels[kind]}, ${formatMoment(writtenAt)} IST, ${writtenBy}`,
      // Each line is a paragraph of its own.
      lines: text.split('\n').filter((line) => line.trim() !== ''),
    })),
  };
}
