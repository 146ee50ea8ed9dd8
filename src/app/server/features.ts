import { type Contract, featureNames } from '#features/features.ts';
import type { Handlers } from '#platform/server/contract-part.ts';
import type { ListExport } from '#platform/server/exports/export-list.ts';
import { exportRoute } from '#platform/server/exports/export-route.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { platformServer } from '#platform/server/platform-server.ts';
import { registerOnServer } from '#platform/server/registered.ts';

const ofFeatures = await Promise.all(
  featureNames.map(async (name): Promise<ServerFeature> => {
    const { server } = await import(`#features/${name}/server/feature.ts`);
    return server;
  }),
);
const all = [platformServer, ...ofFeatures];
registerOnServer(all);

const parts = all.flatMap((feature) => Object.entries(feature.parts ?? {}));

/** Every operation of the contract with its handler. */
export const router = Object.fromEntries(parts.map(([name, part]) => [name, part.router])) as {
  [Part in keyof Contract]: Handlers<Contract[Part]>;
};

/** Every list that can be exported as a file. */
export const listExports = parts.flatMap(([, part]): readonly ListExport[] => part.exports);

/** Every route that transfers bytes; the counterpart of `router`. */
export const byteRoutes = [...all.flatMap(({ routes = [] }) => routes), ...listExports.map(exportRoute)];

export const movedPaths = all.flatMap(({ moved = {} }) => Object.entries(moved));

export const jobs = all.flatMap((feature) => feature.jobs ?? []);
export const purges = all.flatMap((feature) => feature.purges ?? []);
export const checks = all.flatMap((feature) => feature.checks ?? []);
export const workerStarts = all.flatMap(({ whenWorkerStarts }) => whenWorkerStarts ?? []);
