import { type BlankState, blankStateLabels } from '#features/stock/blank-states.ts';
import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { printRunStateLabels } from './states.ts';

type Count = { counted: number; recorded: number };

const printRunsErrors = {
  'print_runs.not_found': t`This print run does not exist.`,
  'print_runs.too_few_waiting': (data: { wanted: number; waiting: number }) =>
    t`${formatCount(data.wanted)} certificates are asked for and ${formatCount(data.waiting)} of this choice are waiting. Choose fewer sheets, or another paper, type or college.`,
  'print_runs.waits_for_roll': (data: { ready: number; waiting: number; numbers: string[] }) =>
    t`${formatCount(data.waiting)} of these certificates wait for the roll of their convocation, the longest: ${data.numbers.join(', ')}. Their type is printed once a resolved roll has them. ${formatCount(data.ready)} can be printed now.`,
  'print_runs.all_returned': ({ returned }: { returned: number }) =>
    t`None of these certificates can be printed: ${formatCount(returned)}. Their applications were returned with the reason, and no run is prepared.`,
  'print_runs.off_roll': t`A certificate of this type is printed once a resolved roll of its convocation has it.`,
  'print_runs.not_prepared': t`This run was already started, closed or withdrawn.`,
  'print_runs.not_started': t`The print file is there once the serial on top of the stack is checked. Start printing first.`,
  'print_runs.not_printing': t`Outcomes are recorded while the run is printing.`,
  'print_runs.not_closed': t`The report is there once the run is closed.`,
  'print_runs.no_document': t`The print file is not ready yet.`,
  'print_runs.layout_changed': t`The template, the signatories or the university changed since this run was prepared. Withdraw the run and prepare it again.`,
  'print_runs.no_proof': t`No proof sheet of this layout is signed off. A printer or an admin makes one, and another printer or admin signs it off.`,
  'print_runs.other_serial_on_top': (data: { expected: string; found: string }) =>
    t`${data.expected} has to lie on top of the stack, and it is ${data.found}. Put the sheets in the order of the list, ${data.expected} first, and check again. If ${data.expected} is not there, do not print: ask the store.`,
  'print_runs.sheets_before_top': (data: { found: string; first: string; last: string; before: number }) =>
    data.before === 1
      ? t`${data.found} lies on top of the stack, and ${data.first} before it has no outcome yet. Record it as good or spoilt first, or it is printed twice.`
      : t`${data.found} lies on top of the stack, and ${formatCount(data.before)} sheets before it, ${data.first} to ${data.last}, have no outcome yet. Record them as good or spoilt first, or they are printed twice.`,
  'print_runs.printed_already': t`Sheets of this print file have their outcome by now, and nothing is printed twice. Go back to the run and print the remaining sheets.`,
  'print_runs.nothing_left': t`Every sheet has an outcome: nothing is left to print.`,
  'print_runs.open_sheets': (data: { open: number }) =>
    t`${formatCount(data.open)} sheets have no outcome yet. Record good, spoilt or missing for each, then close.`,
  'print_runs.counts_differ': (data: { good: Count; spoilt: Count; missing: Count }) => {
    const differences = [
      ...(isSame(data.good)
        ? []
        : [t`Good sheets: ${data.good.counted} counted, ${data.good.recorded} recorded.`]),
      ...(isSame(data.spoilt)
        ? []
        : [t`Spoilt sheets: ${data.spoilt.counted} counted, ${data.spoilt.recorded} recorded.`]),
      ...(isSame(data.missing)
        ? []
        : [t`Missing sheets: ${data.missing.counted} counted, ${data.missing.recorded} recorded.`]),
    ];
    return t`${differences.join(' ')} Count again, and look for a sheet on the wrong stack or still in the printer: the list says what each serial is.`;
  },
  'print_runs.file_not_opened': t`The print file was not opened yet, so no sheet can have an outcome. Open the print file and print it first.`,
  'print_runs.sheet_undecided': t`This sheet has no outcome to undo.`,
  'print_runs.sheet_handed_over': t`This copy is handed over already, so its outcome stays.`,
  'print_runs.reprint_asked': t`A reprint of this copy is asked for. Decide on that request first.`,
  'print_runs.sheet_left': (data: { serial: string; state: BlankState }) =>
    t`${data.serial} is no longer where this outcome left it; the books say: ${blankStateLabels[data.state].toLowerCase()}. The outcome stays.`,
  'print_runs.certificate_elsewhere': (data: { number: string }) =>
    t`Certificate ${data.number} went on since: it is in another print run, or left the queue. The outcome stays.`,
  'print_runs.reopened_since': t`The application was reopened after this sheet was put into the run. The outcome stays.`,
  'print_runs.sheet_decided': t`This sheet already has an outcome.`,
  'print_runs.sheet_not_found': t`This sheet is not in the run.`,
  ...withStatus(500, {
    'print_runs.not_composed': (data: { detail: string }) =>
      t`The print file could not be made: ${data.detail}`,
    'print_runs.composing_failed': t`The print file could not be made. The log of the server says more.`,
  }),
  'printers.not_found': t`This printer does not exist.`,
  'printers.code_taken': t`Another printer has this code.`,
  ...withStatus(403, {
    'printers.university_only': t`A printer serves every college, so people with the code ALL add and change printers.`,
  }),
  'proofs.not_found': t`This proof sheet does not exist.`,
  'proofs.standing': t`A proof sheet of this layout is signed off or waits for its sign-off already.`,
  'proofs.set_up_alone': t`You set up masters alone that nobody else has confirmed, so a second person has to sign off the proof sheet.`,
  'proofs.own_proof': t`You made this proof sheet yourself, so another printer or admin has to sign it off.`,
  'proofs.decided': t`This proof sheet was already signed off or refused.`,
  'proofs.outdated': t`The template, the signatories or the university changed since this proof sheet was made. Make a new one.`,
  ...withStatus(403, {
    'proofs.other_colleges': t`This proof sheet shows records of other colleges. Only people with the code ALL see it and sign it off.`,
  }),
  ...withStatus(422, {
    'proofs.unknown_layout': t`There is no such certificate type or no paper of this color. Choose again.`,
  }),
} as const satisfies ErrorEntries;

function isSame({ counted, recorded }: Count): boolean {
  return counted === recorded;
}

const words = {
  errors: printRunsErrors,
  events: {
    'print_runs.closed': t`Print run closed`,
    'print_runs.composed': t`Print file made`,
    'print_runs.composed_again': t`Print file asked for again`,
    'print_runs.composing_failed': t`Making the print file failed`,
    'print_runs.file_damaged': t`Print file damaged`,
    'print_runs.file_opened': t`Print file opened`,
    'print_runs.file_outdated': t`Print file out of date`,
    'print_runs.file_restored': t`Print file restored`,
    'print_runs.prepared': t`Print run prepared`,
    'print_runs.printer_chosen': t`Printer of the run chosen`,
    'print_runs.report_printed': t`Report of the run printed`,
    'print_runs.resumed': t`Print run resumed`,
    'print_runs.sheet_left_out': t`Sheet left out of the run`,
    'print_runs.started': t`Print run started`,
    'print_runs.withdrawn': t`Print run withdrawn`,
    'proofs.made': t`Proof made`,
    'proofs.refused': t`Proof refused`,
    'proofs.signed_off': t`Proof signed off`,
  },
  sentences: {
    'print_runs.prepared': ({ by, sheets, firstSerial, lastSerial }) =>
      t`${by} prepared the run with ${sheets} sheets, ${firstSerial} to ${lastSerial}`,
    'print_runs.printer_chosen': ({ by, printer }) => t`${by} chose the printer ${printer}`,
    'print_runs.closed': ({ by, good }) => t`${by} closed the run with ${good} good sheets`,
  },
  records: {
    print_run: t`print run`,
    proof: t`proof`,
  },
  fields: {
    fingerprint: t`Fingerprint`,
    good: t`Good`,
    lost: t`Lost`,
    madeBy: t`Made by`,
    printRun: t`Print run`,
    printer: t`Printer`,
    printerId: t`Printer`,
    sheets: t`Sheets`,
    spoilt: t`Spoilt`,
    templateVersion: t`Version of the template`,
    topSerial: t`Serial on top`,
    offsetX: t`Offset to the right`,
    offsetY: t`Offset downwards`,
    xMm: t`Offset to the right`,
    yMm: t`Offset downwards`,
  },
  waiting: {
    'print_runs.mine': {
      label: { one: t`open run of mine`, many: t`open runs of mine` },
      access: 'print_runs:record',
      lists: { printer: 'printRuns' },
      address: { state: 'open' },
      person: 'operatorId',
      order: 11,
    },
    'print_runs.open': {
      label: { one: t`run still open`, many: t`open runs` },
      access: 'print_runs:read',
      lists: { printer: 'printRuns', auditor: 'printRuns' },
      address: { state: 'open' },
      order: 12,
    },
    'proofs.to_sign_off': {
      label: { one: t`proof to sign off`, many: t`proofs to sign off` },
      access: 'proofs:sign_off',
      lists: { printer: 'proofs', admin: 'proofs' },
      address: { state: 'waiting' },
      order: 13,
    },
  },
  states: { run: printRunStateLabels },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    printRunsWords: typeof words;
  }
}
