import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MailServer } from '../harness/mail-server.ts';
import { databasePort, newDirectory, type Portal } from '../harness/portal.ts';
import { createAdmin, employAll, firstSignIn, type University } from '../set-up/a-university.ts';
import { completeMasters, walk } from '../set-up/a-walk.ts';

/** A portal that a unit, an image or another command has started: its first administrator and one walk through the lifecycle. */
export async function emptyUniversityAt(portal: Portal, mails: MailServer, env: Record<string, string>) {
  // Commands of this machine find the server by its address: its processes are those of other namespaces.
  const password = readFileSync(path.join(portal.directory, 'postgres/password'), 'utf8').trim();
  const owner = `postgres://postgres:${password}@127.0.0.1:${databasePort(portal.directory)}/postgres`;
  const university: University = {
    portal,
    mails,
    env: { ...env, DATABASE_OWNER_URL: owner },
    directory: newDirectory(),
    admin: undefined as never,
    async restart() {},
    async remove() {},
  };
  const made = createAdmin(university);
  university.admin = await firstSignIn(university, 'admin', made.email, made.secret);
  return {
    university,
    async walkOnce() {
      const office = await employAll(university);
      await completeMasters(university.admin);
      return walk(university, office);
    },
  };
}
