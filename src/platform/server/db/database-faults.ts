/** A fault of the environment, not of the statement. */
export type Fault = 'busy' | 'storage_full';

const storageFull = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/**
 * SQLSTATEs after which the same request may succeed a moment later (PostgreSQL manual, appendix A): connection
 * exceptions, serialisation failures and deadlocks, insufficient resources, lock_not_available, query_canceled, shutdown
 * and restart, the timeouts that end a session, and a connection that reached a standby while the primary is switched.
 * Node's own codes say the same of the socket or of file handles.
 */
const busy =
  /^(08...|25006|25P0[34]|40001|40P01|53...|55P03|57014|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EMFILE|ENFILE)$/;

/** The fault that caused an error, directly or through its causes; null if none. */
export function faultOf(error: unknown): Fault | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code !== 'string') continue;
    if (storageFull.has(code)) return 'storage_full';
    if (busy.test(code)) return 'busy';
  }
  return null;
}
