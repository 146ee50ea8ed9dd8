import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Services } from '#platform/server/context.ts';
import type { PoolUse } from '#platform/server/metrics/metrics.ts';
import { keyedHash, type Pepper, peppersOf } from '#platform/server/secrets.ts';
import type { Settings } from '#platform/server/settings.ts';
import type { Installation } from './check.ts';

/** Identifies a portal at `/healthz`, without revealing the secret. */
export function installationId(pepper: Pepper): string {
  return keyedHash(pepper, 'installation').slice(0, 16);
}

/** The installation as seen by a serving process. */
export function ownInstallation({ settings, databaseUrl, peppers, metrics }: Services): Installation {
  return {
    settings,
    faults: [],
    databaseUrl,
    id: installationId(peppers[0]),
    portal: async () => ({ pools: metrics.poolUse() }),
    measure: (name, value, labels = {}) => metrics.gauges[name].set(labels, value),
  };
}

/** The installation as seen by doctor from outside. */
export async function installationFrom(
  settings: Settings,
  { faults, databaseUrl }: Pick<Installation, 'faults' | 'databaseUrl'>,
): Promise<Installation> {
  // There is no file if the setting is used.
  const kept = await readFile(path.join(settings.dataDirectory, 'secret'), 'utf8').catch(() => null);
  const secret = settings.secret ?? kept?.trim() ?? null;
  return {
    settings,
    faults,
    databaseUrl,
    id: secret && installationId(peppersOf(secret, null)[0]),
    portal: () => queryPortal(settings),
    measure: () => {},
  };
}

async function queryPortal({
  host,
  port,
  metricsToken,
}: Settings): Promise<{ pools: PoolUse[] | null } | null> {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const url = `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
  const signal = AbortSignal.timeout(4_000);
  try {
    if (metricsToken === null) {
      await fetch(`${url}/healthz`, { signal });
      return { pools: null };
    }
    const answer = await fetch(`${url}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
      signal,
    });
    return { pools: answer.ok ? poolsIn(await answer.text()) : null };
  } catch {
    return null;
  }
}

function poolsIn(text: string): PoolUse[] {
  const value = (name: string, labels: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name}{${labels}} `))
        ?.split(' ')
        .at(-1) ?? 0,
    );
  return [...text.matchAll(/^dikshant_pool_limit\{kind="(\w+)"\}/gm)].map(([, kind]) => ({
    kind: kind!,
    busy: value('dikshant_pool_connections', `kind="${kind}",state="busy"`),
    idle: value('dikshant_pool_connections', `kind="${kind}",state="idle"`),
    waiting: value('dikshant_pool_waiting', `kind="${kind}"`),
    most: value('dikshant_pool_limit', `kind="${kind}"`),
  }));
}
