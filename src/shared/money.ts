const grouped = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** Whole rupees as the office writes them: `₹1,23,456`, Latin digits and Indian grouping in every language. */
export function formatRupees(amount: number): string {
  return `${amount < 0 ? '-' : ''}₹${grouped.format(Math.abs(amount))}`;
}

const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Paise as a bank's statement has them: `₹1,23,456` when they are whole rupees, else `₹17.70`. */
export function formatPaise(paise: number): string {
  if (paise % 100 === 0) return formatRupees(paise / 100);
  return `${paise < 0 ? '-' : ''}₹${withPaise.format(Math.abs(paise) / 100)}`;
}

const oneDecimal = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });
const lakh = 100_000;
const crore = 100 * lakh;

/** For tiles: `₹1.2 Cr`, `₹3.4 L`, below a lakh in full. Wherever it stands the full amount has to be within reach. */
export function formatRupeesShort(amount: number): string {
  // What rounds to 100 lakh is a crore.
  if (amount >= crore - 0.05 * lakh) return `₹${oneDecimal.format(amount / crore)} Cr`;
  if (amount >= lakh) return `₹${oneDecimal.format(amount / lakh)} L`;
  return formatRupees(amount);
}

/** A count with Indian grouping: `10,48,576`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}
