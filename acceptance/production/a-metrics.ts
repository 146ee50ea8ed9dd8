import type { Portal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { settingIfAny } from './a-settings.ts';

// Prometheus text as a monitor reads it.

export type Sample = { name: string; labels: Record<string, string>; value: number; key: string };
export type Family = { name: string; type: string; help: string; samples: Sample[] };

/** Where the document names a word that guards /metrics, the portal is given one and it is sent along. */
const token = letters(40);
const guard = settingIfAny(/METRICS/, /TOKEN|SECRET|PASSWORD|KEY/);
export const metricsSettings: Record<string, string> = guard ? { [guard]: token } : {};

export async function scrape(portal: Pick<Portal, 'url'>): Promise<Response> {
  return fetch(`${portal.url}/metrics`, {
    headers: guard ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(15_000),
  });
}

export async function samplesOf(portal: Pick<Portal, 'url'>): Promise<Sample[]> {
  const answer = await scrape(portal);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`/metrics answers ${answer.status}: ${text.slice(0, 200)}`);
  return parseMetrics(text).flatMap(({ samples }) => samples);
}

/** Strict: a line that is neither comment nor sample is a fault of the text, with its number. */
export function parseMetrics(text: string): Family[] {
  const families = new Map<string, Family>();
  const familyOf = (name: string) => {
    const own = families.get(name);
    if (own) return own;
    const base = families.get(name.replace(/_(bucket|sum|count)$/, ''));
    if (base && /histogram|summary/.test(base.type)) return base;
    const made = { name, type: '', help: '', samples: [] };
    families.set(name, made);
    return made;
  };
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const comment = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*)(?: (.*))?$/.exec(line);
    if (comment) {
      const family = familyOf(comment[2]!);
      if (comment[1] === 'HELP') family.help = comment[3] ?? '';
      else family.type = comment[3] ?? '';
      return;
    }
    if (line.startsWith('#')) return;
    const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/.exec(line);
    if (!sample) throw new Error(`/metrics, line ${index + 1} is no Prometheus text: ${line}`);
    const [, name = '', labels = '', value = ''] = sample;
    familyOf(name).samples.push({
      name,
      labels: labelsOf(labels),
      value: numberOf(value),
      key: line.replace(/\s+\S+$/, ''),
    });
  });
  return [...families.values()];
}

function labelsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([a-zA-Z_]\w*)="((?:\\.|[^"\\])*)"/g)].map(([, name, value]) => [name, value]),
  );
}

function numberOf(text: string): number {
  if (/^[+-]?Inf$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return text === 'NaN' ? Number.NaN : Number(text);
}

export function listed(samples: Sample[]): string {
  return samples.map(({ key, value }) => `${key} ${value}`).join('\n') || 'no sample';
}
