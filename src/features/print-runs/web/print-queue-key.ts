/** Everything cached of the print queue stands below this key. */
export const printQueueKey = ['print-queue'];
