/** How many records a device remembers and requests at once. */
export const maximumRecent = 10;
