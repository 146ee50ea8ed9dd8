import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { eventually, freePort } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { settingsLike } from './b-document.ts';
import { signedFetch } from './b-signed.ts';
import { needTools } from './b-tree.ts';

export type ObjectStore = {
  endpoint: string;
  bucket: string;
  /** The portal's settings for it; their names are those of the documents. */
  settings: Record<string, string>;
  list(): Promise<{ key: string; size: number }[]>;
  digestOf(key: string): Promise<string>;
  remove(key: string): Promise<void>;
  /** The status of a request without a signature. */
  anonymous(key: string): Promise<number>;
  pause(): void;
  resume(): void;
  close(): void;
};

/** Debian's radosgw on one node, asked by requests that are signed here. */
export async function startObjectStore(): Promise<ObjectStore> {
  needTools('radosgw', 'ceph-mon', 'ceph-osd', 'curl');
  const folder = mkdtempSync('/var/tmp/dikshant-objects-');
  const keys = { S3_ACCESS_KEY: `test-${letters(8)}`, S3_SECRET_KEY: letters(32) };
  // The monitor takes the two ports after the gateway's.
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const bucket = `dikshant-${letters(6)}`;
  // Before anything is started: it throws where the documents name no setting.
  const settings = settingsOf({ endpoint, bucket, access: keys.S3_ACCESS_KEY, secret: keys.S3_SECRET_KEY });
  const child: ChildProcess = spawn(
    'sh',
    [path.join(import.meta.dirname, 'b-radosgw.sh'), path.join(folder, 'ceph'), String(port)],
    {
      env: { ...process.env, ...keys },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  let said = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, name);
    } catch {
      // It has ended.
    }
  };
  const close = () => {
    signal('SIGCONT');
    signal('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually(() => /^ready/m.test(said), { within: 120_000, every: 300, what: 'the object store' });
  } catch (error) {
    close();
    throw new Error(`${String(error)}\n${said.slice(-2_000)}`);
  }
  const signer = { access: keys.S3_ACCESS_KEY, secret: keys.S3_SECRET_KEY };
  const signed = (method: string, where: string) =>
    signedFetch(signer, method, `${endpoint}/${bucket}${where}`);
  await signed('PUT', '');
  return {
    endpoint,
    bucket,
    settings,
    async list() {
      const found: { key: string; size: number }[] = [];
      let after = '';
      for (;;) {
        const query = `list-type=2${after ? `&start-after=${encodeURIComponent(after)}` : ''}`;
        const text = (await signed('GET', `?${query}`)).toString();
        const page = [
          ...text.matchAll(
            /<Contents>[\s\S]*?<Key>([^<]+)<\/Key>[\s\S]*?<Size>(\d+)<\/Size>[\s\S]*?<\/Contents>/g,
          ),
        ];
        found.push(...page.map(([, key, size]) => ({ key: key!, size: Number(size) })));
        if (!/<IsTruncated>true/.test(text) || !page.length) return found;
        after = page.at(-1)![1]!;
      }
    },
    async digestOf(key) {
      return createHash('sha256')
        .update(await signed('GET', `/${key}`))
        .digest('hex');
    },
    remove: async (key) => void (await signed('DELETE', `/${key}`)),
    anonymous: async (key) => (await fetch(`${endpoint}/${bucket}/${key}`)).status,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    close,
  };
}

/** "file store on S3 by setting (flydrive)": names are taken from the documents, each gets its value by what it speaks of. */
function settingsOf(of: {
  endpoint: string;
  bucket: string;
  access: string;
  secret: string;
}): Record<string, string> {
  const names = settingsLike(/S3|BUCKET|OBJECT_STORE|^AWS_|^FILES?_STORE/);
  if (!names.some((name) => /BUCKET|URL/.test(name)))
    throw new Error(
      `The documents name no setting of a bucket (S3…, …BUCKET…); they have: ${names.join(', ') || 'none'}.`,
    );
  const values: [RegExp, string][] = [
    [/SECRET/, of.secret],
    [/ACCESS|KEY_ID/, of.access],
    [/BUCKET/, of.bucket],
    [/ENDPOINT/, of.endpoint],
    [/REGION/, 'us-east-1'],
    [/PATH_STYLE/, 'true'],
    [/URL/, `s3://${of.access}:${of.secret}@${new URL(of.endpoint).host}/${of.bucket}`],
    [/FILES?_STORE|DRIVER|KIND/, 's3'],
  ];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values.find(([like]) => like.test(name))?.[1];
      return value ? [[name, value]] : [];
    }),
  );
}
