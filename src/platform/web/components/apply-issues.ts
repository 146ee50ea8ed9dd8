import type { Issue } from './read-error.ts';

/** What it needs of a form; any form of @mantine/form will do. */
export type IssueTarget = {
  getValues: () => unknown;
  setErrors: (errors: Record<string, string>) => void;
};

/** Puts the server's issues onto their fields and returns the sentences of those that belong to none. */
export function applyIssues(form: IssueTarget, issues: readonly Issue[]): string[] {
  const onFields: Record<string, string> = {};
  const elsewhere: string[] = [];
  const values = form.getValues();
  for (const issue of issues) {
    const steps = typeof issue.path === 'string' ? issue.path.split('.') : issue.path.map(String);
    const field = steps.join('.');
    if (field !== '' && hasField(values, steps)) onFields[field] ??= issue.message;
    else elsewhere.push(issue.message);
  }
  form.setErrors(onFields);
  return elsewhere;
}

function hasField(values: unknown, steps: readonly string[]): boolean {
  let level = values;
  for (const step of steps) {
    if (level === null || typeof level !== 'object' || !Object.hasOwn(level, step)) return false;
    level = (level as Record<string, unknown>)[step];
  }
  return true;
}
