import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** What all writings of a number, a name or an address have in common; the columns `…_key` are unique by it. */
export function identityKey(written: string | null | RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`identity_key(${written})`;
}

/** Whether a column `…_key` has this key, also where records shared it when the keys were introduced. */
export function hasKey(column: string, key: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(twin_keys(${key}))`;
}

/** The key of a text, for a search by its beginning. */
export async function readKey(db: Db, written: string): Promise<string> {
  const { key } = await db.selectNoFrom(identityKey(written).as('key')).executeTakeFirstOrThrow();
  return key;
}

/** The keys of many texts, for lists that are compared in memory. */
export async function readKeys(db: Db, written: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ text: string; key: string }>`
    select text, identity_key(text) as key from unnest(${written}::text[]) as text`.execute(db);
  return new Map(rows.map(({ text, key }) => [text, key]));
}
