import type { FullConfig } from '@playwright/test';
import { directoryVariable } from './database.ts';
import { fillDemo, startOwnPortal } from './own-portal.ts';

/** Starts the portal of each half, as `npm start` does, on fresh data of the demo; the answer ends them. */
export default async function startPortals({ projects }: FullConfig): Promise<() => Promise<void>> {
  const removeFilled = await fillDemo();
  const ports = projects.map(({ use }) => Number(new URL(use.baseURL!).port));
  const portals = await Promise.all(ports.map((port) => startOwnPortal({ port })));
  for (const { port, directory } of portals) process.env[directoryVariable(port)] = directory;
  return async () => {
    await Promise.all(portals.map((portal) => portal.close()));
    removeFilled();
  };
}
