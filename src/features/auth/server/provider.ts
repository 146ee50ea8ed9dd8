import * as openid from 'openid-client';
import type { Services } from '#platform/server/context.ts';
import { type DomainError, domainError } from '#platform/server/domain-error.ts';
import type { Settings } from '#platform/server/settings.ts';
import { paths } from '#shared/paths.ts';
import { secretOf } from './sign-on-attempts.ts';

type Provider = NonNullable<Settings['provider']>;

/** A person is waiting, so the provider gets this many seconds per request. */
const secondsToAnswer = 3;
/** An older confirmation may be somebody else's; as long as a session counts as fresh. */
const confirmedWithinSeconds = 600;

/** The person that the provider identified. */
export type Identity = {
  email: string;
  /** Authenticated by a method that the settings trust as much as the portal's own code. */
  isCodeTrusted: boolean;
  /** When the person last authenticated; the epoch if the provider does not say. */
  provenAt: Date;
};

export function providerOf({ settings }: Services): Provider {
  if (!settings.provider) throw domainError('auth.no_provider');
  return settings.provider;
}

const found = new WeakMap<Provider, Promise<openid.Configuration>>();

/** The provider's discovery document, fetched once. */
async function configurationOf(services: Services): Promise<openid.Configuration> {
  const provider = providerOf(services);
  const configuration = found.get(provider) ?? discover(provider);
  found.set(provider, configuration);
  try {
    return await configuration;
  } catch (error) {
    found.delete(provider);
    services.log.warn({ why: reasonOf(error) }, 'the OpenID provider does not say how to sign in');
    throw domainError('auth.provider_away');
  }
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<openid.Configuration> {
  const isPlain = issuer.startsWith('http://');
  const configuration = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: secondsToAnswer,
    // The settings allow plain HTTP on this machine only.
    ...(isPlain && { execute: [openid.allowInsecureRequests] }),
  });
  configuration.timeout = secondsToAnswer;
  // Otherwise the signature of a token from the token endpoint is not checked (OpenID Connect Core, section 3.1.3.7,
  // 6).
  openid.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** The portal's page to which the provider redirects back. */
function backOf({ settings }: Services): URL {
  return new URL(`${settings.publicUrl}${paths.signInWithProvider}`);
}

/** The provider's address for signing in. */
export async function addressAtProvider(
  services: Services,
  token: string,
  isConfirmation: boolean,
): Promise<string> {
  const configuration = await configurationOf(services);
  const verifier = secretOf(services, token, 'verifier');
  return openid.buildAuthorizationUrl(configuration, {
    redirect_uri: backOf(services).href,
    scope: 'openid email',
    state: secretOf(services, token, 'state'),
    nonce: secretOf(services, token, 'nonce'),
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isConfirmation && {
      prompt: 'login',
      max_age: String(confirmedWithinSeconds),
      // Google sends it only to who asks for it so (OpenID Connect Core, section 5.5).
      claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }),
    }),
  }).href;
}

/** Exchanges the answer's code for the signed identity; refuses an answer to any other attempt. */
export async function identityIn(
  services: Services,
  { answer, token, isConfirmation }: { answer: string; token: string; isConfirmation: boolean },
): Promise<Identity> {
  const configuration = await configurationOf(services);
  const address = backOf(services);
  address.search = answer;
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, address, {
      expectedState: secretOf(services, token, 'state'),
      expectedNonce: secretOf(services, token, 'nonce'),
      pkceCodeVerifier: secretOf(services, token, 'verifier'),
      idTokenExpected: true,
      ...(isConfirmation && { maxAge: confirmedWithinSeconds }),
    });
    return toIdentity(tokens.claims()!, providerOf(services));
  } catch (error) {
    throw toDomainError(services, error, isConfirmation);
  }
}

function toIdentity(claims: openid.IDToken, { trustedAmr, verifiedClaim }: Provider): Identity {
  const { email, amr, auth_time: seconds = 0 } = claims;
  if (typeof email !== 'string') throw new UnverifiedEmail(missing('email'));
  const verified = claims[verifiedClaim];
  if (verified === undefined) throw new UnverifiedEmail(missing(verifiedClaim));
  if (!vouching.has(verified))
    throw new UnverifiedEmail(`the claim ${verifiedClaim} is ${inWords(verified)}`);
  return {
    email,
    isCodeTrusted: Array.isArray(amr) && trustedAmr.some((method) => amr.includes(method)),
    provenAt: new Date(seconds * 1_000),
  };
}

/** As providers and their claim mappings write it. */
const vouching = new Set<unknown>([true, 'true', 1, '1']);

class UnverifiedEmail extends Error {}

function missing(claim: string): string {
  return `the identity token has no claim ${claim}`;
}

/** A value that says no; any other text may name a person. */
function inWords(value: unknown): string {
  return [false, 'false', 0, '0', null].includes(value as null) ? String(value) : 'neither true nor false';
}

/** Logs why, but no tokens, codes or addresses. */
function toDomainError({ log }: Services, error: unknown, isConfirmation: boolean): DomainError {
  const why =
    isConfirmation && lacksAuthTime(error)
      ? `${missing('auth_time')}, which an act that opens an account needs`
      : reasonOf(error);
  log.warn({ why }, 'the answer of the OpenID provider was refused');
  if (error instanceof UnverifiedEmail) return domainError('auth.email_unverified');
  const { error: providerError } = error as { error?: string };
  if (providerError === 'access_denied') return domainError('auth.provider_cancelled');
  return domainError(isOutage(error) ? 'auth.provider_away' : 'auth.provider_refused');
}

/** The library names the claim in its message only, but hands over the claims. */
function lacksAuthTime(error: unknown): boolean {
  const { code, cause } = error as {
    code?: string;
    cause?: { cause?: { claims?: { auth_time?: number | null } } };
  };
  const claims = cause?.cause?.claims;
  return code === 'OAUTH_INVALID_RESPONSE' && claims !== undefined && (claims.auth_time ?? null) === null;
}

/** Unreachable, timed out, or unable to answer (RFC 6749, section 4.1.2.1). */
function isOutage(error: unknown): boolean {
  const {
    code,
    error: providerError,
    cause,
  } = error as { code?: string; error?: string; cause?: { status?: number } };
  const isServerError = code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && (cause?.status ?? 0) >= 500;
  return (
    error instanceof TypeError ||
    code === 'OAUTH_TIMEOUT' ||
    isServerError ||
    providerError === 'server_error' ||
    providerError === 'temporarily_unavailable'
  );
}

type LibraryError = Error & { code?: string; error?: string };

/** Our own sentence, or the library's code with its innermost words, the HTTP status and the provider's error code. */
function reasonOf(error: unknown): string {
  if (error instanceof UnverifiedEmail) return error.message;
  const { name, code, message, error: providerError = '', cause } = error as LibraryError;
  // Any other cause is what the provider sent.
  const inner = cause instanceof Error ? (cause as LibraryError) : undefined;
  const words = [
    inner?.message || message,
    cause instanceof Response && cause.status,
    providerError.match(/^[a-z_]{1,40}$/)?.[0],
  ];
  return `${code ?? inner?.code ?? name}: ${words.filter(Boolean).join(' ')}`;
}
