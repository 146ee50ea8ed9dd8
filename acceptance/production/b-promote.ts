import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Cluster } from './b-cluster.ts';
import { runLine, type Said } from './b-command.ts';
import { documented, fillIn, operationsDocument, scalingDocument } from './b-document.ts';

// "One documented command promotes, fencing first"; "A dead standby: commits wait …, the documented command frees them". Open: the
// commands and what they want to know. Words in capitals that speak of the old or the new server get its address; a word that
// speaks of fencing gets a script that stops the old server, however often it is called. Adapt the pattern, not the demand.

const files = [scalingDocument, operationsDocument];

/** Stops the old server as a power switch does; well also when it is dead. */
function fenceOf({ folder, primary }: Cluster['servers']): string {
  const file = path.join(folder, 'fence.sh');
  const pid = `$(head -1 '${primary.directory}/postmaster.pid' 2>/dev/null)`;
  writeFileSync(
    file,
    `#!/bin/sh\np=${pid}\n[ -n "$p" ] && kill -QUIT "$p" 2>/dev/null\nwhile [ -n "$p" ] && kill -0 "$p" 2>/dev/null; do sleep 0.1; done\nexit 0\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

function known({ servers }: Cluster, fence?: string): [RegExp, string][] {
  const { primary, standby, port } = servers;
  return [
    [/FENC/, fence ?? fenceOf(servers)],
    [/(OLD|PRIMARY).*PORT/, String(primary.port)],
    [/(NEW|STANDBY).*PORT/, String(standby.port)],
    [/(OLD|PRIMARY).*(DATA|DIR)/, primary.directory],
    [/(NEW|STANDBY).*(DATA|DIR)/, standby.directory],
    [/OLD|PRIMARY/, servers.urlOf(primary)],
    [/NEW|STANDBY/, servers.urlOf(standby)],
    [/PROXY/, String(port)],
    [/OWNER|URL/, servers.urlOf(standby)],
    [/HOST|ADDRESS/, '127.0.0.1'],
  ];
}

function environment(cluster: Cluster): Record<string, string> {
  const { servers, env, site } = cluster;
  return {
    ...env,
    DATA_DIRECTORY: site.university.directory,
    PGPASSWORD: servers.password,
    PGUSER: 'postgres',
    PGDATABASE: 'postgres',
    PGHOST: '127.0.0.1',
  };
}

export function promote(cluster: Cluster, { fence }: { fence?: string } = {}): Promise<Said> {
  const command = documented(/^(?!.*\bfree\b).*\bpromote/i, files);
  return runLine(fillIn(command, { others: known(cluster, fence) }), environment(cluster), { minutes: 1 });
}

/** Commits wait for a standby that is dead: the primary is told to wait for none. */
export function freeCommits(cluster: Cluster): Promise<Said> {
  const command = documented(
    /synchronous_standby_names|standby.*(free|without|detach|off)|(free|without|detach).*standby/i,
    files,
  );
  const primary = known(cluster).map(([like, value]): [RegExp, string] =>
    /OWNER\|URL/.test(like.source) ? [like, cluster.servers.urlOf(cluster.servers.primary)] : [like, value],
  );
  return runLine(
    fillIn(command, { others: primary }),
    { ...environment(cluster), PGPORT: String(cluster.servers.primary.port) },
    { minutes: 1 },
  );
}
