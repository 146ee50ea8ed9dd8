import { useSyncExternalStore } from 'react';

/** A value outside of components: `use` re-renders a component when it changes. */
export function createStore<Value>(value: Value) {
  const listeners = new Set<() => void>();
  const store = {
    value,
    set(next: Value): void {
      store.value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, () => store.value),
  };
  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return store;
}
