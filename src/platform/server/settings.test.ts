import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const production = {
  PUBLIC_URL: 'https://certificates.vishwavidya.example',
  SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.vishwavidya.example',
  MAIL_FROM: 'office@vishwavidya.example',
};

describe('settings', () => {
  test('of production are taken', () => {
    expect(readSettings(production)).toMatchObject({ demo: false, services: { web: true, worker: true } });
  });

  test.each([
    ['worker', { web: false, worker: true }],
    [' web , worker ', { web: true, worker: true }],
  ])("SERVICES '%s' says what runs", (SERVICES, services) => {
    expect(readSettings({ ...production, SERVICES })).toMatchObject({ services });
  });

  test.each(['wbe', '', 'web,', 'web worker'])("SERVICES '%s' is refused", (SERVICES) => {
    expect(() => readSettings({ ...production, SERVICES })).toThrow(
      /SERVICES.*has to be web, worker or both/,
    );
  });

  test.each([
    'https://certificates.vishwavidya.example',
    'http://192.168.1.20:3000',
    'http://localhost.example',
  ])('demo mode refuses the public address %s', (PUBLIC_URL) => {
    expect(() => readSettings({ DEMO: 'true', PUBLIC_URL })).toThrow(
      /PUBLIC_URL: demo mode is for this machine only/,
    );
  });

  test.each(['everybody', '10.0.0.0/33', '10.0.0.1,', 'true', '10.0.0.1/8/8', '::1/129'])(
    "TRUST_PROXY '%s' is refused by its name",
    (TRUST_PROXY) => {
      expect(() => readSettings({ ...production, TRUST_PROXY })).toThrow(
        /TRUST_PROXY: has to be IP addresses/,
      );
    },
  );

  test('TRUST_PROXY takes addresses and networks', () => {
    const TRUST_PROXY = '127.0.0.1, 172.16.0.0/12, fd00::/8, ::1, loopback';
    expect(readSettings({ ...production, TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY);
  });

  test.each(['ftp://certificates.vishwavidya.example', 'certificates.vishwavidya.example', ''])(
    "PUBLIC_URL '%s' is refused by its name",
    (PUBLIC_URL) => {
      expect(() => readSettings({ ...production, PUBLIC_URL })).toThrow(/PUBLIC_URL: has to be an address/);
    },
  );

  test('of signing on belong together, and every fault is named', () => {
    const provider = {
      OIDC_ISSUER: 'https://login.vishwavidya.example',
      OIDC_CLIENT_ID: 'dikshant',
      OIDC_CLIENT_SECRET: 'x',
    };
    expect(readSettings({ ...production, ...provider, OIDC_TRUSTED_AMR: 'mfa, hwk' }).provider).toMatchObject(
      {
        issuer: provider.OIDC_ISSUER,
        trustedAmr: ['mfa', 'hwk'],
      },
    );
    // Unless it is named, no way of signing in takes the place of the code.
    expect(readSettings({ ...production, ...provider }).provider?.trustedAmr).toEqual([]);
    expect(readSettings(production)).toMatchObject({ provider: null, passkeys: false });
    for (const [settings, fault] of [
      [{ OIDC_ISSUER: provider.OIDC_ISSUER }, /OIDC_CLIENT_ID: needed.*\n.*OIDC_CLIENT_SECRET: needed/],
      [{ OIDC_CLIENT_SECRET: 'x' }, /OIDC_ISSUER: needed with OIDC_CLIENT_SECRET/],
      [{ OIDC_TRUSTED_AMR: 'mfa' }, /OIDC_ISSUER: needed with OIDC_TRUSTED_AMR/],
      [{ ...provider, OIDC_ISSUER: 'http://login.example' }, /OIDC_ISSUER: has to start with https/],
      [{ PASSKEYS: 'true', PUBLIC_URL: 'https://10.0.0.1' }, /PASSKEYS: needs a PUBLIC_URL with a name/],
      [{ PASSKEYS: 'true', PUBLIC_URL: 'https://[::1]' }, /PASSKEYS: needs a PUBLIC_URL with a name/],
    ] as const)
      expect(() => readSettings({ ...production, ...settings })).toThrow(fault);
  });

  test('are all named at once, wrong ones and missing ones', () => {
    const wrong = () => readSettings({ SECRET: 'short', PORT: 'high', SERVICES: 'wbe', LOG_LEVEL: 'info' });
    for (const name of ['SECRET', 'PORT', 'SERVICES', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'])
      expect(wrong).toThrow(new RegExp(`^  ${name}: `, 'm'));
    expect(readSettings({ DEMO: 'true' }).mailFrom).toContain('@');
  });

  test('of an object store belong together', () => {
    const store = { S3_BUCKET: 'dikshant', S3_ACCESS_KEY: 'x', S3_SECRET_KEY: 'y' };
    expect(readSettings({ ...production, ...store }).objectStore).toMatchObject({ bucket: 'dikshant' });
    expect(readSettings(production).objectStore).toBeNull();
    for (const [settings, fault] of [
      [{ S3_BUCKET: 'dikshant' }, /S3_ACCESS_KEY: needed.*\n.*S3_SECRET_KEY: needed/],
      [{ S3_ACCESS_KEY: 'x' }, /S3_BUCKET: needed with S3_ACCESS_KEY/],
      [{ ...store, S3_BUCKET: 'No Bucket' }, /S3_BUCKET: has to be the name of a bucket/],
      [{ ...store, S3_ENDPOINT: 'http://store.example' }, /S3_ENDPOINT: has to start with https/],
    ] as const)
      expect(() => readSettings({ ...production, ...settings })).toThrow(fault);
  });

  test('a direct URL is that of an external server', () => {
    const DATABASE_DIRECT_URL = 'postgres://dikshant@primary/portal';
    expect(() => readSettings({ ...production, DATABASE_DIRECT_URL })).toThrow(/DATABASE_URL: needed with/);
    expect(
      readSettings({ ...production, DATABASE_URL: 'postgres://dikshant@pooler/portal', DATABASE_DIRECT_URL }),
    ).toMatchObject({ databaseDirectUrl: DATABASE_DIRECT_URL });
  });

  test('demo mode takes an address of this machine', () => {
    for (const PUBLIC_URL of ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])
      expect(readSettings({ DEMO: 'true', PUBLIC_URL }).demo).toBe(true);
  });
});
