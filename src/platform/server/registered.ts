import type { ConstraintError, ServerFeature } from './feature.ts';

/** What the features declare about the database, together. */
export const registered = {
  constraints: {} as Record<string, ConstraintError>,
  personal: {} as Record<string, readonly string[]>,
  personalLabels: [] as string[],
};

/** Called once per process, before anything is written. */
export function registerOnServer(features: readonly ServerFeature[]): void {
  for (const { constraints, personal, personalLabels = [] } of features) {
    Object.assign(registered.constraints, constraints);
    Object.assign(registered.personal, personal);
    registered.personalLabels.push(...personalLabels);
  }
}
