import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { settingsFor, startOpenidProvider } from '#dev/testing/openid-provider.ts';
import { type Portal, startPortal } from '#dev/testing/portal.ts';
import { readSettings } from '#platform/server/settings.ts';
import { addPerson, Browser } from './browser.testing.ts';
import { atProvider, type Going } from './provider.testing.ts';

const provider = await startOpenidProvider();
const env = { ...settingsFor(provider), TRUST_PROXY: 'loopback' };
const byDefault = await startPortal({ env });
const byEdov = await startPortal({ env: { ...env, OIDC_VERIFIED_CLAIM: 'xms_edov' } });
afterAll(async () => {
  await Promise.all([byDefault.close(), byEdov.close()]);
  await provider.close();
});
beforeEach(() => {
  provider.forge = () => undefined;
});

/** Signs somebody in with these claims; the code of the refusal or null, and what the log says of it. */
async function signIn(portal: Portal, claims: Going, change: (email: string) => object = () => ({})) {
  const said: string[] = [];
  vi.spyOn(portal.services.log, 'warn').mockImplementation((line: unknown) => {
    said.push((line as { why: string }).why);
  });
  const person = await addPerson(portal);
  const browser = new Browser(portal);
  const going = { ...claims, ...change(person.email) };
  const { status, body } = await atProvider(provider, portal).signInAtProvider(browser, person, going);
  for (const why of said) {
    expect(why).not.toMatch(/^Error\b|\beyJ|@/);
    expect(why.split(' ').length, why).toBeGreaterThan(3);
  }
  return { code: status === 200 ? null : body.code, said };
}

const none = { email_verified: undefined };
/** As Entra ID sends them: an address by the optional claim, nothing that vouches for it unless asked. */
const entra = { ...none, tid: '72f988bf', oid: '9f4c', ver: '2.0', auth_time: undefined };
const google = { hd: 'university.example', email_verified: true, auth_time: undefined };
const keycloak = { preferred_username: 'asha', acr: '1', typ: 'ID' };

type Row = [what: string, claims: Going, said: string | null];

describe('vouched for by email_verified, unless the settings say another claim', () => {
  test.each<Row>([
    ['Google Workspace', google, null],
    ['Keycloak', { ...keycloak, email_verified: true }, null],
    ['a mapping that writes text', { ...keycloak, email_verified: 'true' }, null],
    ['a mapping that writes a number', { ...keycloak, email_verified: 1 }, null],
    ['a mapping that writes a number as text', { ...keycloak, email_verified: '1' }, null],
    [
      'Keycloak over LDAP without Trust Email',
      { ...keycloak, email_verified: false },
      'the claim email_verified is false',
    ],
    ['Entra ID as it comes', entra, 'the identity token has no claim email_verified'],
    ['text that says false', { ...keycloak, email_verified: 'false' }, 'the claim email_verified is false'],
  ])('%s', async (_what, claims, said) => {
    const answer = await signIn(byDefault, claims);
    expect(answer.code).toBe(said === null ? null : 'auth.email_unverified');
    expect(answer.said).toEqual(said === null ? [] : [expect.stringContaining(said)]);
  });
});

describe('vouched for by xms_edov, where the settings say so', () => {
  test.each<Row>([
    ['Entra ID: true', { ...entra, xms_edov: true }, null],
    ['Entra ID: 1', { ...entra, xms_edov: 1 }, null],
    ['Entra ID: text 1', { ...entra, xms_edov: '1' }, null],
    [
      'Entra ID: a domain that its owner did not prove',
      { ...entra, xms_edov: false },
      'the claim xms_edov is false',
    ],
    ['Entra ID without the optional claim', entra, 'the identity token has no claim xms_edov'],
    // One claim alone vouches.
    ['email_verified beside none', google, 'the identity token has no claim xms_edov'],
  ])('%s', async (_what, claims, said) => {
    const answer = await signIn(byEdov, claims);
    expect(answer.code).toBe(said === null ? null : 'auth.email_unverified');
    expect(answer.said).toEqual(said === null ? [] : [expect.stringContaining(said)]);
  });
});

test('the address is compared without regard to case', async () => {
  expect(await signIn(byDefault, {}, (email) => ({ email: email.toUpperCase() }))).toMatchObject({
    code: null,
  });
});

test.each([['none', undefined]])(
  'a token whose address is %s is refused, whatever else names the person',
  async (_what, email) => {
    const answer = await signIn(byDefault, {}, (preferred_username) => ({ email, preferred_username }));
    expect(answer.code).toBe('auth.email_unverified');
    if (email === undefined) expect(answer.said).toEqual(['the identity token has no claim email']);
  },
);

test.each([undefined, null])('an act that opens an account needs auth_time, not %s', async (auth_time) => {
  const answer = await signIn(byDefault, { confirms: true, auth_time });
  expect(answer.code).toBe('auth.provider_refused');
  expect(answer.said).toEqual([
    expect.stringContaining(
      'the identity token has no claim auth_time, which an act that opens an account needs',
    ),
  ]);
});

test.each([
  ['nonce', { nonce: 'x'.repeat(64) }],
  ['aud', { aud: 'another-portal' }],
  ['exp', { iat: 1_000, exp: 2_000 }],
])('what the library refuses is said with its code and a few words: %s', async (_claim, change) => {
  provider.forge = ({ claims }) => Object.assign(claims, change);
  const { code, said } = await signIn(byDefault, {});
  expect(code).toBe('auth.provider_refused');
  expect(said).toEqual([expect.stringMatching(/\bOAUTH_[A-Z_]+\b/)]);
  expect(said[0]!.replace(/[A-Z_]{3,}/g, '').match(/[a-z]{2,}/g)!.length).toBeGreaterThan(3);
});

test('the setting is refused without a provider', () => {
  const settings = { DEMO: 'true', SECRET: 'x'.repeat(32), OIDC_VERIFIED_CLAIM: 'xms_edov' };
  expect(() => readSettings(settings)).toThrow(/OIDC_ISSUER: needed with OIDC_VERIFIED_CLAIM/);
});

test('the operator’s guide has a table of what each provider sends and what to set', () => {
  const lines = globSync('docs/*.md').flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const rows = lines.filter((line) => line.startsWith('|'));
  for (const [name, claim] of [
    ['Entra ID', 'xms_edov'],
    ['Google Workspace', 'email_verified'],
    ['Keycloak', 'email_verified'],
  ] as const)
    expect(
      rows.some((row) => row.includes(name) && row.includes(claim)),
      name,
    ).toBe(true);
  expect(rows.some((row) => row.includes('`OIDC_VERIFIED_CLAIM`') && row.includes('`email_verified`'))).toBe(
    true,
  );
});
