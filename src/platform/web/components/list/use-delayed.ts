import { useEffect, useState } from 'react';

/** True once the condition has held for so long; false at once when it ends. */
export function useDelayed(condition: boolean, milliseconds: number): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setIsLong(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [condition, milliseconds]);
  return condition && isLong;
}
