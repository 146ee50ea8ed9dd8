import { z } from 'zod';
import { listOperation, operation, type Path, versionOperation } from '#platform/contract/operation.ts';
import {
  Day,
  Id,
  Moment,
  PageRequest,
  pageOf,
  Search,
  typedNumber,
  typedText,
  Version,
} from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import { Paper } from './blank-contract.ts';
import { blankActs, blankStates, destructionMethods, sheetsAtHand } from './custody.ts';
import { maximumSheetsPerAct, readSerial, SerialRanges, Serials } from './serials.ts';
import { One, sheetsOperation } from './stock-record.ts';

/**
 * The number of sheets in one state with one holder: a sum of movements. `holder` is null for the store and for runs.
 */
export const Balance = z.object({
  state: z.enum(blankStates),
  holderId: Id.nullable(),
  holder: z.string().nullable(),
  quantity: z.number().int(),
});
export type Balance = z.infer<typeof Balance>;

export const ReceiptCustody = z.object({
  id: Id,
  firstSerial: z.string(),
  lastSerial: z.string(),
  receivedOn: Day,
  /** The accepted sheets; always equals the sum of the balances. */
  accepted: z.number().int(),
  balances: z.array(Balance),
});
export type ReceiptCustody = z.infer<typeof ReceiptCustody>;

export const PaperCustody = Paper.extend({
  accepted: z.number().int(),
  balances: z.array(Balance),
  receipts: z.array(ReceiptCustody),
  openCountId: Id.nullable(),
  /** Since when its yearly count is due; null if it is not. */
  countDueSince: Moment.nullable(),
  /** Who received the deliveries with sheets in store: they may not count them. */
  keeperIds: z.array(Id),
  /** How long the sheets in store and issued last at the pace of the last 30 days; null if none was used in them. */
  daysLeft: z.number().int().nullable(),
});
export type PaperCustody = z.infer<typeof PaperCustody>;

/** Consecutive serials that are in one state with one holder at present. */
export const BlankRange = z.object({
  ...Serials.shape,
  state: z.enum(blankStates),
  holder: z.string().nullable(),
  runNumber: z.string().nullable(),
});
export type BlankRange = z.infer<typeof BlankRange>;

/** One row of the custody ledger. */
export const Movement = z.object({
  id: z.number().int(),
  at: Moment,
  act: z.enum(blankActs),
  paper: z.string(),
  colour: z.string(),
  ...Serials.shape,
  fromState: z.enum(blankStates).nullable(),
  fromHolder: z.string().nullable(),
  toState: z.enum(blankStates),
  toHolder: z.string().nullable(),
  runNumber: z.string().nullable(),
  by: z.string(),
  witness: z.string().nullable(),
  /** The remark typed; some acts have one of the three fields below instead. */
  remark: z.string().nullable(),
  isOpening: z.boolean(),
  destruction: z.object({ method: z.enum(destructionMethods), remarks: z.string() }).nullable(),
  signing: z
    .object({
      batch: z.string(),
      office: z.string(),
      carriedBy: z.string(),
      /** Null when the batch goes out. */
      outcome: z.enum(['signed', 'unsigned', 'damaged']).nullable(),
    })
    .nullable(),
});
export type Movement = z.infer<typeof Movement>;

export const BlankHistory = z.object({
  serial: z.string(),
  paper: z.string(),
  colour: z.string(),
  state: z.enum(blankStates),
  holder: z.string().nullable(),
  runNumber: z.string().nullable(),
  receivedOn: Day,
  movements: z.array(Movement),
});
export type BlankHistory = z.infer<typeof BlankHistory>;

export const Destruction = z.object({
  id: Id,
  paper: z.string(),
  colour: z.string(),
  method: z.enum(destructionMethods),
  destroyedOn: Day,
  remarks: z.string(),
  serials: z.string(),
  quantity: z.number().int(),
  firstWitness: z.string(),
  firstWitnessId: Id,
  firstAt: Moment,
  secondWitness: z.string().nullable(),
  secondAt: Moment.nullable(),
  /** Everybody who ever held one of the sheets; none of them may witness. */
  holderIds: z.array(Id),
  version: Version,
});
export type Destruction = z.infer<typeof Destruction>;

export const DestructionFilters = z.object({ state: z.enum(['all', 'open']).default('all') });
export type DestructionFilters = z.infer<typeof DestructionFilters>;

/** A person to whom sheets can be issued. */
const Holder = z.object({ id: Id, name: z.string(), role: z.enum(['admin', 'printer']) });

const MovementFilters = Search.extend({
  act: z.enum(['all', ...blankActs]).default('all'),
  paperId: Id.optional(),
});
export type MovementFilters = z.infer<typeof MovementFilters>;

const Reason = typedText().trim().min(3, t`Enter the reason.`).max(500);
const OfPaper = z.object({ id: Id, serials: SerialRanges });
const WithReason = OfPaper.extend({ reason: Reason });
const Moved = z.object({ quantity: z.number().int() });
const actErrors = ['stock.not_found', 'stock.unknown_serials', 'stock.wrong_state'] as const;

/** Either the first sheets in serial order, or given serials. */
const IssueInput = z.object({
  id: Id,
  holderId: z.uuid(t`Choose who gets the sheets.`),
  sheets: z.union([
    z.object({ count: z.number().int().min(1).max(maximumSheetsPerAct) }),
    z.object({ serials: SerialRanges }),
  ]),
});

export const DestroyInput = OfPaper.extend({
  method: z.enum(destructionMethods),
  destroyedOn: Day,
  remarks: Reason,
});
export type DestroyInput = z.infer<typeof DestroyInput>;

/** An act of the store on given serials. */
function serialAct<Input extends z.ZodType>(
  path: Path,
  { input, summary }: { input: Input; summary: string },
) {
  return operation(`POST ${path}`, {
    summary,
    access: 'stock:issue',
    errors: [...actErrors, 'stock.recorded_again'],
  })
    .input(input)
    .output(Moved);
}

export const custodyOperations = {
  getCustody: sheetsOperation('/custody', {
    summary: 'Where every numbered sheet is: balances by paper and delivery, by state and holder.',
  }).output(z.object({ papers: z.array(PaperCustody) })),
  listBlankRanges: sheetsOperation('/blank-receipts/{id}/ranges', {
    summary: 'The serials of one delivery in ranges of one state and holder.',
    errors: ['stock.not_found'],
  })
    .input(One)
    .output(z.object({ ranges: z.array(BlankRange) })),
  findBlank: sheetsOperation('/blanks/{serial}', {
    summary: 'One numbered sheet with everything that ever happened to it.',
    errors: ['stock.unknown_serials'],
  })
    .input(z.object({ serial: typedNumber().max(40).transform(readSerial) }))
    .output(BlankHistory),
  ...listOperation('Movements', {
    path: '/blank-movements',
    of: 'the movements in the custody ledger; a serial as search finds its own',
    access: 'stock:read',
    reads: sheetsAtHand,
    row: Movement,
    filters: MovementFilters,
  }),
  listHolders: operation('GET /blank-holders', {
    summary: 'The people to whom sheets can be issued.',
    access: 'stock:issue',
    reads: sheetsAtHand,
  }).output(z.object({ holders: z.array(Holder) })),
  issueBlanks: operation('POST /papers/{id}/issue', {
    summary: 'Issues sheets in store to a person: the first ones in serial order, or those named.',
    access: 'stock:issue',
    errors: [...actErrors, 'stock.unknown_holder', 'stock.too_few_blanks'],
  })
    .input(IssueInput)
    .output(Moved.extend({ serials: z.string() })),
  returnBlanks: serialAct('/papers/{id}/return', {
    summary: 'Takes issued or spoilt sheets that somebody held back into the store.',
    input: OfPaper,
  }),
  spoilBlanks: serialAct('/papers/{id}/spoil', {
    summary: 'Records sheets that were spoilt outside a print run. They stay in the books.',
    input: WithReason,
  }),
  reportMissing: serialAct('/papers/{id}/report-missing', {
    summary: 'Records that sheets are missing; the ledger keeps who held them last.',
    input: WithReason,
  }),
  reportFound: serialAct('/papers/{id}/report-found', {
    summary: 'Takes missing sheets that were found back into the store, spoilt ones as spoilt.',
    input: WithReason,
  }),
  listDestructions: sheetsOperation('/destructions', {
    summary: 'The records of destroyed sheets, those that wait for the second witness first.',
  })
    .input(PageRequest.extend(DestructionFilters.shape))
    .output(pageOf(Destruction)),
  destroyBlanks: operation('POST /papers/{id}/destroy', {
    summary:
      'Draws up the record of spoilt sheets to destroy, as its first witness. Nothing is destroyed before the second signs.',
    access: 'stock:destroy',
    errors: [...actErrors, 'stock.own_custody', 'stock.in_destruction'],
  })
    .input(DestroyInput)
    .output(One),
  witnessDestruction: versionOperation('POST /destructions/{id}/witness', {
    summary: 'Signs a destruction as its second witness: its sheets are destroyed.',
    access: 'stock:destroy',
    errors: [
      'stock.no_destruction',
      'stock.own_destruction',
      'stock.own_custody',
      'stock.already_destroyed',
      'stock.wrong_state',
      'records.stale',
    ],
  }),
  withdrawDestruction: versionOperation('POST /destructions/{id}/withdraw', {
    summary: 'Takes back a record of destruction that has no second witness yet; its sheets stay spoilt.',
    access: 'stock:destroy',
    errors: ['stock.no_destruction', 'stock.already_destroyed', 'records.stale'],
  }),
};
