import { t } from '#shared/words.ts';
import { masterEventLabels } from './masters/master-events.ts';
import { eachMaster } from './masters/masters.ts';
import { type Role, roleLabels } from './roles.ts';

/** Every event of the audit log as the reader sees it, by the name under which it is written. */
export const auditEventLabels = {
  'applications.corrected': t`applications: corrected`,
  'applications.readmitted': t`applications: readmitted`,
  'applications.receipt_printed': t`applications: receipt printed`,
  'applications.received': t`applications: received`,
  'applications.rejected': t`applications: rejected`,
  'applications.reopened': t`applications: reopened`,
  'applications.returned': t`applications: returned`,
  'applications.verified': t`applications: verified`,
  'auth.authenticator_enrolled': t`auth: authenticator enrolled`,
  'auth.authenticator_removed': t`auth: authenticator removed`,
  'auth.authenticator_shown': t`auth: authenticator shown`,
  'auth.code_refused': t`auth: code refused`,
  'auth.identity_confirmed': t`auth: identity confirmed`,
  'auth.locked': t`auth: locked`,
  'auth.other_sessions_ended': t`auth: other sessions ended`,
  'auth.password_changed': t`auth: password changed`,
  'auth.password_reset': t`auth: password reset`,
  'auth.preferences_saved': t`auth: preferences saved`,
  'auth.recovery_code_used': t`auth: recovery code used`,
  'auth.recovery_codes_made': t`auth: recovery codes made`,
  'auth.reset_code_refused': t`auth: reset code refused`,
  'auth.session_ended': t`auth: session ended`,
  'auth.signed_in': t`auth: signed in`,
  'auth.signed_out': t`auth: signed out`,
  'bank_statements.line_matched': t`bank statements: line matched`,
  'bank_statements.line_reopened': t`bank statements: line reopened`,
  'bank_statements.line_set_aside': t`bank statements: line set aside`,
  'bank_statements.matched': t`bank statements: matched`,
  'bank_statements.uploaded': t`bank statements: uploaded`,
  'bundles.handed_over': t`bundles: handed over`,
  'bundles.printed': t`bundles: printed`,
  'certificates.bound': t`certificates: bound`,
  'certificates.copy_cancelled': t`certificates: copy cancelled`,
  'certificates.copy_lost': t`certificates: copy lost`,
  'certificates.copy_surrendered': t`certificates: copy surrendered`,
  'certificates.created': t`certificates: created`,
  'certificates.handed_over': t`certificates: handed over`,
  'certificates.left_queue': t`certificates: left queue`,
  'certificates.missing': t`certificates: missing`,
  'certificates.outcome_taken_back': t`certificates: outcome taken back`,
  'certificates.printed': t`certificates: printed`,
  'certificates.queued_for_reprint': t`certificates: queued for reprint`,
  'certificates.released': t`certificates: released`,
  'certificates.signed_for': t`certificates: signed for`,
  'certificates.spoilt': t`certificates: spoilt`,
  'certificates.withheld': t`certificates: withheld`,
  'colleges.added': t`colleges: added`,
  'colleges.deleted': t`colleges: deleted`,
  'colleges.edited': t`colleges: edited`,
  'colleges.imported': t`colleges: imported`,
  'demand_drafts.allocated': t`demand drafts: allocated`,
  'demand_drafts.deposited': t`demand drafts: deposited`,
  'demand_drafts.put_on_slip': t`demand drafts: put on slip`,
  'demand_drafts.realised': t`demand drafts: realised`,
  'demand_drafts.receipt_attached': t`demand drafts: receipt attached`,
  'demand_drafts.received': t`demand drafts: received`,
  'demand_drafts.refunded': t`demand drafts: refunded`,
  'demand_drafts.replaced': t`demand drafts: replaced`,
  'demand_drafts.returned_by_bank': t`demand drafts: returned by bank`,
  'demand_drafts.revalidated': t`demand drafts: revalidated`,
  'demand_drafts.taken_off_slip': t`demand drafts: taken off slip`,
  'demand_drafts.went_stale': t`demand drafts: went stale`,
  'demo.filled': t`demo: filled`,
  'demo.started': t`demo: started`,
  'deposit_slips.cancelled': t`deposit slips: cancelled`,
  'deposit_slips.deposited': t`deposit slips: deposited`,
  'deposit_slips.draft_removed': t`deposit slips: draft removed`,
  'deposit_slips.prepared': t`deposit slips: prepared`,
  'deposit_slips.printed': t`deposit slips: printed`,
  'exports.started': t`exports: started`,
  'files.original_viewed': t`files: original viewed`,
  'files.purged': t`files: purged`,
  'files.received': t`files: received`,
  'imports.cancelled': t`imports: cancelled`,
  'imports.commit_asked': t`imports: commit asked`,
  'imports.mapped': t`imports: mapped`,
  'imports.mended': t`imports: corrected`,
  'imports.purged': t`imports: purged`,
  'imports.uploaded': t`imports: uploaded`,
  'packs.imported': t`packs: imported`,
  'papers.added': t`papers: added`,
  'papers.edited': t`papers: edited`,
  'print_runs.closed': t`print runs: closed`,
  'print_runs.composed': t`print runs: composed`,
  'print_runs.composed_again': t`print runs: composed again`,
  'print_runs.composing_failed': t`print runs: composing failed`,
  'print_runs.file_damaged': t`print runs: file damaged`,
  'print_runs.file_opened': t`print runs: file opened`,
  'print_runs.file_outdated': t`print runs: file outdated`,
  'print_runs.file_restored': t`print runs: file restored`,
  'print_runs.prepared': t`print runs: prepared`,
  'print_runs.printer_chosen': t`print runs: printer chosen`,
  'print_runs.report_printed': t`print runs: report printed`,
  'print_runs.resumed': t`print runs: resumed`,
  'print_runs.started': t`print runs: started`,
  'print_runs.withdrawn': t`print runs: withdrawn`,
  'printers.added': t`printers: added`,
  'printers.edited': t`printers: edited`,
  'proofs.made': t`proofs: made`,
  'proofs.refused': t`proofs: refused`,
  'proofs.signed_off': t`proofs: signed off`,
  'reprints.approved': t`reprints: approved`,
  'reprints.ended': t`reprints: ended`,
  'reprints.rejected': t`reprints: rejected`,
  'reprints.reopened': t`reprints: reopened`,
  'reprints.requested': t`reprints: requested`,
  'staff.added': t`staff: added`,
  'staff.authenticator_reset': t`staff: authenticator reset`,
  'staff.deleted': t`staff: deleted`,
  'staff.disabled': t`staff: disabled`,
  'staff.edited': t`staff: edited`,
  'staff.email_confirmed': t`staff: email confirmed`,
  'staff.enabled': t`staff: enabled`,
  'staff.password_resent': t`staff: password resent`,
  'staff.sessions_ended': t`staff: sessions ended`,
  'staff.unlocked': t`staff: unlocked`,
  'stock.approved': t`stock: approved`,
  'stock.count_closed': t`stock: count closed`,
  'stock.count_entry_removed': t`stock: count entry removed`,
  'stock.count_started': t`stock: count started`,
  'stock.counted': t`stock: counted`,
  'stock.deleted': t`stock: deleted`,
  'stock.destroyed': t`stock: destroyed`,
  'stock.destruction_recorded': t`stock: destruction recorded`,
  'stock.destruction_withdrawn': t`stock: destruction withdrawn`,
  'stock.discrepancy_resolved': t`stock: discrepancy resolved`,
  'stock.edited': t`stock: edited`,
  'stock.found': t`stock: found`,
  'stock.ink_added': t`stock: ink added`,
  'stock.ink_approved': t`stock: ink approved`,
  'stock.ink_deleted': t`stock: ink deleted`,
  'stock.ink_edited': t`stock: ink edited`,
  'stock.ink_received': t`stock: ink received`,
  'stock.ink_used': t`stock: ink used`,
  'stock.issued': t`stock: issued`,
  'stock.limit_set': t`stock: limit set`,
  'stock.missing': t`stock: missing`,
  'stock.paper_added': t`stock: paper added`,
  'stock.received': t`stock: received`,
  'stock.returned': t`stock: returned`,
  'stock.spoilt': t`stock: spoilt`,
  'students.added': t`students: added`,
  'students.deleted': t`students: deleted`,
  'students.edited': t`students: edited`,
  'students.imported': t`students: imported`,
  ...masterEventLabels,
} as const;
export type AuditEventName = keyof typeof auditEventLabels;

/** The kinds of records that events are about. */
export const auditRecordLabels = {
  application: t`application`,
  bank_statement: t`bank statement`,
  bank_statement_line: t`bank statement line`,
  blank_receipt: t`delivery of paper`,
  bundle: t`bundle`,
  certificate: t`certificate`,
  college: t`college`,
  demand_draft: t`demand draft`,
  demo: t`demo data`,
  deposit_slip: t`deposit slip`,
  destruction: t`destruction record`,
  export: t`export`,
  file: t`file`,
  import: t`import`,
  ink: t`ink`,
  ink_receipt: t`delivery of ink`,
  pack: t`pack`,
  paper: t`paper`,
  print_run: t`print run`,
  printer: t`printer`,
  proof: t`proof`,
  reprint_request: t`reprint request`,
  staff: t`staff`,
  stock_count: t`stock count`,
  student: t`student`,
  /** The record of a master has its name. */
  ...eachMaster(({ one }) => one),
} as const;
export type AuditRecordType = keyof typeof auditRecordLabels;

/** The role in which somebody acted; the portal acts by itself, and who has not signed in is public. */
export const auditDeskLabels: Record<Role | 'portal' | 'public', string> = {
  ...roleLabels,
  portal: t`Portal`,
  public: t`Public`,
};

/**
 * Names that were changed, old to new. An event keeps the name under which it was hashed for ever; whoever reads the
 * log, searches it or narrows it sees today's. Nothing else knows old names.
 */
export const formerNames: FormerNames = { events: {}, recordTypes: {}, desks: {}, fields: {} };

export type FormerNames = {
  events: Readonly<Record<string, AuditEventName>>;
  recordTypes: Readonly<Record<string, AuditRecordType>>;
  desks: Readonly<Record<string, Role | 'portal' | 'public'>>;
  /** Fields of `before` and `after`. */
  fields: Readonly<Record<string, string>>;
};

/** Today's name of what an event may still call otherwise. */
export function todaysName(kind: keyof FormerNames, name: string, former = formerNames): string {
  return former[kind][name] ?? name;
}

/** All names under which events know what has this name today. */
export function everyName(kind: keyof FormerNames, name: string, former = formerNames): string[] {
  const earlier = Object.entries(former[kind]).flatMap(([old, today]) => (today === name ? [old] : []));
  return [name, ...earlier];
}
