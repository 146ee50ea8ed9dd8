import { collisionOf, hasLetters, parsePattern } from '#shared/number-pattern.ts';
import { t } from '#shared/words.ts';
import type { Pack, PackFault } from '../pack.ts';

/** Series that could give the same number, and certificate types without a value that their series prints. */
export function numberFaults({ numberSeries, certificateTypes }: Pack): PackFault[] {
  const series = numberSeries.map((entry) => {
    const { name, pattern } = entry as { name: string; pattern: string };
    return { name, written: pattern, pattern: parsePattern(pattern) };
  });
  const repeated = series.flatMap(({ written, pattern }, index) =>
    series.slice(0, index).flatMap((earlier): PackFault[] => {
      const number = collisionOf(earlier.pattern, pattern);
      if (!number) return [];
      const wanted = t`A pattern that gives no number of ${earlier.written}: ${number} without separators could be of both.`;
      return [{ path: `numberSeries[${index}].pattern`, found: written, wanted }];
    }),
  );
  const lettered = series.filter(({ pattern }) => hasLetters(pattern)).map(({ name }) => name);
  const lacking = certificateTypes.flatMap((type, index): PackFault[] => {
    if (type.numberLetters !== '' || !lettered.includes(String(type.numberSeries))) return [];
    const path = `certificateTypes[${index}].numberLetters`;
    return [{ path, found: t`nothing`, wanted: t`The letters that its number series prints.` }];
  });
  return [...repeated, ...lacking];
}
