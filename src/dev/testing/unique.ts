let counter = 0;

/** A number that no other record of this process has, from 1. */
export function unique(): number {
  counter += 1;
  return counter;
}
