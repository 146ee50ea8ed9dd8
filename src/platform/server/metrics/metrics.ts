import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Pool } from '#platform/server/db/connections.ts';
import { rendererUse } from '#platform/server/typst/render-document.ts';

/** Measurements of the checks, by their name in `/metrics`. */
const measured = {
  dikshant_clock_offset_seconds: ['How far this process is ahead of the clock of the database.', []],
  dikshant_disk_free_bytes: ['Bytes that the portal may still write.', ['folder']],
  dikshant_disk_size_bytes: ['Bytes of the disk on which the folder lies.', ['folder']],
  dikshant_mails_waiting: ['Mails that are neither sent nor given up.', []],
  dikshant_mails_oldest_waiting_seconds: ['Since when the oldest of them waits.', []],
  dikshant_jobs: ['Jobs of a queue that wait, run or failed for good.', ['queue', 'state']],
  dikshant_job_oldest_seconds: ['For how long the oldest of them waits or runs.', ['queue', 'state']],
  dikshant_audit_chain_head: ['Number of the newest event of the audit log.', []],
  dikshant_checkpoints: ['Days with a signed checkpoint.', []],
  dikshant_checkpoint_age_seconds: ['Since the end of the newest day with a checkpoint.', []],
  dikshant_backup_age_seconds: ['Since the newest base backup was complete.', []],
  dikshant_archived_segments: ['Segments that the database server has archived.', []],
  dikshant_archive_failures: ['Attempts of the database server to archive a segment that failed.', []],
  dikshant_archive_age_seconds: ['Since the newest segment was archived.', []],
  dikshant_standby_missing: ['1 while a standby that was there, or that commits wait for, is not.', []],
  dikshant_look_over_timestamp_seconds: ['When the nightly job had read files and chain.', []],
  dikshant_file_problems: ['Files of the store that are missing, differ or have no row.', []],
} as const satisfies Record<string, [help: string, labels: readonly string[]]>;

export type MeasureName = keyof typeof measured;

/** Connections for one kind of work in this process. */
export type PoolUse = { kind: string; busy: number; idle: number; waiting: number; most: number };

export type Metrics = ReturnType<typeof createMetrics>;

/** The counters of one process. Labels never contain user input. */
export function createMetrics(pools: Record<string, Pool>) {
  const registry = new Registry();
  const registers = [registry];
  const poolUse = () => Object.entries(pools).map(([kind, pool]) => useOf(kind, pool));
  const gaugeOf = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const gauges = Object.fromEntries(
    Object.entries(measured).map(([name, [help, labels]]) => [name, gaugeOf(name, help, labels)]),
  ) as Record<MeasureName, Gauge>;
  const mails = new Counter({
    name: 'dikshant_mails_total',
    help: 'Attempts of this process to send a mail, and mails given up.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['sent', 'failed', 'given_up']) mails.inc({ outcome }, 0);
  collected(registers, poolUse);
  return {
    registry,
    poolUse,
    gauges,
    mails,
    requests: new Counter({
      name: 'dikshant_requests_total',
      help: 'Requests that were answered; 499 when the client left before.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'dikshant_request_duration_seconds',
      help: 'How long requests took, change streams aside.',
      labelNames: ['route'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    jobs: new Counter({
      name: 'dikshant_jobs_total',
      help: 'Jobs that this process has carried out.',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
    problem: gaugeOf('dikshant_problem', 'Whether a check of npm run doctor finds a problem.', ['check']),
  };
}

function useOf(kind: string, pool: Pool): PoolUse {
  const { totalCount, idleCount, waitingCount, limits } = pool;
  return {
    kind,
    busy: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
    most: limits.connections,
  };
}

/** Gauges that are computed at each request. */
function collected(registers: Registry[], poolUse: () => PoolUse[]): void {
  new Gauge({
    name: 'dikshant_pool_connections',
    help: 'Connections to the database by kind of work.',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      for (const { kind, busy, idle } of poolUse()) {
        this.set({ kind, state: 'busy' }, busy);
        this.set({ kind, state: 'idle' }, idle);
      }
    },
  });
  new Gauge({
    name: 'dikshant_pool_limit',
    help: 'Most connections of a kind of work.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const { kind, most } of poolUse()) this.set({ kind }, most);
    },
  });
  new Gauge({
    name: 'dikshant_pool_waiting',
    help: 'Callers that wait for a connection.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const { kind, waiting } of poolUse()) this.set({ kind }, waiting);
    },
  });
  new Gauge({
    name: 'dikshant_renderers',
    help: 'Processes that render PDFs, and callers that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { busy, idle, waiting } = rendererUse();
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const renders = new Counter({
    name: 'dikshant_renders_total',
    help: 'PDFs that were rendered or could not be.',
    labelNames: ['outcome'],
    registers,
    collect() {
      const { rendered, failed } = rendererUse();
      renders.reset();
      renders.inc({ outcome: 'rendered' }, rendered);
      renders.inc({ outcome: 'failed' }, failed);
    },
  });
  new Gauge({
    name: 'dikshant_process_memory_bytes',
    help: 'Resident memory of this process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
}
