import { officePaper, type PaperHead } from '#features/masters/server/office-paper.ts';
import { type TypstDocument, templateBeside } from '#platform/server/typst/typst-document.ts';
import { formatCount, formatDay } from '#shared/format.ts';
import { labelsOfSheet } from '../../posting-contract.ts';

type Address = { address: string | null; state: string | null; pin: string | null };
type Addressee = Address & { name: string; convocationNumber: string };

const labels = templateBeside(import.meta.dirname, 'address-labels.typ');
const list = templateBeside(import.meta.dirname, 'posting-list.typ');

/** The labels in order, starting at the first unused label of the sheet. */
export function addressLabels(
  head: PaperHead,
  { addressees, firstLabel }: { addressees: readonly Addressee[]; firstLabel: number },
): TypstDocument {
  const used = firstLabel - 1;
  const input = {
    used,
    labels: addressees.map(({ name, convocationNumber, address, state, pin }) => ({
      name,
      address,
      place: [state, pin].filter(Boolean).join(' '),
      convocationNumber,
    })),
  };
  // A label has no room for a crest or further names.
  const plain = { ...head, crest: null, university: { ...head.university, names: [] } };
  const pages = Math.ceil((used + addressees.length) / labelsOfSheet);
  return officePaper(plain, { template: labels, input, pages });
}

type Posted = Addressee & { carrier: string | null; trackingNumber: string | null; blankSerial: string };

/** An estimate, used only for the time limit of rendering. */
const linesOfPage = 20;

/** What the office gave to a carrier on one day. */
export function postingList(
  head: PaperHead,
  { postedOn, posted }: { postedOn: string; posted: readonly Posted[] },
): TypstDocument {
  const input = {
    postedOn: formatDay(postedOn),
    carriers: [...new Set(posted.map(({ carrier }) => carrier))].join(', '),
    count: formatCount(posted.length),
    handedOverBy: head.printedBy,
    rows: posted.map(({ address, state, pin, ...row }, index) => ({
      ...row,
      position: String(index + 1),
      address: [address, state].filter(Boolean).join(', '),
      pin: pin ?? '',
    })),
  };
  return officePaper(head, { template: list, input, pages: Math.ceil(posted.length / linesOfPage) });
}
