import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = mkdtempSync(path.join(tmpdir(), 'dikshant-copy-'));
afterAll(() => rmSync(root, { recursive: true }));

test.runIf(process.platform === 'linux')(
  'a file whose last part the disk does not take whole is not copied',
  () => {
    const from = path.join(root, 'from');
    writeFileSync(from, Buffer.alloc(2 << 20));
    const program = `import { copyFile } from '${path.resolve(import.meta.dirname, 'copy-file.ts')}';
    await copyFile('${from}', '${from}-copy').then(console.log, ({ code }) => console.log(code));`;
    // In blocks of 512 bytes (POSIX): three quarters of it.
    const limited = ['-c', 'ulimit -f 3072; exec "$@"', 'sh', process.execPath];
    const { stdout, stderr } = spawnSync('sh', [...limited, '--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect(stdout, stderr).toBe('EFBIG\n');
  },
);
