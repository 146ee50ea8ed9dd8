import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]', '::1'];
const serviceNames = ['web', 'worker'] as const;

/** Whether the framework accepts this as a trusted proxy; its own error would not name the setting. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined ||
    (/^\d+$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** A list such as `web,worker`; a misspelt name would silently start nothing. */
const ServiceNames = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(serviceNames, `has to be ${serviceNames.join(', ')} or both, separated by a comma`)));

const fields = {
  DEMO: flag.default(false),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'has to be an address that starts with https://' })
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => text.split(',').every((one) => isNetwork(one.trim())),
      'has to be IP addresses, or networks such as 10.0.0.0/8, separated by commas',
    )
    .optional(),
  DATA_DIRECTORY: z.string().default('data'),
  BACKUP_DIRECTORY: z.string().optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).optional(),
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  DATABASE_OWNER_URL: z.string().startsWith('postgres').optional(),
  DATABASE_DIRECT_URL: z.string().startsWith('postgres').optional(),
  DATABASE_REPLICA_URL: z.string().optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]+[a-z0-9]$/, 'has to be the name of a bucket')
    .optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  SECRET: z.string().min(32, 'at least 32 characters').optional(),
  SECRET_PREVIOUS: z.string().min(32, 'at least 32 characters').optional(),
  SMTP_URL: z.string().startsWith('smtp').optional(),
  MAIL_FROM: z.string().includes('@', 'has to be a mail address').optional(),
  CHECKPOINT_DIRECTORY: z.string().optional(),
  CHECKPOINT_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, '32 random bytes in base64url')
    .optional(),
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_TRUSTED_AMR: z.string().optional(),
  OIDC_VERIFIED_CLAIM: z.string().min(1, 'has to be the name of a claim').optional(),
  PASSKEYS: flag.default(false),
  MFA_DIGITS: z.coerce.number().int().min(4).max(8).default(4),
  SERVICES: ServiceNames.prefault('web,worker'),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
};
type Environment = { [Name in keyof typeof fields]: z.output<(typeof fields)[Name]> };
type Fault = (name: string, message: string) => void;

/** Faults between settings. */
function faultsOfAll(environment: Environment, fault: Fault): void {
  const isLoopback = loopbackHosts.includes(environment.HOST);
  if (environment.DEMO && !isLoopback) fault('HOST', 'demo mode listens on loopback only');
  if (environment.DEMO && environment.PUBLIC_URL && !isLoopbackUrl(environment.PUBLIC_URL)) {
    fault('PUBLIC_URL', 'demo mode is for this machine only; leave it out, or name localhost');
  }
  faultsOfSignOn(environment, fault);
  faultsOfObjectStore(environment, fault);
  if (environment.DATABASE_DIRECT_URL && !environment.DATABASE_URL)
    fault('DATABASE_URL', 'needed with DATABASE_DIRECT_URL: the embedded server has no pooler');
  if (environment.DEMO) return;
  if (!environment.PUBLIC_URL) fault('PUBLIC_URL', 'needed: the address that is printed into the QR codes');
  if (!environment.SECRET) fault('SECRET', 'needed: at least 32 random characters');
  if (!environment.SMTP_URL) fault('SMTP_URL', 'needed: one-time codes are sent by mail');
  if (!environment.MAIL_FROM) fault('MAIL_FROM', 'needed: the address that mails are sent from');
  if (environment.PUBLIC_URL && !environment.PUBLIC_URL.startsWith('https://') && !isLoopback) {
    fault('PUBLIC_URL', 'has to start with https://, because the session cookie is only sent over it');
  }
}

const namesWithIssuer = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_TRUSTED_AMR',
  'OIDC_VERIFIED_CLAIM',
] as const;

type SignOn = {
  [Name in 'OIDC_ISSUER' | 'PUBLIC_URL' | (typeof namesWithIssuer)[number]]?: string | undefined;
} & { PASSKEYS: boolean };

function faultsOfSignOn(environment: SignOn, fault: Fault): void {
  const { OIDC_ISSUER: issuer, PUBLIC_URL: publicUrl } = environment;
  if (issuer && !issuer.startsWith('https://') && !isLoopbackUrl(issuer))
    fault('OIDC_ISSUER', 'has to start with https://');
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const)
    if (issuer && !environment[name])
      fault(name, 'needed with OIDC_ISSUER: the provider gives it to the portal');
  for (const name of namesWithIssuer)
    if (!issuer && environment[name])
      fault('OIDC_ISSUER', `needed with ${name}: the address of the provider`);
  // WebAuthn binds a passkey to a domain name, which an IP address is not (WebAuthn Level 2, section 5.1.2).
  if (environment.PASSKEYS && publicUrl && /^[\d.]+$|^\[/.test(new URL(publicUrl).hostname))
    fault('PASSKEYS', 'needs a PUBLIC_URL with a name; passkeys are not for numeric addresses');
}

const namesOfKeys = ['S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

type ObjectStoreSettings = {
  [Name in 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | (typeof namesOfKeys)[number]]?: string | undefined;
};

function faultsOfObjectStore(
  environment: ObjectStoreSettings,
  fault: (name: string, message: string) => void,
): void {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = environment;
  // It transfers photos and documents of candidates.
  if (endpoint && !endpoint.startsWith('https://') && !isLoopbackUrl(endpoint))
    fault('S3_ENDPOINT', 'has to start with https://');
  for (const name of namesOfKeys)
    if (bucket && !environment[name]) fault(name, 'needed with S3_BUCKET: the object store gives it');
  for (const name of ['S3_ENDPOINT', ...namesOfKeys] as const)
    if (!bucket && environment[name]) fault('S3_BUCKET', `needed with ${name}: the bucket of the files`);
}

function isLoopbackUrl(url: string): boolean {
  return loopbackHosts.includes(new URL(url).hostname);
}

/** Reads and validates the environment; throws one error that names every fault. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const { settings, faults } = examineSettings(environment);
  if (faults.length > 0)
    throw new Error(`The settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return settings;
}

/**
 * All faults of the environment by setting, and the settings as far as they are valid: an invalid one counts as not
 * set.
 */
export function examineSettings(environment: Record<string, string | undefined>): {
  settings: Settings;
  faults: string[];
} {
  const faults = new Map<string, string>();
  const read = Object.entries(fields).map(([name, field]) => {
    const parsed = field.safeParse(environment[name]);
    if (parsed.success) return [name, parsed.data];
    faults.set(name, parsed.error.issues.map(({ message }) => message).join('; '));
    return [name, field.parse(undefined)];
  });
  const known = Object.fromEntries(read) as Environment;
  faultsOfAll(known, (name, message) => {
    if (!faults.has(name)) faults.set(name, message);
  });
  return { settings: settingsOf(known), faults: [...faults].map(([name, message]) => `${name}: ${message}`) };
}

export const settingNames = Object.keys(fields);

/** The directories, for commands that need no other setting. */
export function readDirectories(environment: { DATA_DIRECTORY?: string; BACKUP_DIRECTORY?: string }): {
  dataDirectory: string;
  backupDirectory: string;
} {
  const dataDirectory = path.resolve(environment.DATA_DIRECTORY ?? 'data');
  const backupDirectory = path.resolve(environment.BACKUP_DIRECTORY ?? path.join(dataDirectory, 'backups'));
  return { dataDirectory, backupDirectory };
}

/** How long base backups are kept; null: forever. */
export function readKeepDays(environment: Record<string, string | undefined>): number | null {
  const parsed = fields.BACKUP_KEEP_DAYS.safeParse(environment.BACKUP_KEEP_DAYS);
  if (!parsed.success) throw new Error('BACKUP_KEEP_DAYS: enter a whole number of days.');
  return parsed.data ?? null;
}

/** The object store of the files; null: files are on the disk. */
export type ObjectStore = {
  /** Null: the AWS endpoint of the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
};

/** The object store of the environment, for commands that need few settings. */
export function readObjectStore(environment: ObjectStoreSettings): ObjectStore | null {
  const { S3_BUCKET: bucket, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = environment;
  if (!bucket) return null;
  return {
    endpoint: S3_ENDPOINT ?? null,
    region: S3_REGION ?? 'us-east-1',
    bucket,
    accessKey: S3_ACCESS_KEY ?? '',
    secretKey: S3_SECRET_KEY ?? '',
  };
}

/** The deployment's settings, from the environment; documented in docs/operations.md. */
export type Settings = ReturnType<typeof settingsOf>;

function settingsOf(read: Environment) {
  return {
    demo: read.DEMO,
    /** Settings of earlier releases that are set and have no effect. */
    ignored: read.DATABASE_REPLICA_URL ? ['DATABASE_REPLICA_URL'] : [],
    host: read.HOST,
    port: read.PORT,
    publicUrl: (read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).replace(/\/$/, ''),
    trustProxy: read.TRUST_PROXY ?? null,
    /** `backupDirectory` is where the embedded server archives, files are copied to and `npm run backup` writes. */
    ...readDirectories(read),
    objectStore: readObjectStore(read),
    databaseUrl: read.DATABASE_URL ?? null,
    databaseOwnerUrl: read.DATABASE_OWNER_URL ?? null,
    /** Bypasses a pooler: for LISTEN, and connections that hold a lock. */
    databaseDirectUrl: read.DATABASE_DIRECT_URL ?? null,
    /** Null in demo mode: a random one is stored in the data directory. */
    secret: read.SECRET ?? null,
    /** The former SECRET: still accepted, never used for anything new. */
    previousSecret: read.SECRET_PREVIOUS ?? null,
    smtpUrl: read.SMTP_URL ?? null,
    mailFrom: read.MAIL_FROM ?? 'Dikshant <no-reply@dikshant.example>',
    /** Where the signed checkpoints of the audit log are written. */
    checkpointDirectory: path.resolve(
      read.CHECKPOINT_DIRECTORY ?? path.join(read.DATA_DIRECTORY, 'checkpoints'),
    ),
    /** Null: one is generated and stored in the data directory. */
    checkpointKey: read.CHECKPOINT_KEY ?? null,
    /** The sign-in provider, which replaces the password; null: none. */
    provider: read.OIDC_ISSUER
      ? {
          issuer: read.OIDC_ISSUER,
          clientId: read.OIDC_CLIENT_ID!,
          clientSecret: read.OIDC_CLIENT_SECRET!,
          /** If its response has one of these `amr` values, no code is needed. */
          trustedAmr: read.OIDC_TRUSTED_AMR?.split(',').map((method) => method.trim()) ?? [],
          /** The claim that says whether the address belongs to the person. */
          verifiedClaim: read.OIDC_VERIFIED_CLAIM ?? 'email_verified',
        }
      : null,
    passkeys: read.PASSKEYS,
    mfaDigits: read.MFA_DIGITS,
    services: { web: read.SERVICES.includes('web'), worker: read.SERVICES.includes('worker') },
    /** The bearer token for `/metrics`; null: no access. */
    metricsToken: read.METRICS_TOKEN ?? null,
    logLevel: read.LOG_LEVEL,
  };
}
