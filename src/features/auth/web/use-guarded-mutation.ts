import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

type Press<Answer> = { mutationFn: () => Promise<Answer>; onSuccess?: (answer: Answer) => unknown };

/** A mutation for a button that opens a window or replaces a cookie: the second click of a double click is ignored. */
export function useGuardedMutation<Answer>(options: Press<Answer>) {
  const isRunning = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: () => {
      isRunning.current = false;
    },
  });
  const press = () => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate();
  };
  return { ...mutation, press };
}
