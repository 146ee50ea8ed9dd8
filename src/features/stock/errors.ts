import { actNeeds, type BlankState, blankStateLabels, type SerialAct } from '#shared/blank-states.ts';
import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';

export const stockErrors = {
  'stock.not_found': t`This stock record does not exist.`,
  'stock.code_taken': t`Another kind has this code.`,
  'stock.kind_taken': t`This name is there in this colour already.`,
  'stock.too_few_blanks': (data: { wanted: number; inStore: number; paper: string }) =>
    t`${formatCount(data.wanted)} blanks of ${data.paper} are needed and ${formatCount(data.inStore)} are in store.`,
  'stock.serials_overlap': t`Some of these serial numbers are already in stock.`,
  'stock.serials_of_earlier': t`A certificate that was issued before the portal is on one of these sheets.`,
  'stock.own_receipt': t`You received or changed this stock yourself, so a second person has to approve it.`,
  'stock.already_approved': t`This stock was already approved.`,
  'stock.approved_stays': t`This stock is approved, so only its remarks and its invoice can change.`,
  'stock.approved_not_deleted': t`This stock is approved, so it stays in the books and cannot be deleted.`,
  'stock.wrong_state': (data: { serials: string; state: BlankState; act: SerialAct }) =>
    t`${data.serials}: ${blankStateLabels[data.state].toLowerCase()}. ${actNeeds[data.act]}`,
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
