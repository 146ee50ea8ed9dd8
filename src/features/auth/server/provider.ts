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
    ...(isConfirmation && { prompt: 'login', max_age: String(confirmedWithinSeconds) }),
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
    throw toDomainError(services, error);
  }
}

function toIdentity(claims: openid.IDToken, { trustedAmr }: Provider): Identity {
  const { email, email_verified: isVerified, amr, auth_time: seconds = 0 } = claims;
  if (typeof email !== 'string' || isVerified !== true) throw new UnverifiedEmail();
  return {
    email,
    isCodeTrusted: Array.isArray(amr) && trustedAmr.some((method) => amr.includes(method)),
    provenAt: new Date(seconds * 1_000),
  };
}

class UnverifiedEmail extends Error {}

/** Logs the library's error code, but no tokens, codes or claims. */
function toDomainError({ log }: Services, error: unknown): DomainError {
  log.warn({ why: reasonOf(error) }, 'the answer of the OpenID provider was refused');
  if (error instanceof UnverifiedEmail) return domainError('auth.email_unverified');
  const { error: providerError } = error as { error?: string };
  if (providerError === 'access_denied') return domainError('auth.provider_cancelled');
  return domainError(isOutage(error) ? 'auth.provider_away' : 'auth.provider_refused');
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

function reasonOf(error: unknown): string {
  const { name, code, message } = error as { name: string; code?: string; message: string };
  const { claim, code: deeper } = ((error as Error).cause ?? {}) as { claim?: string; code?: string };
  return [name, code ?? message, deeper, claim].filter(Boolean).join(' ');
}
