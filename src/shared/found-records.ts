import { deskOf, paths } from './paths.ts';
import { linkTo } from './record-links.ts';
import { recordKinds } from './record-ref.ts';
import type { Role } from './roles.ts';

/** What is found by its number: records with a timeline, and these beside them. */
export const foundKinds = [...recordKinds, 'slip', 'bundle', 'signing_batch'] as const;
export type FoundKind = (typeof foundKinds)[number];
/** A record as an address names it. */
export type RecordKey = { kind: FoundKind; id: string };

/** Where a role reads a record that was found; null where it may not, or its desk does not show such records. */
export function foundPath(role: Role, record: RecordKey): string | null {
  return linkTo(record, role);
}

/** The kinds that a role finds. */
export function kindsFor(role: Role): FoundKind[] {
  return foundKinds.filter((kind) => foundPath(role, { kind, id: '' }) !== null);
}

/** Pages of one record each, by the last part of their address but one. */
const pagesOfRecords: Readonly<Record<string, FoundKind>> = {
  'print-runs': 'run',
  bundles: 'bundle',
  'signing-batches': 'signing_batch',
};

/** Lists whose rows are records of one kind, by the last part of their address. */
const listsOfRecords: Readonly<Record<string, FoundKind>> = {
  applications: 'application',
  'manage-application': 'application',
  'total-applications': 'application',
  'completed-applications': 'application',
  'rejected-applications': 'application',
  'fee-generated': 'application',
  'pending-fee': 'application',
  'demand-drafts': 'draft',
  'deposit-slips': 'slip',
  certificates: 'certificate',
  'printed-certificates': 'certificate',
  'completed-printing': 'certificate',
  'pending-print': 'certificate',
  'user-management': 'person',
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The record that a page shows, or a list has open; null of other pages. */
export function recordAt(pathname: string, openId: string | undefined): RecordKey | null {
  if (deskOf(pathname) === null) return null;
  const parts = pathname.split('/').slice(2);
  const [last = '', before = '', folder] = parts.toReversed();
  const kind = foundKinds.find((one) => folder === 'records' && one === before) ?? pagesOfRecords[before];
  if (kind && uuid.test(last)) return { kind, id: last };
  const listed = listsOfRecords[last];
  return listed && openId !== undefined && uuid.test(openId) ? { kind: listed, id: openId } : null;
}

/** The convocation number in the address that a certificate's QR code has. */
export function numberOfSheet(text: string): string | null {
  const [address = '', query] = text.trim().split('?');
  if (!/^https?:\/\//.test(address) || !address.replace(/\/$/, '').endsWith(paths.verify)) return null;
  const [, written] = /(?:^|&)n=([^&#]+)/.exec(query ?? '') ?? [];
  try {
    return written === undefined ? null : decodeURIComponent(written.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
