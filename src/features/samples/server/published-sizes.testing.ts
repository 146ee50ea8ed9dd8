/** Sizes of samples from first principles, so that the portal's own way to them is not asked. */

/** The natural logarithms of the factorials up to `last`. */
function logFactorials(last: number): Float64Array {
  const sums = new Float64Array(last + 1);
  for (let number = 2; number <= last; number += 1) sums[number] = sums[number - 1]! + Math.log(number);
  return sums;
}

/**
 * The least sample of a population that shows, with this confidence, fewer deviations than the tolerable rate, if as many are
 * found as are expected: hypergeometric, as AICPA's Audit Sampling tabulates it. Rates and confidence in percent.
 */
export function publishedSize(
  population: number,
  { confidence, tolerable, expected }: { confidence: number; tolerable: number; expected: number },
): number {
  const logs = logFactorials(population);
  const choose = (all: number, some: number) => logs[all]! - logs[some]! - logs[all - some]!;
  const deviant = Math.ceil((tolerable * population) / 100);
  const risk = (size: number, found: number) => {
    let sum = 0;
    for (let bad = Math.max(0, size - population + deviant); bad <= Math.min(found, deviant); bad += 1)
      sum += Math.exp(
        choose(deviant, bad) + choose(population - deviant, size - bad) - choose(population, size),
      );
    return sum;
  };
  for (let size = 1; size < population; size += 1)
    if (risk(size, Math.ceil((expected * size) / 100)) <= 1 - confidence / 100) return size;
  return population;
}

/** How many errors a rate may mean in all where so many were found: the mean at which fewer are as unlikely as `confidence` asks. */
export function errorFactor(confidence: number, found: number): number {
  const atMost = (mean: number) => {
    let [term, sum] = [Math.exp(-mean), 0];
    for (let errors = 0; errors <= found; errors += 1) {
      sum += term;
      term *= mean / (errors + 1);
    }
    return sum;
  };
  let [low, high] = [0, 500];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (atMost(middle) > 1 - confidence / 100) low = middle;
    else high = middle;
  }
  return low;
}
