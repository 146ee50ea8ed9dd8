import { domainErrors, endpoints } from './endpoints.ts';
import type { FuzzReport } from './fuzz.ts';

/** Errors that only a crowd meets; the tests of those routes bring one. */
const needsCrowd = new Set(['exports.too_many', 'changes.too_many']);
/** A portal has passwords or a provider; the tests of the provider have the other one. */
const needsProvider = /^auth\.(start|complete)ProviderSignIn$/;
/** Where there are passkeys these refuse nobody but a crowd. */
const refusesCrowdOnly = /^auth\.startPasskey/;
const needsTwo = /^(GET|POST) /;

/** What the fuzzer did not get to see: endpoints without a success, or without any of the errors that they declare. */
export function gapsOf({ coverage }: FuzzReport): string[] {
  return endpoints.flatMap((endpoint) => {
    const { name, path } = endpoint;
    if (path === '/changes' || needsProvider.test(name)) return [];
    const { succeeded, domainErrors: met } = coverage.get(name)!;
    const expected = domainErrors(endpoint).filter((code) => !needsCrowd.has(code));
    const isByteRoute = needsTwo.test(name);
    return [
      ...(succeeded === 0 ? [`${name} never succeeded`] : []),
      ...(expected.length > 0 && met.size === 0 && !isByteRoute && !refusesCrowdOnly.test(name)
        ? [`${name} never met one of ${expected.join(', ')}`]
        : []),
    ];
  });
}

/** A summary for the log: the seed that repeats it, the counts, and the coverage of each endpoint. */
export function describeReport(report: FuzzReport): string {
  const { seed, sent, reached, byStatus, coverage } = report;
  const share = ((100 * reached) / sent).toFixed(1);
  const statuses = [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`);
  const rows = [...coverage].map(
    ([name, { sent: asked, succeeded, domainErrors }]) =>
      `  ${name.padEnd(46)} ${String(asked).padStart(6)} sent ${String(succeeded).padStart(6)} ok  ${[...domainErrors].join(' ')}`,
  );
  return [
    `seed ${seed}: ${sent} requests, ${reached} (${share} %) reached a handler`,
    statuses.join(', '),
    ...rows,
  ].join('\n');
}
