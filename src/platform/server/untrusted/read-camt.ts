import { Parser } from 'htmlparser2';
import { domainError } from '#platform/server/domain-error.ts';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { dayInIndia } from '#shared/format.ts';
import { balanceRow, entryRow, inRupees, messageHeader } from './bank-message-row.ts';

/** A `Bal` or `Ntry`: the texts in it by their path, such as `BookgDt/Dt`, and `Amt@Ccy` for an attribute. */
type Block = { name: string; statement: number; texts: Map<string, string[]> };

/** Booked balances at the beginning and the end of a statement (ISO 20022, ExternalBalanceType1Code). */
const balanceCodes: Record<string, 'opening' | 'closing'> = {
  OPBD: 'opening',
  PRCD: 'opening',
  CLBD: 'closing',
};
/** Where a message has the numbers of drafts, the likeliest first. */
const references = [
  ...['ChqNb', 'AcctSvcrRef', 'EndToEndId'].map((name) => `NtryDtls/TxDtls/Refs/${name}`),
  ...['AcctSvcrRef', 'NtryRef'],
];
const texts = ['AddtlNtryInf', 'NtryDtls/TxDtls/RmtInf/Ustrd', 'NtryDtls/TxDtls/AddtlTxInf'];

/** The booked entries of a camt.053 message, whatever its version, between opening and closing balances. */
export function readCamt(message: string): SpreadsheetRow[] {
  const rows = [messageHeader];
  for (const blocks of Map.groupBy(blocksOf(message), ({ statement }) => statement).values()) {
    const balances = blocks.filter(({ name }) => name === 'Bal');
    const ofKind = (kind: 'opening' | 'closing') =>
      balances
        .filter((block) => balanceCodes[firstOf(block, ['Tp/CdOrPrtry/Cd'])] === kind)
        .map((block) => balanceRow(rows.length, { which: kind, ...sumOf(block) }));
    rows.push(...ofKind('opening'));
    for (const block of blocks) {
      // Pending entries are in no balance.
      const isBooked = block.name === 'Ntry' && ['BOOK', ''].includes(firstOf(block, ['Sts/Cd', 'Sts']));
      if (isBooked) rows.push(readEntry(block, rows.length));
    }
    rows.push(...ofKind('closing'));
  }
  return rows;
}

function readEntry(block: Block, number: number): SpreadsheetRow {
  const day = dayOf(block, 'BookgDt');
  // A batch has a number for each of its drafts.
  const [numbers] = references
    .map((path) => (block.texts.get(path) ?? []).filter((one) => !['', 'NOTPROVIDED'].includes(one.trim())))
    .filter(({ length }) => length > 0);
  return entryRow({
    ...{ number, day, ...sumOf(block) },
    valueDay: dayOf(block, 'ValDt') || day,
    text: texts.flatMap((path) => block.texts.get(path) ?? []).join(' '),
    reference: [...new Set(numbers)].join(' '),
  });
}

/** A moment with an offset is a day in India. */
function dayOf(block: Block, path: string): string {
  const written = firstOf(block, [`${path}/Dt`, `${path}/DtTm`]);
  const moment = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(written) ? new Date(written) : null;
  return moment && !Number.isNaN(moment.getTime()) ? dayInIndia(moment) : written.slice(0, 10);
}

function sumOf(block: Block): { side: 'debit' | 'credit'; amount: string } {
  const indicator = firstOf(block, ['CdtDbtInd']);
  const amount = inRupees(firstOf(block, ['Amt@Ccy']), firstOf(block, ['Amt']));
  if (indicator === 'DBIT') return { side: 'debit', amount };
  // Any other word stays in the cell, where it is a fault: the amount has no sign.
  return { side: 'credit', amount: indicator === 'CRDT' ? amount : `${indicator || '?'} ${amount}` };
}

function firstOf(block: Block, paths: readonly string[]): string {
  return paths.map((path) => block.texts.get(path)?.[0]?.trim()).find(Boolean) ?? '';
}

function blocksOf(message: string): Block[] {
  const blocks: Block[] = [];
  let statement = 0;
  let path: string[] | null = null;
  /** Only an element without content, `<X/>`, closes by itself right after it was opened. */
  let isJustOpened = false;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = localName(tag);
        isJustOpened = true;
        if (name === 'Stmt') statement += 1;
        if (path) {
          path.push(name);
          note(path.join('/'), '');
          if (attributes.Ccy) note(`${path.join('/')}@Ccy`, attributes.Ccy);
        } else if (name === 'Bal' || name === 'Ntry') {
          blocks.push({ name, statement, texts: new Map() });
          path = [];
        }
      },
      ontext(text) {
        isJustOpened = false;
        const found = path && blocks.at(-1)!.texts.get(path.join('/'));
        if (found) found[found.length - 1] += text;
      },
      onclosetag(_tag, isImplied) {
        // The file was cut, or its elements cross each other.
        if (isImplied && !isJustOpened) throw domainError('sheets.damaged');
        isJustOpened = false;
        if (path && path.pop() === undefined) path = null;
      },
    },
    { xmlMode: true },
  );
  const note = (key: string, text: string) => {
    const found = blocks.at(-1)!.texts;
    found.set(key, [...(found.get(key) ?? []), text]);
  };
  parser.end(message);
  return blocks;
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1);
}
