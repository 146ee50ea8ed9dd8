import { addMonths, dayInIndia } from '#shared/format.ts';

let drafts = Date.now() % 900_000;

/** A demand draft that no other journey has: counted within this process, which its branch is named after. */
export function newDraft(amount: number) {
  drafts = (drafts + 1) % 900_000;
  return {
    number: String(100_000 + drafts),
    drawnOn: addMonths(dayInIndia(new Date()), -1),
    bank: 'Canara Bank',
    branch: `Hampankatta ${process.pid}`,
    amount,
  };
}
