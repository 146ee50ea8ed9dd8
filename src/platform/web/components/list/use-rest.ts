import { useEffect, useState } from 'react';

/** True once this value has not changed for this long; null never rests. */
export function useRest(value: string | null, milliseconds: number): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => {
      clearTimeout(timer);
      setRested(null);
    };
  }, [value, milliseconds]);
  return value !== null && rested === value;
}
