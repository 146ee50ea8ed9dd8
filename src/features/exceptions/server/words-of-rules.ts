import { labelIn } from '#features/audit/columns.ts';
import { answers } from '#platform/server/answers.ts';
import type { Db } from '#platform/server/db/database.ts';
import { readerOf } from '#platform/server/db/scope.ts';
import type { Parts, Rule } from '#platform/server/exceptions/rule.ts';
import { registered } from '#platform/server/registered.ts';
import type { Language } from '#shared/languages.ts';
import { translateLabel } from '#shared/translate-label.ts';
import type { Limit } from '../contract.ts';

/** English for the portal itself. */
export async function languageOfReader(db: Db): Promise<Language> {
  const reader = readerOf(db);
  return reader === null ? 'en' : answers.languageOfPerson(db, reader);
}

export function ruleNamed(name: string): Rule | undefined {
  return registered.rules.find((rule) => rule.name === name);
}

/** Its title; a rule of a later version is shown by its name. */
function titleOf(name: string): string {
  return translateLabel(ruleNamed(name)?.title ?? labelIn({}, name));
}

/** What a rule says of a hit; its title, if an earlier version wrote parts that it does not understand. */
export function sentenceOf(name: string, parts: unknown): string {
  try {
    return ruleNamed(name)?.sentence(parts as Parts) ?? titleOf(name);
  } catch {
    return titleOf(name);
  }
}

/** Limits of a rule, by their names, in words. */
export function limitsInWords(rule: string, values: Readonly<Record<string, number>>): Limit[] {
  const known = ruleNamed(rule)?.limits;
  return Object.entries(values).map(([name, value]) => ({
    ...{ rule, title: titleOf(rule), name, value },
    label: translateLabel(known?.[name]?.label ?? labelIn({}, name)),
  }));
}
