import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { actRequirements, type BlankState, blankStateLabels, type SerialAct } from './blank-states.ts';

const stockErrors = {
  'stock.not_found': t`This stock record does not exist.`,
  'stock.code_taken': t`Another kind has this code.`,
  'stock.kind_taken': t`An entry with this name and colour exists already.`,
  'stock.too_few_blanks': (data: { wanted: number; inStore: number; paper: string }) =>
    t`Sheets of ${data.paper}: ${formatCount(data.wanted)} needed, ${formatCount(data.inStore)} in store.`,
  'stock.serials_overlap': t`Some of these serial numbers are already in stock.`,
  'stock.serials_of_earlier': t`A certificate that was issued before the portal is on one of these sheets.`,
  'stock.own_receipt': t`You received or changed this stock yourself, so a second person has to approve it.`,
  'stock.already_approved': t`This stock was already approved.`,
  'stock.approved_stays': t`This stock is approved, so only its remarks and its invoice can change.`,
  'stock.approved_not_deleted': t`This stock is approved, so it stays in the books and cannot be deleted.`,
  'stock.wrong_state': (data: { serials: string; state: BlankState; act: SerialAct }) =>
    t`${data.serials}: ${blankStateLabels[data.state].toLowerCase()}. ${actRequirements[data.act]}`,
  'stock.recorded_again': t`A sheet that was lost in a restore was recorded again with one of these serial numbers. Record it with the right serial number first.`,
  'stock.own_custody': t`You held some of these sheets yourself, so others have to witness their destruction.`,
  'stock.own_destruction': t`You are the first witness of this destruction, so a second person has to sign it.`,
  'stock.in_destruction': t`Some of these sheets are in another record of destruction already.`,
  'stock.already_destroyed': t`Both witnesses have signed; the sheets are destroyed.`,
  'stock.keeper_counts': t`You received sheets that lie in this store, so somebody else has to start and close its count.`,
  'stock.count_open': t`A count of this paper is going on. Close it first.`,
  'stock.count_closed': t`This count is closed.`,
  'stock.discrepancy_resolved': t`This discrepancy is resolved already.`,
  'stock.too_little_ink': (data: { inStock: string }) =>
    t`Only ${data.inStock} are in stock. Record the delivery first, or correct the quantity.`,
  'stock.run_has_ink': t`The use of this ink in this run is already recorded.`,
  ...withStatus(422, {
    'stock.unknown_serials': (data: { serials: string }) =>
      t`${data.serials}: this serial number of this paper is not recorded.`,
    'stock.unknown_holder': t`Sheets are issued to a printer or an admin who may sign in. Choose again.`,
    'stock.wrong_resolution': t`This discrepancy cannot be resolved in this way.`,
    'stock.run_not_closed': t`No closed print run has this number.`,
  }),
  ...withStatus(404, {
    'stock.no_destruction': t`This destruction record no longer exists.`,
    'stock.no_count': t`This stock count does not exist.`,
    'stock.no_discrepancy': t`This discrepancy does not exist.`,
  }),
} as const satisfies ErrorEntries;

const words = {
  errors: stockErrors,
  events: {
    'stock.approved': t`Delivery of sheets approved`,
    'stock.count_closed': t`Stock count closed`,
    'stock.count_entry_removed': t`Entry of the stock count removed`,
    'stock.count_started': t`Stock count started`,
    'stock.counted': t`Sheets counted`,
    'stock.deleted': t`Delivery of sheets deleted`,
    'stock.destroyed': t`Sheets destroyed`,
    'stock.destruction_recorded': t`Destruction of sheets recorded`,
    'stock.destruction_withdrawn': t`Record of destruction withdrawn`,
    'stock.discrepancy_resolved': t`Discrepancy resolved`,
    'stock.edited': t`Delivery of sheets edited`,
    'stock.found': t`Sheets found`,
    'stock.ink_added': t`Ink added`,
    'stock.ink_approved': t`Ink approved`,
    'stock.ink_deleted': t`Ink deleted`,
    'stock.ink_edited': t`Ink edited`,
    'stock.ink_received': t`Ink received`,
    'stock.ink_used': t`Ink used`,
    'stock.issued': t`Sheets issued`,
    'stock.limit_set': t`Reorder limit set`,
    'stock.missing': t`Sheets missing`,
    'stock.opened': t`Sheets from before the portal recorded`,
    'stock.opening_imported': t`Opening balance of sheets imported`,
    'stock.paper_added': t`Paper added`,
    'stock.received': t`Sheets received`,
    'stock.returned': t`Sheets returned to the store`,
    'stock.spoilt': t`Sheets spoilt`,
  },
  sentences: {
    'stock.issued': ({ by, serials }) => t`${by} issued the sheets ${serials}`,
    'stock.returned': ({ by, serials }) => t`${by} took the sheets ${serials} back into the store`,
    'stock.counted': ({ by, serials }) => t`${by} counted the sheets ${serials}`,
  },
  records: {
    blank_receipt: t`delivery of paper`,
    destruction: t`destruction record`,
    ink_receipt: t`delivery of ink`,
    stock_count: t`stock count`,
  },
  fields: {
    blank: t`Sheet`,
    counted: t`Counted`,
    destroyedOn: t`Destroyed on`,
    discrepancies: t`Discrepancies`,
    firstSerial: t`From serial`,
    holderId: t`Held by`,
    inStock: t`In stock`,
    inStore: t`In store`,
    judged: t`Decided`,
    lastSerial: t`To serial`,
    method: t`Method`,
    quantity: t`Quantity`,
    receivedQuantity: t`Received quantity`,
    rejected: t`Rejected`,
    remarks: t`Remarks`,
    serial: t`Serial number`,
    serials: t`Serial numbers`,
    warnBelow: t`Warn below`,
    paperId: t`Paper`,
    blankSerial: t`Serial number`,
    colour: t`Color`,
    colours: t`Color in other languages`,
    inkId: t`Ink`,
    invoiceFileId: t`Invoice`,
    unit: t`Unit`,
    totalQuantity: t`Total quantity`,
    rejectedQuantity: t`Rejected quantity`,
    rejectedSerials: t`Rejected serials`,
    serialPrefix: t`Serial prefix`,
    sheetsPerUnit: t`Sheets per unit`,
  },
  waiting: {
    'stock.certificates_to_approve': {
      label: { one: t`delivery of certificates to approve`, many: t`deliveries of certificates to approve` },
      access: 'stock:approve',
      lists: { admin: 'certificateStock' },
      address: { approval: 'waiting' },
      order: 15,
    },
    'stock.ink_to_approve': {
      label: { one: t`delivery of ink to approve`, many: t`deliveries of ink to approve` },
      access: 'stock:approve',
      lists: { admin: 'inkStock' },
      address: { approval: 'waiting' },
      order: 16,
    },
    'stock.counts_due': {
      label: { one: t`stock count due`, many: t`stock counts due` },
      access: 'stock:count',
      lists: { admin: 'custody' },
      address: { counts: 'due' },
      order: 17,
    },
    'stock.counts_open': {
      label: { one: t`stock count to close`, many: t`stock counts to close` },
      access: 'stock:count',
      lists: { admin: 'stockCounts' },
      address: { state: 'open' },
      order: 18,
    },
    'stock.destructions': {
      label: { one: t`destruction to witness`, many: t`destructions to witness` },
      access: 'stock:destroy',
      lists: { admin: 'custody' },
      address: { destructions: 'open' },
      order: 19,
    },
  },
  states: { sheet: blankStateLabels },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    stockWords: typeof words;
  }
}
