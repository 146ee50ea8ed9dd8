const grouped = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** Whole rupees as the office writes them: `₹1,23,456`, Latin digits and Indian grouping in every language. */
export function formatRupees(amount: number): string {
  return `${amount < 0 ? '-' : ''}₹${grouped.format(Math.abs(amount))}`;
}

/** A count with Indian grouping: `10,48,576`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}
