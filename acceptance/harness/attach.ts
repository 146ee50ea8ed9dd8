import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { databasePort, type Portal } from './portal.ts';

/** A portal that something else started: what the requests and the SQL of tests need of it. */
export function attach(url: string, directory: string): Portal {
  const port = Number(new URL(url).port);
  const foreign = () => {
    throw new Error('This portal was started by somebody else.');
  };
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: databasePort(directory),
      user: 'postgres',
      database: 'postgres',
      password: readFileSync(path.join(directory, 'postgres/password'), 'utf8').trim(),
      application_name: 'acceptance',
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }
  return {
    url,
    port,
    directory,
    get child() {
      return foreign();
    },
    log: () => '',
    memory: foreign,
    exit: () => undefined,
    connect,
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      const client = await connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    stop: foreign,
    remove: foreign,
  };
}
