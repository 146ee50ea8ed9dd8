import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres/embedded-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the server that all tests share; the role may make databases and roles. */
    superuserUrl: string;
  }
}

/** Gives the tests one PostgreSQL: the one that TEST_DATABASE_URL names, or a fresh one of their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('superuserUrl', given);
    return async () => {};
  }
  const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-test-'));
  const server = await startEmbeddedPostgres({
    directory,
    // Nothing here outlives the run.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      scram_iterations: '1',
      // It would start a process in each of some hundred databases again and again.
      autovacuum: 'off',
      // Many small questions go faster by a socket file than by TCP. Beside the data.
      unix_socket_directories: '.',
    },
  });
  project.provide('superuserUrl', `${server.superuserUrl}?host=${path.join(directory, 'pgdata')}`);
  return async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
