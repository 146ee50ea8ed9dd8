import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { hashPassword } from '#features/auth/server/passwords.ts';
import { migrate, migrationsDirectory } from '#platform/server/db/migrate.ts';
import { restoreDump } from './restore-dump.ts';
import { copyRow } from './writings.ts';

/** Two records that have one key, written in two ways; the later one came second. */
export type Collision = { table: string; column: string; first: string; later: string; written: string[] };

/** Fills an empty database with the demo as of before the keys, and with records that fall together by them. */
export async function plantCollisions(
  client: pg.Client,
  ownerUrl: string,
  password: string,
): Promise<Collision[]> {
  await restoreDump(client, path.join(import.meta.dirname, 'baseline.dump.gz'));
  const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-earlier-'));
  const isEarlier = (file: string) => !/^\d{4}-/.test(path.basename(file)) || path.basename(file) < '0071.';
  cpSync(migrationsDirectory, directory, { recursive: true, filter: isEarlier });
  await migrate(ownerUrl, directory);
  rmSync(directory, { recursive: true });
  const hash = await hashPassword(password);
  const people = { password_hash: hash, password_is_initial: false };
  const [student, person] = ['students', "staff where role = 'receiver' and disabled_at is null"];
  const plan: [of: string, column: string, written: [string, string], own: object][] = [
    [
      student,
      'registration_number',
      ['PL-24/0017', 'PL\u201124/\u0966\u0966\u0967\u0ced'],
      { exam_roll_number: null },
    ],
    [student, 'exam_roll_number', ['XR 240017', 'XR\u00a0\u200b240017'], {}],
    [person, 'email', ['kavya-rao@dikshant.example', 'kavya\u2011rao@dikshant.example'], people],
  ];
  const planted: Collision[] = [];
  for (const [of, column, written, own] of plan) {
    const table = of.split(' ')[0]!;
    const { rows } = await client.query<{ id: string }>(`select id from ${of} order by id limit 1`);
    const ids: string[] = [];
    for (const [index, text] of written.entries()) {
      const other = table === 'students' && { registration_number: `PLANTED${index}` };
      const changes = { ...other, ...own, created_at: new Date(), [column]: text };
      ids.push(await copyRow(client, table, { id: rows[0]!.id, changes }));
    }
    planted.push({ table, column, written, first: ids[0]!, later: ids[1]! });
  }
  return planted;
}
