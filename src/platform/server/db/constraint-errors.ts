import type { ConstraintError } from '#platform/server/feature.ts';
import { registered } from '#platform/server/registered.ts';
import { masterNames } from '#shared/masters/named-masters.ts';

/**
 * The domain error of a constraint violation; undefined if it is a bug. Rules check first and give more detail;
 * constraints catch simultaneous changes by two people.
 */
export function errorOfConstraint(name: string): ConstraintError | undefined {
  return registered.constraints[name] ?? errorOfMaster(name);
}

/** Errors for a master's unique key and foreign keys. */
function errorOfMaster(name: string): ConstraintError | undefined {
  for (const table of masterNames) {
    const [, key, foreign] = new RegExp(`^${table}_(?:_(\\w+)_unique|(\\w+)_fkey)$`).exec(name) ?? [];
    if (key) return { code: 'masters.taken', field: camelCase(key) };
    if (foreign) return { code: 'masters.unknown_name', field: camelCase(foreign) };
  }
  return undefined;
}

function camelCase(column: string): string {
  return column.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
