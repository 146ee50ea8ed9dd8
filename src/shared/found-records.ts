import { deskOf, paths } from './paths.ts';
import { linkTo } from './record-links.ts';
import { recordKinds } from './record-ref.ts';
import type { Role } from './roles.ts';

/** Record kinds that the global search finds: those with a timeline, and a few others. */
export const foundKinds = [...recordKinds, 'slip', 'bundle', 'signing_batch'] as const;
export type FoundKind = (typeof foundKinds)[number];
/** A record in a URL. */
export type RecordKey = { kind: FoundKind; id: string };

/** The page of a found record for a role; null if the role may not read it, or has no page of it. */
export function foundPath(role: Role, record: RecordKey): string | null {
  return linkTo(record, role);
}

export function kindsFor(role: Role): FoundKind[] {
  return foundKinds.filter((kind) => foundPath(role, { kind, id: '' }) !== null);
}

/** Pages of single records, by the second-to-last part of their path. */
const pagesOfRecords: Readonly<Record<string, FoundKind>> = {
  'print-runs': 'run',
  bundles: 'bundle',
  'signing-batches': 'signing_batch',
};

/** Lists of one kind of records, by the last part of their path. */
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

/** The record of a page, or the one open in a list; null on other pages. */
export function recordAt(pathname: string, openId: string | undefined): RecordKey | null {
  if (deskOf(pathname) === null) return null;
  const parts = pathname.split('/').slice(2);
  const [last = '', before = '', folder] = parts.toReversed();
  const kind = foundKinds.find((one) => folder === 'records' && one === before) ?? pagesOfRecords[before];
  if (kind && uuid.test(last)) return { kind, id: last };
  const listed = listsOfRecords[last];
  return listed && openId !== undefined && uuid.test(openId) ? { kind: listed, id: openId } : null;
}

/** The convocation number in the URL of a certificate's QR code. */
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
