/** So many records are remembered on a person's device, and recalled at once. */
export const mostRecalled = 10;
