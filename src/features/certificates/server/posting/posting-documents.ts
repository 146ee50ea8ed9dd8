import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import { localTemplate, type TypstDocument } from '#platform/server/typst/typst-document.ts';
import { formatCount, formatDay } from '#shared/format.ts';
import { labelsOfSheet } from '../../posting-contract.ts';

type Address = { address: string | null; state: string | null; pin: string | null };
type Addressee = Address & { name: string; convocationNumber: string };

const labels = localTemplate(import.meta.dirname, 'address-labels.typ');
const list = localTemplate(import.meta.dirname, 'posting-list.typ');

/** The labels in order, starting at the first unused label of the sheet. */
export function addressLabels(
  head: Letterhead,
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
  return officeDocument(plain, { template: labels, input, pages });
}

type Posted = Addressee & { carrier: string | null; trackingNumber: string | null; blankSerial: string };

/** An estimate, used only for the time limit of rendering. */
const linesOfPage = 20;

/** What the office gave to a carrier on one day. */
export function postingList(
  head: Letterhead,
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
  return officeDocument(head, { template: list, input, pages: Math.ceil(posted.length / linesOfPage) });
}
