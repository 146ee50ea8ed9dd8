import { printQueueKey } from './print-queue-key.ts';

/** What a command on a run makes stale. */
export const runChanges = [['print-runs'], printQueueKey, ['certificates'], ['applications']];
