import { t } from '#shared/words.ts';
import { formatCount, formatPaise, formatRupees } from './money.ts';

/** A refusal's HTTP status and its one sentence; the sentence may use what the refusal carries. */
type ErrorEntry = { status: number; sentence: string | ((data: never) => string) };

/** Every refusal of the product. Codes are `feature.reason`; screens and integrators switch on them, never on sentences. */
export const errors = {
  'request.invalid': { status: 422, sentence: t`Some of the input cannot be used. The fields say why.` },
  'request.unreadable': { status: 400, sentence: t`The request is not JSON that this address understands.` },
  'request.foreign_origin': {
    status: 403,
    sentence: t`This request does not come from the portal itself, so it was not carried out.`,
  },
  'request.key_reused': {
    status: 409,
    sentence: t`This request key was already used for a different request.`,
  },
  'request.too_many': {
    status: 429,
    sentence: (data: { retryAfterSeconds: number }) =>
      data.retryAfterSeconds < 90
        ? t`Too many tries. Wait ${data.retryAfterSeconds} seconds and try again.`
        : t`Too many tries. Wait ${Math.ceil(data.retryAfterSeconds / 60)} minutes and try again.`,
  },
  'request.unexpected': {
    status: 500,
    sentence: t`Something happened that we did not foresee. Nothing was saved. Quote the request number when you report it.`,
  },
  'request.busy': {
    status: 503,
    sentence: t`The database cannot be reached just now. Nothing was saved; try again in a moment.`,
  },
  'request.not_found': { status: 404, sentence: t`There is nothing at this address.` },

  'auth.signed_out': {
    status: 401,
    sentence: t`Your session has ended. Sign in again; what you typed is kept.`,
  },
  'auth.not_permitted': { status: 403, sentence: t`Your role does not include this.` },
  'auth.wrong_credentials': { status: 401, sentence: t`Role, Email Id and password do not belong together.` },
  'auth.initial_password_expired': {
    status: 403,
    sentence: t`This initial password has expired. Use Forgot Password, or ask an administrator for a new one.`,
  },
  'auth.wrong_code': {
    status: 401,
    sentence: (data: { triesLeft: number }) =>
      data.triesLeft === 0
        ? t`The code is wrong and no try is left. Sign in again.`
        : data.triesLeft === 1
          ? t`The code is wrong. 1 try is left.`
          : t`The code is wrong. ${data.triesLeft} tries are left.`,
  },
  'auth.challenge_over': { status: 410, sentence: t`This code has expired or was used. Start again.` },
  'auth.resend_too_soon': {
    status: 429,
    sentence: (data: { retryAfterSeconds: number }) =>
      t`A new code can be sent in ${data.retryAfterSeconds} seconds.`,
  },
  'auth.no_mails_left': {
    status: 429,
    sentence: t`No more codes can be sent for this sign-in. Start again.`,
  },
  'auth.locked': {
    status: 423,
    sentence: t`This account is locked after too many wrong codes. An administrator can unlock it.`,
  },
  'auth.wrong_password': { status: 422, sentence: t`This is not your current password.` },
  'auth.passwords_differ': { status: 422, sentence: t`The two passwords differ.` },
  'auth.common_password': {
    status: 422,
    sentence: t`This password is among the first that a thief tries. Choose another.`,
  },
  'auth.same_password': { status: 422, sentence: t`The new password is the old one. Choose another.` },
  'auth.change_password_first': { status: 403, sentence: t`Choose a password of your own before you go on.` },
  'auth.enrol_authenticator_first': {
    status: 403,
    sentence: t`Set up your authenticator app before you go on; reloading the page leads there.`,
  },
  'auth.authenticator_code_differs': {
    status: 422,
    sentence: t`This is not the code of the new entry. Type the one that the app shows now; if it is refused again, set the clock of your phone.`,
  },
  'auth.authenticator_enrolled': {
    status: 409,
    sentence: t`An authenticator app is already set up. Go back to the e-mail code first, then set up the new one.`,
  },
  'auth.no_authenticator': { status: 409, sentence: t`No authenticator app is set up for this account.` },
  'auth.wrong_second_factor': {
    status: 422,
    sentence: t`This is neither the newest code of your authenticator app nor an unused recovery code.`,
  },
  'auth.session_not_found': { status: 404, sentence: t`This session has already ended.` },

  'records.stale': {
    status: 409,
    sentence: (data: { changedBy: string | null }) =>
      t`${data.changedBy ?? t`A colleague`} changed this record after you opened it. Nothing was saved; look at the new version and decide again.`,
  },

  'files.too_large': {
    status: 413,
    sentence: t`The file is larger than 5 MiB. Scan at a lower resolution or compress it.`,
  },
  'files.wrong_content': {
    status: 422,
    sentence: (data: { found: string; wanted: string }) =>
      t`The file holds ${data.found}. Wanted: ${data.wanted}.`,
  },
  'files.empty': { status: 422, sentence: t`The file is empty.` },
  'files.not_found': { status: 404, sentence: t`This file does not exist or is not yours to see.` },
  'files.not_usable': { status: 422, sentence: t`The uploaded file can no longer be used. Choose it again.` },

  'papers.letters_missing': {
    status: 422,
    sentence: (data: { letters: string }) =>
      t`This cannot be printed, because no font of ours has ${data.letters}. Correct the name or text in which it stands.`,
  },

  'exports.too_many': {
    status: 429,
    sentence: t`Several lists are being exported just now. Try again when one of them is done.`,
  },

  'audit.university_only': {
    status: 403,
    sentence: t`The audit log is of the whole university, and your code is that of one college. Ask an auditor with the code ALL.`,
  },

  'colleges.not_found': { status: 404, sentence: t`This college does not exist or is not yours to see.` },
  'colleges.code_taken': { status: 409, sentence: t`Another college has this code.` },
  'colleges.name_taken': { status: 409, sentence: t`Another college has this name.` },
  'colleges.in_use': {
    status: 409,
    sentence: (data: { usedBy: string }) => t`The college has ${data.usedBy}, so it cannot be deleted.`,
  },
  'colleges.code_in_use': {
    status: 409,
    sentence: (data: { usedBy: string }) => t`The college has ${data.usedBy}, so its code cannot be changed.`,
  },

  'students.not_found': {
    status: 404,
    sentence: t`This student does not exist or belongs to another college.`,
  },
  'students.unknown_college': {
    status: 422,
    sentence: t`This college does not exist any more. Choose again.`,
  },
  'students.registration_taken': {
    status: 409,
    sentence: t`Another student of this college has this registration number.`,
  },
  'students.roll_taken': {
    status: 409,
    sentence: t`Another student of this college has this exam roll number.`,
  },
  'students.has_application': {
    status: 409,
    sentence: t`An application with this registration number was received, so the student cannot be deleted.`,
  },

  'staff.not_found': { status: 404, sentence: t`This person does not exist any more.` },
  'staff.email_taken': { status: 409, sentence: t`Somebody already signs in with this Email Id.` },
  'staff.own_account': {
    status: 409,
    sentence: t`This is your own account, so another admin has to do it.`,
  },
  'staff.already_disabled': { status: 409, sentence: t`This account is disabled.` },
  'staff.not_disabled': { status: 409, sentence: t`This account is not disabled.` },
  'staff.not_locked': { status: 409, sentence: t`This account is not locked.` },
  'staff.no_authenticator': { status: 409, sentence: t`This person has no authenticator app set up.` },
  'staff.password_chosen': {
    status: 409,
    sentence: t`This person has chosen a password of their own. Forgot Password replaces it.`,
  },
  'staff.has_acted': {
    status: 409,
    sentence: t`This person has worked in the portal, and the records name them, so the account cannot be deleted. Disable it.`,
  },
  'staff.last_admin': {
    status: 409,
    sentence: t`This is the last admin who can sign in. Enable or add another one first.`,
  },

  'applications.not_found': {
    status: 404,
    sentence: t`This application does not exist or belongs to another college.`,
  },
  'applications.unknown_number': {
    status: 404,
    sentence: (data: { acknowledgementNumber: number }) =>
      t`No application has acknowledgement number ${data.acknowledgementNumber}, or it belongs to another college.`,
  },
  'applications.duplicate': {
    status: 409,
    sentence: t`An application for this certificate of this candidate (registration number, course and certificate type) was already received.`,
  },
  'applications.own_work': {
    status: 409,
    sentence: t`You received or corrected this application yourself, so a second person has to decide on it.`,
  },
  'applications.not_pending': {
    status: 409,
    sentence: t`This application is not waiting for a decision any more.`,
  },
  'applications.leased': {
    status: 409,
    sentence: (data: { by: string }) =>
      t`${data.by} is verifying this application just now, so it is not yours to decide.`,
  },
  'applications.not_correctable': {
    status: 409,
    sentence: t`Only a returned or rejected application can be corrected.`,
  },
  'applications.fee_short': {
    status: 409,
    sentence: (data: { pending: number }) =>
      t`${formatRupees(data.pending)} of the fee are still pending, so it cannot be verified.`,
  },
  'applications.fee_paid': {
    status: 409,
    sentence: t`The fee is paid in full, so the application cannot be rejected. Return it if something else is wrong.`,
  },
  'applications.no_draft': { status: 409, sentence: t`No demand draft is recorded for this application.` },
  'applications.college_out_of_scope': {
    status: 403,
    sentence: t`You may only work with the applications of your own college.`,
  },
  'applications.unknown_choice': {
    status: 422,
    sentence: t`The college, course, paper or certificate type does not exist any more. Choose again.`,
  },

  'demand_drafts.differs': {
    status: 409,
    sentence: (data: { amount: number; drawnOn: string }) =>
      t`This draft is already recorded with another date or amount (${formatRupees(data.amount)}, ${data.drawnOn}). Compare it with the sheet in your hand.`,
  },
  'demand_drafts.other_college': {
    status: 409,
    sentence: t`This draft is already recorded for another college.`,
  },
  'demand_drafts.exhausted': {
    status: 409,
    sentence: (data: { number: string }) => t`Draft ${data.number} is already used up by other applications.`,
  },
  'demand_drafts.not_usable': {
    status: 409,
    sentence: t`The bank returned this draft or its validity has passed, so it cannot pay anything.`,
  },
  'demand_drafts.drawn_later': { status: 422, sentence: t`The date of a draft cannot be in the future.` },
  'demand_drafts.stale': {
    status: 422,
    sentence: t`This draft is older than three months. The candidate has to have it revalidated by the bank or bring another.`,
  },

  'demand_drafts.not_found': {
    status: 404,
    sentence: t`This demand draft does not exist or belongs to another college.`,
  },
  'demand_drafts.not_in_hand': {
    status: 409,
    sentence: (data: { number: string }) =>
      t`Draft ${data.number} is not in hand any more, so it cannot go onto a slip.`,
  },
  'demand_drafts.on_slip': {
    status: 409,
    sentence: (data: { number: string }) =>
      t`Draft ${data.number} is on a deposit slip that is not deposited yet. Take it off the slip first.`,
  },
  'demand_drafts.validity_passed': {
    status: 409,
    sentence: (data: { number: string; validUntil: string }) =>
      t`Draft ${data.number} was valid until ${data.validUntil}. Its bank has to revalidate it, or another has to replace it.`,
  },
  'demand_drafts.not_deposited': {
    status: 409,
    sentence: (data: { number: string }) =>
      t`Draft ${data.number} is not deposited, so it cannot be realised.`,
  },
  'demand_drafts.not_realised': {
    status: 409,
    sentence: t`Only the money of a realised draft can be refunded.`,
  },
  'demand_drafts.no_balance': {
    status: 409,
    sentence: t`All of this draft pays for applications or was refunded, so nothing is left to refund.`,
  },
  'demand_drafts.refund_too_large': {
    status: 409,
    sentence: (data: { balance: number }) =>
      t`${formatRupees(data.balance)} of this draft are left, so no more than that can be refunded.`,
  },
  'demand_drafts.not_stale': { status: 409, sentence: t`Only a stale draft can be revalidated by its bank.` },
  'demand_drafts.already_returned': { status: 409, sentence: t`The bank returned this draft already.` },
  'demand_drafts.replaced': { status: 409, sentence: t`Another draft has taken the place of this one.` },
  'demand_drafts.not_replaceable': {
    status: 409,
    sentence: t`Only a draft that the bank returned, or a stale one, can be replaced.`,
  },

  'deposit_slips.not_found': {
    status: 404,
    sentence: t`This deposit slip does not exist or belongs to another college.`,
  },
  'deposit_slips.not_prepared': {
    status: 409,
    sentence: t`This slip was already deposited or cancelled, so it cannot change any more.`,
  },
  'deposit_slips.empty': {
    status: 409,
    sentence: t`No draft is on this slip. Cancel it and prepare another.`,
  },
  'deposit_slips.draft_not_on_slip': { status: 409, sentence: t`This draft is not on the slip any more.` },

  'certificates.not_found': {
    status: 404,
    sentence: t`This certificate does not exist or belongs to another college.`,
  },
  'certificates.not_waiting': {
    status: 409,
    sentence: t`This certificate is not waiting to be printed any more; a colleague may have taken it into a run.`,
  },
  'certificates.withheld': {
    status: 409,
    sentence: t`A draft that paid for this certificate came back, so it is withheld. It is released once the fee is paid and the application is verified again.`,
  },
  'certificates.not_printed': { status: 409, sentence: t`Only a printed certificate can be handed over.` },

  'print_runs.not_found': { status: 404, sentence: t`This print run does not exist.` },
  'print_runs.not_prepared': { status: 409, sentence: t`This run was already started or closed.` },
  'print_runs.not_printing': { status: 409, sentence: t`Outcomes are recorded while the run is printing.` },
  'print_runs.no_document': { status: 409, sentence: t`The print file is not composed yet.` },
  'print_runs.open_sheets': {
    status: 409,
    sentence: (data: { open: number }) =>
      t`${formatCount(data.open)} sheets have no outcome yet. Record good or spoilt for each, then close.`,
  },
  'print_runs.sheet_decided': { status: 409, sentence: t`This sheet already has an outcome.` },
  'print_runs.sheet_not_found': { status: 404, sentence: t`This sheet is not in the run.` },
  'print_runs.mixed': {
    status: 422,
    sentence: t`One run prints on one paper and one certificate type. Choose certificates that share both.`,
  },

  'stock.not_found': { status: 404, sentence: t`This stock record does not exist.` },
  'stock.code_taken': { status: 409, sentence: t`Another kind has this code.` },
  'stock.kind_taken': { status: 409, sentence: t`This name is there in this colour already.` },
  'stock.too_few_blanks': {
    status: 409,
    sentence: (data: { wanted: number; inStore: number; paper: string }) =>
      t`${formatCount(data.wanted)} blanks of ${data.paper} are needed and ${formatCount(data.inStore)} are in store.`,
  },
  'stock.serials_overlap': { status: 409, sentence: t`Some of these serial numbers are already in stock.` },
  'stock.own_receipt': {
    status: 409,
    sentence: t`You received or changed this stock yourself, so a second person has to approve it.`,
  },
  'stock.already_approved': { status: 409, sentence: t`This stock was already approved.` },
  'stock.approved_stays': {
    status: 409,
    sentence: t`This stock is approved, so only its remarks and its invoice can change.`,
  },
  'stock.approved_not_deleted': {
    status: 409,
    sentence: t`This stock is approved, so it stays in the books and cannot be deleted.`,
  },
  'stock.unknown_serials': {
    status: 422,
    sentence: (data: { serials: string }) =>
      t`${data.serials}: no such serial of this paper is in the books.`,
  },
  'stock.wrong_state': {
    status: 409,
    sentence: (data: { serials: string; state: string; only: string }) =>
      t`${data.serials}: ${data.state.toLowerCase()}. ${data.only}`,
  },
  'stock.unknown_holder': {
    status: 422,
    sentence: t`Sheets are issued to a printer or an admin who may sign in. Choose again.`,
  },
  'stock.own_custody': {
    status: 409,
    sentence: t`You held some of these sheets yourself, so others have to witness their destruction.`,
  },
  'stock.own_destruction': {
    status: 409,
    sentence: t`You are the first witness of this destruction, so a second person has to sign it.`,
  },
  'stock.in_destruction': {
    status: 409,
    sentence: t`Some of these sheets are in another record of destruction already.`,
  },
  'stock.no_destruction': { status: 404, sentence: t`This record of destruction does not exist any more.` },
  'stock.already_destroyed': {
    status: 409,
    sentence: t`Both witnesses have signed; the sheets are destroyed.`,
  },
  'stock.keeper_counts': {
    status: 409,
    sentence: t`You received sheets that lie in this store, so somebody else has to start and close its count.`,
  },
  'stock.count_open': { status: 409, sentence: t`A count of this paper is going on. Close it first.` },
  'stock.no_count': { status: 404, sentence: t`This stock count does not exist.` },
  'stock.count_closed': { status: 409, sentence: t`This count is closed.` },
  'stock.no_discrepancy': { status: 404, sentence: t`This discrepancy does not exist.` },
  'stock.discrepancy_resolved': { status: 409, sentence: t`This discrepancy is resolved already.` },
  'stock.wrong_resolution': { status: 422, sentence: t`This discrepancy cannot be resolved in this way.` },
  'stock.too_little_ink': {
    status: 409,
    sentence: (data: { inStock: string }) =>
      t`Only ${data.inStock} are in stock. Record the delivery first, or correct the quantity.`,
  },
  'stock.run_not_closed': {
    status: 422,
    sentence: t`No closed print run has this number.`,
  },
  'stock.run_has_ink': { status: 409, sentence: t`The use of this ink in this run is recorded already.` },

  'bank_statements.university_only': {
    status: 403,
    sentence: t`Bank statements are of the whole university, and your code is that of one college. Ask an admin with the code ALL.`,
  },
  'bank_statements.not_found': { status: 404, sentence: t`This bank statement does not exist.` },
  'bank_statements.line_not_found': { status: 404, sentence: t`This statement line does not exist.` },
  'bank_statements.no_header': {
    status: 422,
    sentence: t`No row of the file names the columns of a bank statement, such as Date, Description, Debit and Credit.`,
  },
  'bank_statements.columns_unknown': {
    status: 422,
    sentence: (_data: {
      headerRow: number;
      headers: string[];
      samples: string[][];
      columns: Record<string, number | null>;
    }) => t`The columns of this statement are not known by their names. Say which column holds what.`,
  },
  'bank_statements.faulty': {
    status: 422,
    sentence: (data: {
      count: number;
      faults: { rowNumber: number; column: string; found: string; wanted: string }[];
    }) =>
      data.count === 1
        ? t`1 cell of the file cannot be read. Nothing was taken from it.`
        : t`${formatCount(data.count)} cells of the file cannot be read. Nothing was taken from it.`,
  },
  'bank_statements.empty': { status: 422, sentence: t`The file has no entries below its header.` },
  'bank_statements.too_many_lines': {
    status: 422,
    sentence: t`The file has more than 20,000 entries. Download it from the bank for a shorter period.`,
  },
  'bank_statements.uploaded_before': {
    status: 409,
    sentence: t`A colleague has just uploaded the same file or the same entries. Upload it again to see what is left.`,
  },
  'bank_statements.not_open': {
    status: 409,
    sentence: t`This line is not open any more; a colleague may have settled it.`,
  },
  'bank_statements.not_set_aside': {
    status: 409,
    sentence: t`Only a line that was set aside can be opened again.`,
  },
  'bank_statements.not_credit': { status: 409, sentence: t`Only a credit can realise drafts.` },
  'bank_statements.not_debit': { status: 409, sentence: t`Only a debit can take the money of a draft back.` },
  'bank_statements.draft_has_line': {
    status: 409,
    sentence: t`Another statement line has settled this draft already.`,
  },
  'bank_statements.excess': {
    status: 409,
    sentence: (data: { paise: number }) =>
      t`The bank credited ${formatPaise(data.paise)} more than these drafts are worth. Choose the drafts that are missing, or set the line aside.`,
  },
  'bank_statements.remark_wanted': { status: 422, sentence: t`Write a remark that explains it.` },
  'bank_statements.before_deposit': {
    status: 409,
    sentence: (data: { number: string }) =>
      t`Draft ${data.number} was deposited after the value date of this line, so this is not its money.`,
  },
  'bank_statements.not_yet': {
    status: 409,
    sentence: t`The value date is still to come. Settle the line on that day.`,
  },
  'bank_statements.too_large': {
    status: 413,
    sentence: t`The statement is larger than 5 MiB. Download it from the bank for a shorter period.`,
  },

  'imports.not_found': { status: 404, sentence: t`This upload does not exist.` },
  'imports.too_large': {
    status: 413,
    sentence: t`The file is larger than 100 MiB. Split it, or save it as CSV without pictures.`,
  },
  'imports.empty': {
    status: 422,
    sentence: t`The file has no rows below its header, so there is nothing to upload.`,
  },
  'imports.no_header': {
    status: 422,
    sentence: t`The first row does not name the columns. Put a header row on top; the template shows one.`,
  },
  'sheets.wrong_content': {
    status: 422,
    sentence: (data: { found: string }) =>
      t`The file holds ${data.found}. Wanted: a CSV file in UTF-8 or an XLSX workbook.`,
  },
  'sheets.protected': {
    status: 422,
    sentence: t`The workbook is protected by a password or is of the old XLS format. Save it as XLSX without a password.`,
  },
  'sheets.wrong_encoding': {
    status: 422,
    sentence: (data: { row: number | null }) =>
      data.row === null
        ? t`The file is not in UTF-8, so names would be garbled. Save it as 'CSV UTF-8' or upload the XLSX workbook.`
        : t`The file is not in UTF-8 (near row ${formatCount(data.row)}), so names would be garbled. Save it as 'CSV UTF-8' or upload the XLSX workbook.`,
  },
  'sheets.open_quote': {
    status: 422,
    sentence: (data: { row: number }) =>
      t`A quotation mark that opens at or after row ${formatCount(data.row)} is never closed, so the rows below cannot be told apart.`,
  },
  'sheets.damaged': {
    status: 422,
    sentence: t`The workbook is damaged and cannot be read. Open it in a spreadsheet program and save it again.`,
  },
  'imports.too_many_rows': {
    status: 422,
    sentence: t`The file has more than 10,00,000 rows. Split it.`,
  },
  'imports.not_mapping': { status: 409, sentence: t`The columns of this upload cannot be chosen any more.` },
  'imports.column_missing': {
    status: 422,
    sentence: (data: { header: string }) => t`Choose the column that holds '${data.header}'.`,
  },
  'imports.not_checked': { status: 409, sentence: t`This upload is not waiting for a decision.` },
  'imports.faulty': {
    status: 409,
    sentence: t`Some rows are faulty. Nothing is written before every row is good: mend them first.`,
  },
  'imports.nothing_faulty': {
    status: 409,
    sentence: t`No row of this upload is faulty, so nothing is to mend.`,
  },
  'imports.nothing_new': {
    status: 409,
    sentence: t`Every row is already there as the file has it, so there is nothing to write.`,
  },
  'imports.over': { status: 409, sentence: t`This upload is over already.` },
  'imports.not_error_file': {
    status: 422,
    sentence: t`This is not the file of faulty rows: its columns have to be those of that file, 'What is wrong' included.`,
  },
  'imports.not_faulty_row': {
    status: 422,
    sentence: (data: { row: number }) =>
      t`Row ${formatCount(data.row)} of the mended file does not say which faulty row it replaces, or repeats one. Keep what the column 'What is wrong' says.`,
  },
  'imports.unfinished': {
    status: 500,
    sentence: t`The upload could not be carried on; the log of the server says more. Nothing was written.`,
  },
  'imports.master_changed': {
    status: 409,
    sentence: t`Records changed while you looked at the report, so nothing was written. Here is the report as it is now.`,
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

/** What a refusal with this code carries beside the code. */
export type ErrorData<Code extends ErrorCode> = (typeof errors)[Code]['sentence'] extends (
  data: infer Data,
) => string
  ? Data
  : undefined;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errors, code);
}

export function errorStatus(code: ErrorCode): number {
  return errors[code].status;
}

export function errorSentence<Code extends ErrorCode>(code: Code, data: ErrorData<Code>): string {
  const { sentence } = errors[code] as { sentence: string | ((data: ErrorData<Code>) => string) };
  return typeof sentence === 'string' ? sentence : sentence(data);
}
