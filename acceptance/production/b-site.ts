import { cpSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Ask, ask, type Json, type Person } from '../harness/people.ts';
import { eventually, newDirectory, type Portal, postmasterPid, startPortal } from '../harness/portal.ts';
import { killQuietly, killTree } from '../harness/processes.ts';
import { firstPack, packCommand } from '../set-up/a-packs.ts';
import { codeTo, employAll, emptyUniversity, type Office, type University } from '../set-up/a-university.ts';
import { choicesOf, completeMasters, type Plan, planOf, signProofs, stockOf } from '../set-up/a-walk.ts';
import { backup, newOutside, type Outside, pathOfBackup, restore, type Said } from './b-command.ts';

/** A portal in production that may receive and print, and what stands outside its machine. */
export type Site = {
  university: University;
  office: Office;
  outside: Outside;
  plan: Plan;
  env: Record<string, string>;
  port: number;
  /** The folders that were made meanwhile: `close` removes them. */
  folders: string[];
};

export async function openSite(): Promise<Site> {
  const outside = newOutside();
  const university = await emptyUniversity(outside.env);
  try {
    const imported = packCommand(['import', firstPack()], university);
    if (imported.code !== 0) throw new Error(`npm run pack -- import: ${imported.text}`);
    const office = await employAll(university);
    await completeMasters(university.admin);
    const plan = planOf(await choicesOf(office.receiver));
    const { portal, env } = university;
    const site = {
      university,
      office,
      outside,
      plan,
      env,
      port: portal.port,
      folders: [university.directory],
    };
    await signProofs(office, plan.type);
    // The press goes through one stock, blank after blank, so that the last serial means something.
    await stockOf(office, plan.paper.id, 600);
    return site;
  } catch (error) {
    await university.remove();
    throw error;
  }
}

export function placeOf(site: Site, directory = site.university.directory) {
  return { directory, env: site.env, outside: site.outside };
}

export async function takeBackup(site: Site): Promise<Said> {
  const said = await backup(placeOf(site));
  if (said.code !== 0) throw new Error(`npm run backup ended with ${said.code}:\n${said.text.slice(-3_000)}`);
  const made = pathOfBackup(placeOf(site), said);
  if (made) site.outside.latest = made;
  return said;
}

/** A restore begins a new archive and a new base backup: gives what puts the outside back as it is now. */
export function keepOutside({ outside, folders }: Site): () => void {
  const kept = path.join(`${outside.folder}-kept`, 'outside');
  cpSync(outside.folder, kept, { recursive: true });
  folders.push(kept);
  const { latest } = outside;
  return () => {
    rmSync(outside.folder, { recursive: true, force: true });
    cpSync(kept, outside.folder, { recursive: true });
    if (latest) outside.latest = latest;
    else delete outside.latest;
  };
}

/** The machine is gone: nothing of its processes lives, and nobody can read its data directory but this test. */
export async function loseMachine(site: Site): Promise<string> {
  const { portal } = site.university;
  const postmaster = postmasterPid(portal.directory);
  killTree(portal.child.pid!);
  killTree(postmaster);
  killQuietly(postmaster, 'SIGKILL');
  await eventually(() => portal.exit() !== undefined, { what: 'the end of the portal' });
  const wreck = `${portal.directory}-lost-${Date.now()}`;
  renameSync(portal.directory, wreck);
  return wreck;
}

/** "`npm run restore` onto an empty machine": another data directory, then the portal at the same address. */
export async function restoreSite(site: Site, moment?: Date): Promise<{ said: Said; directory: string }> {
  const directory = newDirectory();
  site.folders.push(directory);
  const said = await restore(placeOf(site, directory), moment);
  if (said.code !== 0)
    throw new Error(`npm run restore ended with ${said.code}:\n${said.text.slice(-3_000)}`);
  return { said, directory };
}

export async function startAt(site: Site, directory: string): Promise<Portal> {
  // One at a time at this address, also where a test has failed before it stopped its own.
  await site.university.portal.stop();
  site.university.directory = directory;
  site.university.portal = await startPortal({
    directory,
    env: site.env,
    port: site.port,
    isDemo: false,
    timeout: 60_000,
  });
  return site.university.portal;
}

/** Everybody signs in anew with their own password: a restore may have ended the sessions. */
export async function returnAll(site: Site): Promise<void> {
  for (const desk of Object.keys(site.office) as (keyof Office)[])
    site.office[desk] = await signInAgain(site, site.office[desk]);
  site.university.admin = site.office.admin;
}

async function signInAgain(site: Site, person: Person): Promise<Person> {
  const { role, email, secret } = person;
  const after = site.university.mails.received.length;
  await site.university.portal.sql('delete from throttles');
  const first = await ask(site.university.portal, 'POST', '/api/sign-in', {
    body: { role, email, password: secret },
  });
  if (first.status !== 200) throw new Error(`sign-in after the restore: ${first.status} ${first.text}`);
  const code = await eventually(() => codeTo(site.university, email, after), {
    within: 30_000,
    what: `a code for ${email} after the restore`,
  });
  const cookies = (headers: Headers) =>
    headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  const second = await ask(
    site.university.portal,
    'POST',
    `/api/sign-in/${first.body.challengeId}/complete`,
    {
      body: { code },
      headers: { cookie: cookies(first.headers) },
    },
  );
  if (second.status !== 200) throw new Error(`code after the restore: ${second.status} ${second.text}`);
  const cookie = cookies(second.headers);
  const request = (method: string, where: string, options: Ask = {}) =>
    ask(site.university.portal, method, where, { ...options, headers: { cookie, ...options.headers } });
  return {
    role,
    email,
    secret,
    cookie,
    staffId: second.body.staffId,
    ask: request,
    get: (where) => request('GET', where),
    async act(method, where, body): Promise<Json> {
      const answer = await request(method, where, { body: body ?? {} });
      if (answer.status !== 200) throw new Error(`${method} ${where}: ${answer.status} ${answer.text}`);
      return answer.body;
    },
  };
}

/** What was written until now is in the archive: a segment is closed, and the archiver has taken it. */
export async function archiveNow(portal: Portal): Promise<void> {
  const [mode] = await portal.sql('select current_setting($1) as mode', ['archive_mode']);
  if (mode!.mode === 'off') throw new Error('The embedded server does not archive: archive_mode is off.');
  await portal.sql('select pg_current_xact_id()');
  const [closed] = await portal.sql('select pg_walfile_name(pg_switch_wal()) as segment');
  await eventually(
    async () => {
      const [row] = await portal.sql('select last_archived_wal as last from pg_stat_archiver');
      return Boolean(row!.last && row!.last.slice(0, 24) >= closed!.segment);
    },
    { within: 90_000, every: 200, what: `segment ${closed!.segment} in the archive` },
  );
}

/** The newest event of the audit log, as an auditor notes it. */
export async function headOf(portal: Portal): Promise<{ sequence: string; hash: string }> {
  const [head] = await portal.sql('select sequence::text as sequence, hash from audit_head');
  return { sequence: head!.sequence, hash: hex(head!.hash) };
}

export function hex(hash: Buffer | string): string {
  return typeof hash === 'string' ? hash.replace(/^\\x/, '') : hash.toString('hex');
}

export async function closeSite(site: Site | undefined): Promise<void> {
  if (!site) return;
  await site.university.remove().catch(() => {});
  for (const folder of site.folders) rmSync(path.dirname(folder), { recursive: true, force: true });
  rmSync(site.outside.folder, { recursive: true, force: true });
}
