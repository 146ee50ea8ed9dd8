import type { AuditRecordType } from './audit-names.ts';
import { paths } from './paths.ts';
import { recordPath } from './record-paths.ts';
import type { DeskRecordKind, RecordKind, RecordRef } from './record-ref.ts';
import type { Role } from './roles.ts';

/** Records whose pages exist on some desks only. */
const deskPages = {
  bundle: {
    admin: (id) => paths.admin.bundle(id),
    receiver: (id) => paths.applicationReceiver.bundle(id),
    auditor: (id) => paths.auditor.bundle(id),
  },
  signing_batch: {
    admin: (id) => paths.admin.signingBatch(id),
    printer: (id) => paths.printer.signingBatch(id),
    auditor: (id) => paths.auditor.signingBatch(id),
  },
  slip: {
    admin: (id) => opened(paths.admin.depositSlips, id),
    receiver: (id) => opened(paths.applicationReceiver.depositSlips, id),
    auditor: (id) => opened(paths.auditor.depositSlips, id),
  },
  bank_statement: {
    admin: (id) => paths.admin.bankStatement(id),
    auditor: (id) => paths.auditor.bankStatement(id),
  },
  stock_count: {
    admin: (id) => paths.admin.stockCount(id),
    printer: (id) => paths.printer.stockCount(id),
    auditor: (id) => paths.auditor.stockCount(id),
  },
  roll: { admin: (id) => paths.admin.roll(id), auditor: (id) => paths.auditor.roll(id) },
  template: { admin: (id) => paths.admin.template(id), auditor: (id) => paths.auditor.template(id) },
  event: { admin: eventPath, auditor: eventPath },
} as const satisfies Record<DeskRecordKind, Partial<Record<Role, (id: string) => string>>>;

function opened(list: string, id: string): string {
  return `${list}?open=${encodeURIComponent(id)}`;
}

/** An event in the audit log, by its sequence number. */
function eventPath(sequence: string): string {
  return opened(paths.auditor.auditLog, sequence);
}

/** The page of a record for this role and desk; an admin stays at the open desk if that has the page. */
export function linkTo({ kind, id }: RecordRef, role: Role, desk: Role = role): string | null {
  return pathAt(desk, kind, id) ?? pathAt(role, kind, id);
}

function pathAt(role: Role, kind: RecordRef['kind'], id: string): string | null {
  if (!(kind in deskPages)) return recordPath(role, kind as RecordKind, id);
  const pages: Partial<Record<Role, (id: string) => string>> = deskPages[kind as DeskRecordKind];
  return pages[role]?.(id) ?? null;
}

const kindsOfEvents: Partial<Record<AuditRecordType, RecordRef['kind']>> = {
  application: 'application',
  certificate: 'certificate',
  demand_draft: 'draft',
  print_run: 'run',
  staff: 'person',
  bundle: 'bundle',
  signing_batch: 'signing_batch',
  deposit_slip: 'slip',
  bank_statement: 'bank_statement',
  stock_count: 'stock_count',
  roll: 'roll',
  template: 'template',
};

/** The record of an audit event, if it has a page. */
export function recordOfEvent(event: {
  recordType: string;
  recordId: string;
  recordLabel: string;
}): RecordRef | null {
  // A reprint request is labelled with its certificate's number; that certificate's page shows it.
  if (event.recordType === 'reprint_request') return { kind: 'certificate', id: event.recordLabel };
  const kind = kindsOfEvents[event.recordType as AuditRecordType];
  return kind ? { kind, id: event.recordId } : null;
}
