import type { PlainErrorCode } from '#shared/errors.ts';
import { masterNames } from '#shared/masters/masters.ts';

/**
 * A refusal, or one that is said at the field of the input that it is about. It carries nothing, since a constraint's
 * name is all that PostgreSQL gives us to say.
 */
type ConstraintError = PlainErrorCode | { code: PlainErrorCode; field: string };

/**
 * Constraint names → the refusal that their violation means. Rules refuse first and say more; these catch what
 * two people do in the same instant. A name that is missing here is a fault of ours: 500.
 */
const constraintErrors: Record<string, ConstraintError> = {
  number_counters__not_in_recovery: 'recoveries.open',
  applications__not_in_recovery: 'recoveries.open',
  certificates__not_in_recovery: 'recoveries.open',
  deposit_slips__not_in_recovery: 'recoveries.open',
  bundles__not_in_recovery: 'recoveries.open',
  signing_batches__not_in_recovery: 'recoveries.open',
  print_runs__not_in_recovery: 'recoveries.open',
  sheets__not_in_recovery: 'recoveries.open',
  proofs__not_in_recovery: 'recoveries.open',
  recoveries__confirmed_by_another: 'recoveries.own_entry',
  recoveries__stay: 'recoveries.not_open',
  lost_sheets__confirmed_by_another: 'lost_sheets.own_record',
  lost_sheets__stay: 'lost_sheets.confirmed',
  lost_sheets__serial_once: 'lost_sheets.recorded',
  lost_sheets__code_once: 'lost_sheets.recorded',
  lost_sheets__number_once: 'lost_sheets.recorded',
  lost_sheets_course_id_fkey: 'lost_sheets.unknown_choice',
  lost_sheets_college_id_fkey: 'lost_sheets.unknown_choice',
  lost_sheets_certificate_type_fkey: 'lost_sheets.unknown_choice',
  colleges__code_unique: { code: 'colleges.code_taken', field: 'code' },
  colleges__name_unique: { code: 'colleges.name_taken', field: 'name' },
  students__registration_unique: { code: 'students.registration_taken', field: 'registrationNumber' },
  students__roll_unique: { code: 'students.roll_taken', field: 'examRollNumber' },
  // The college was deleted while its application was being received.
  applications_college_id_fkey: 'applications.unknown_choice',
  staff__email_unique: { code: 'staff.email_taken', field: 'email' },
  staff__email_confirmed_by_another: 'staff.own_email_change',
  code_challenges__no_reset_after_email_change: 'auth.challenge_over',
  applications__one_per_certificate: 'applications.duplicate',
  applications__photo_once: 'files.not_usable',
  applications__rejected_is_short: 'applications.fee_paid',
  charges__follow_schedule: 'applications.fee_changed',
  charges__of_open_application: 'applications.frozen',
  applications__decided_by_another: 'applications.own_work',
  applications__earlier_once: { code: 'applications.earlier_taken', field: 'earlierNumber' },
  applications__earlier_stays: { code: 'applications.earlier_stays', field: 'earlierNumber' },
  applications__verified_is_frozen: 'applications.frozen',
  certificates__number_of_none_earlier: 'applications.number_taken',
  concessions__of_open_application: 'applications.frozen',
  reopenings__one_open: 'applications.reopened_already',
  reopenings__not_in_run: 'applications.in_print_run',
  reopenings__not_revoked: 'certificates.revoked',
  reopenings__not_by_verifier: 'applications.own_verification',
  reopenings__by_no_contributor: 'applications.own_work',
  award_records__contact_has_consent: {
    code: 'applications.contact_without_consent',
    field: 'contactNotice',
  },
  award_records__frozen_at_verification: 'applications.frozen',
  demand_drafts__receipt_once: 'files.not_usable',
  demand_drafts__receipt_stays: 'demand_drafts.receipt_stays',
  demand_drafts__not_drawn_later: 'demand_drafts.drawn_later',
  allocations__of_usable_draft: 'demand_drafts.not_usable',
  demand_drafts__stands_as_its_slip: 'deposit_slips.not_prepared',
  refunds__of_realised_draft: 'demand_drafts.not_realised',
  certificates__withheld_not_issued: 'certificates.withheld',
  revocations__one_waiting: 'revocations.proposed_already',
  revocations__of_unrevoked: 'certificates.revoked',
  revocations__confirmed_by_another: 'revocations.own_proposal',
  revocations__stay: 'revocations.decided',
  certificates__revoked_is_final: 'certificates.revoked',
  certificates__not_revoked_in_run: 'certificates.in_print_run',
  hand_overs__signed_by_hand: 'certificates.not_signed',
  sheets__not_while_out: 'certificates.copy_not_here',
  // How its type is signed was changed while the run was being prepared.
  sheets__signed_as_its_type: 'certificates.not_waiting',
  signing_batch_sheets__out_once: 'signing_batches.sent_already',
  signing_batch_sheets__of_valid_copy: 'signing_batches.sent_already',
  signing_batch_sheets__back_once: 'signing_batches.back_already',
  hand_overs__once: 'certificates.handed_over',
  hand_overs__of_valid_copy: 'certificates.not_printed',
  hand_overs__not_posted_later: 'certificates.posted_later',
  hand_overs__bundle_of_one_college: 'bundles.several_colleges',
  bank_statements__file_once: 'bank_statements.uploaded_before',
  bank_statement_lines__taken_once: 'bank_statements.uploaded_before',
  bank_statement_lines__settles_once: 'bank_statements.not_open',
  bank_statement_settlements__draft_once: 'bank_statements.draft_has_line',
  blanks__serial_unique: 'stock.serials_overlap',
  blank_receipts__serials_once: 'stock.serials_overlap',
  blank_receipts__serials_of_none_earlier: 'stock.serials_of_earlier',
  blank_receipts__approved_by_another: 'stock.own_receipt',
  ink_receipts__approved_by_another: 'stock.own_receipt',
  papers__code_unique: { code: 'stock.code_taken', field: 'code' },
  papers__name_and_colour_unique: { code: 'stock.kind_taken', field: 'colour' },
  inks__code_unique: { code: 'stock.code_taken', field: 'code' },
  inks__name_and_colour_unique: { code: 'stock.kind_taken', field: 'colour' },
  destruction_blanks__once: 'stock.in_destruction',
  destructions__two_witnesses: 'stock.own_destruction',
  stock_counts__one_open_per_paper: 'stock.count_open',
  ink_uses__run_once: 'stock.run_has_ink',
  printers__code_unique: { code: 'printers.code_taken', field: 'code' },
  templates__name_unique: { code: 'templates.name_taken', field: 'name' },
  templates_certificate_type_fkey: { code: 'masters.unknown_name', field: 'certificateType' },
  template_versions__never_changed: 'templates.in_force',
  template_versions__not_before_today: { code: 'templates.before_today', field: 'from' },
  template_versions__proved: 'templates.no_proof',
  proofs__one_standing: 'proofs.standing',
  proofs__signed_off_by_another: 'proofs.own_proof',
  print_runs__starts_proven: 'print_runs.no_proof',
  reprint_requests__one_open_per_certificate: 'reprints.asked_already',
  reprint_requests__decided_by_another: 'reprints.own_request',
  reprint_requests__photo_once: 'files.not_usable',
  reprint_requests__not_of_revoked: 'reprints.revoked',
  reprint_requests__not_of_reopened: 'certificates.withheld',
  reprint_requests__declaration_once: 'files.not_usable',
  reprint_requests__approved_is_paid: 'reprints.not_paid',
  reprint_requests__concession_by_another: 'reprints.own_concession',
  concessions__one_per_charged: 'reprints.conceded_already',
  reprint_requests__ended_stays: 'reprints.ended',
  reprint_requests__correction_is_printed: 'reprints.data_corrected',
  print_runs__starts_as_bound: 'print_runs.layout_changed',
  sheets__one_open_per_certificate: 'certificates.not_waiting',
  // Another paper or type was chosen for the certificate while the run was being prepared.
  sheets__print_what_is_verified: 'certificates.not_waiting',
  sheets__recorded_while_printing: 'print_runs.not_printing',
  sheets__recorded_after_opening: 'print_runs.file_not_opened',
  rolls__one_open: 'rolls.one_open',
  rolls__in_order: 'rolls.one_open',
  rolls__number_once: 'rolls.one_open',
  rolls__closed_with_entries: 'rolls.empty',
  rolls__resolved_by_another: 'rolls.own_roll',
  rolls__resolution_not_later: { code: 'rolls.resolved_later', field: 'resolutionDate' },
  sheets__on_resolved_roll: 'print_runs.off_roll',
  sheets__taken_back_while_printing: 'print_runs.not_printing',
  sheets__not_reopened_since: 'print_runs.reopened_since',
  sheets__outcome_stays: 'print_runs.sheet_decided',
  sheets__not_handed_over: 'print_runs.sheet_handed_over',
  sheets__no_reprint_asked: 'print_runs.reprint_asked',
  sheets__cancelled_by_another: 'certificates.own_copy',
  sheets__cancelled_after_closing: 'certificates.run_not_closed',
  hand_overs__earlier_copy_back: 'certificates.copy_out',
  proposals__decided_by_another: 'proposals.own_proposal',
  proposals__taken_back_by_proposer: 'proposals.not_own',
  proposals__stay: 'proposals.decided',
  university__name_unique: { code: 'masters.single', field: 'name' },
  university__stays: 'masters.in_use',
  offices__office_unique: { code: 'masters.office_held', field: 'heldFrom' },
  convocations__year_once: { code: 'masters.year_taken', field: 'academicYears' },
  certificate_types_pkey: { code: 'masters.taken', field: 'name' },
  certificate_types__active_in_order: { code: 'masters.not_in_order', field: 'activeUntil' },
  fee_schedule__charge_unique: { code: 'masters.equal_fee', field: 'charge' },
  fee_schedule__colleges_own: { code: 'masters.colleges_fee', field: 'college' },
  fee_schedule__active_in_order: { code: 'masters.not_in_order', field: 'activeUntil' },
  choices__list_unique: { code: 'masters.taken', field: 'name' },
  choices__value_once: { code: 'masters.taken', field: 'name' },
  choices__stay: 'masters.in_use',
  offices__stay_once_printed: 'masters.in_use',
  convocations__stay_once_printed: 'masters.in_use',
  choices__active_in_order: { code: 'masters.not_in_order', field: 'activeUntil' },
  applications__mode_of_study_known: { code: 'masters.not_offered', field: 'modeOfStudy' },
  applications__return_reasons_known: { code: 'masters.not_offered', field: 'reasons' },
  applications__rejection_reason_known: { code: 'masters.not_offered', field: 'reason' },
  concessions__reason_known: { code: 'masters.not_offered', field: 'concession.reason' },
  reopenings__reason_known: { code: 'masters.not_offered', field: 'reason' },
  courses__active_in_order: { code: 'masters.not_in_order', field: 'activeUntil' },
  number_series__stays_once_counted: { code: 'masters.series_stays', field: 'pattern' },
  certificate_types__letters_given: { code: 'masters.no_letters', field: 'numberLetters' },
  certificates__number_unique: 'applications.number_taken',
  certificates__numbers_consecutive: 'applications.number_taken',
  offices__held_in_order: { code: 'masters.not_in_order', field: 'heldUntil' },
};

/** What the violation of a constraint means; undefined where it is a fault of ours. */
export function errorOfConstraint(name: string): ConstraintError | undefined {
  return constraintErrors[name] ?? errorOfMaster(name);
}

/** The key of a master, and the records that its fields refer to. */
function errorOfMaster(name: string): ConstraintError | undefined {
  for (const table of masterNames) {
    const [, key, foreign] = new RegExp(`^${table}_(?:_(\\w+)_unique|(\\w+)_fkey)$`).exec(name) ?? [];
    if (key) return { code: 'masters.taken', field: camelCase(key) };
    if (foreign) return { code: 'masters.unknown_name', field: camelCase(foreign) };
  }
  return undefined;
}

function camelCase(column: string): string {
  return column.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
