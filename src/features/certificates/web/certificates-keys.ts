/** Everything cached of bundles stands below this key. */
export const bundlesKey = ['bundles'];

/** What is stale once copies have left the office, or a student has signed for one. */
export const changedByHandOver = [['certificates'], bundlesKey, ['applications']];
