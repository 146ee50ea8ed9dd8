import { mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PortalProcess, type ProcessOptions, startPortalProcess } from '#dev/testing/portal-process.ts';

export type OwnPortal = PortalProcess;

/** The demo is filled once: its other portals begin with a copy of this directory. */
export async function fillDemo(): Promise<() => void> {
  const { directory, stop } = await startPortalProcess();
  await stop();
  process.env.E2E_DEMO_DIRECTORY = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

/** A portal with a database of its own, the demo unless the options say otherwise; a journey may let both die. */
export async function startOwnPortal(
  options: Pick<ProcessOptions, 'program' | 'env' | 'port'> = {},
): Promise<OwnPortal> {
  const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-journey-'));
  const hasOwnDatabase = typeof options.env === 'object' && 'DATABASE_URL' in options.env;
  const filled = !options.program && !hasOwnDatabase && process.env.E2E_DEMO_DIRECTORY;
  if (filled) await cp(filled, directory, { recursive: true });
  const portal = await startPortalProcess({ ...options, directory });
  return {
    ...portal,
    close: async () => {
      await portal.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
