import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { v7 as uuid } from 'uuid';
import { createApp } from '#app/server/app.ts';
import { startWorker } from '#app/server/jobs.ts';
import { registerDemoRoutes } from '#dev/demo-routes.ts';
import { hashPassword } from '#features/auth/server/passwords.ts';
import { openSession } from '#features/auth/server/sessions.ts';
import { type Contract, contract } from '#features/features.ts';
import type { Actor, Services } from '#platform/server/context.ts';
import { openServices } from '#platform/server/services.ts';
import { readSettings } from '#platform/server/settings.ts';
import type { Role } from '#shared/roles.ts';

type Api = JsonifiedClient<ContractRouterClient<Contract, { idempotencyKey?: string }>>;

/** Somebody who asks the portal over real HTTP, with their session or without one. */
export type Caller = {
  api: Api;
  /** A plain request with the caller's cookie, for what the typed client does not say; to another server if named. */
  fetch(path: string, init?: RequestInit, server?: string): Promise<Response>;
};
export type StaffCaller = Caller & {
  /** Of the portal that is asked. */
  services: Services;
  actor: Actor;
  email: string;
  /** As a browser would send it, for one that is to be this person's. */
  cookie: string;
};

export type Portal = {
  services: Services;
  url: string;
  ownerUrl: string;
  anonymous: Caller;
  /** Adds a person of this role, who has a session but no password; a college code bounds them to that college. */
  as(role: Role, options?: { collegeId?: string; name?: string }): Promise<StaffCaller>;
  /** One person of each of these roles, in their order. */
  asEach<Roles extends Role[]>(...roles: Roles): Promise<{ [Each in keyof Roles]: StaffCaller }>;
  close(): Promise<void>;
};

/** With `worker` the portal also carries out its jobs. */
export type PortalOptions = { worker?: boolean; env?: Record<string, string> };

const working = new WeakSet<Services>();

/** Whether a portal carries out its jobs by itself. */
export function hasWorker(services: Services): boolean {
  return working.has(services);
}

/** Opens the whole portal on a port of its own, over this database, which it drops in the end. */
export async function openPortal(
  database: { url: string; ownerUrl: string; drop(): Promise<void> },
  options: PortalOptions,
): Promise<Portal> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'dikshant-portal-'));
  const settings = readSettings({
    DEMO: 'true',
    PORT: '0',
    DATA_DIRECTORY: dataDirectory,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    SECRET: 'x'.repeat(32),
    ...options.env,
  });
  const { services, close } = await openServices(settings, database.url);
  const worker = options.worker ? await startWorker(services) : null;
  if (worker) working.add(services);
  const app = await createApp(services, { registerRoutes: registerDemoRoutes });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const as: Portal['as'] = (role, person = {}) => signInAs({ services, url, role, ...person });
  return {
    services,
    url,
    ownerUrl: database.ownerUrl,
    anonymous: callerOf(url, ''),
    as,
    asEach: async <Roles extends Role[]>(...roles: Roles) =>
      (await Promise.all(roles.map((role) => as(role)))) as { [Each in keyof Roles]: StaffCaller },
    close: async () => {
      await app.close();
      await worker?.stop();
      await close();
      await database.drop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

let passwordHash: Promise<string> | undefined;

type NewPerson = { services: Services; url: string; role: Role; collegeId?: string; name?: string };

async function signInAs({ services, url, role, collegeId, name }: NewPerson): Promise<StaffCaller> {
  // Of a password that nobody knows.
  passwordHash ??= hashPassword(uuid());
  const id = uuid();
  const email = `${role}-${id.slice(-8)}@dikshant.example`;
  const actorName = name ?? `${role} ${id.slice(-4)}`;
  await services.db
    .insertInto('staff')
    .values({
      id,
      role,
      name: actorName,
      email,
      college_id: collegeId ?? null,
      password_hash: await passwordHash,
      password_is_initial: false,
    })
    .execute();
  const provenAt = null;
  const token = await openSession(services.db, { staffId: id, ip: '127.0.0.1', userAgent: 'node', provenAt });
  const cookie = `session=${token}`;
  return {
    ...callerOf(url, cookie),
    services,
    email,
    cookie,
    actor: {
      id,
      name: actorName,
      role,
      scope: { collegeId: collegeId ?? null },
      mustChangePassword: false,
      mustEnrolAuthenticator: false,
      isFreshlyAuthenticated: true,
    },
  };
}

/** The newest mail to this person. */
export function newestMail({ db }: Services, email: string) {
  return db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('recipient', '=', email.toLowerCase())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** The one-time code of that mail. */
export async function newestCode(services: Services, email: string): Promise<string> {
  return /^\s*(\d{4,8})\s*$/m.exec((await newestMail(services, email)).body)![1]!;
}

/** With `send` every request goes through it instead of going out at once. */
export function callerOf(
  url: string,
  cookie: string,
  send: typeof fetch = (target, init) => fetch(target, init),
): Caller {
  const link = new OpenAPILink<{ idempotencyKey?: string }>(contract, {
    url: `${url}/api`,
    headers: ({ context }) => ({
      cookie,
      ...(context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
    }),
    fetch: async (request, init) => {
      // An empty body has a type too: mutations are refused without one.
      if (request.method !== 'GET') request.headers.set('content-type', 'application/json');
      const response = await send(request, init);
      const headers = new Headers(response.headers);
      if (headers.get('content-type')?.startsWith('application/problem+json'))
        headers.set('content-type', 'application/json');
      return new Response(response.body, { status: response.status, headers });
    },
    customErrorResponseBodyDecoder: (body, response) => {
      const problem = body as { code: string; detail: string; data?: unknown };
      return new ORPCError(problem.code, {
        status: response.status,
        message: problem.detail,
        data: problem.data,
      });
    },
  });
  return {
    api: createORPCClient(link),
    fetch: (path, init = {}, server = url) =>
      send(`${server}${path}`, {
        ...init,
        headers: { cookie, ...(init.headers as Record<string, string>) },
      }),
  };
}
