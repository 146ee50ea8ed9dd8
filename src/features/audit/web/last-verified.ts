const key = 'dikshant.verified';

/** What this browser proved last, `at` in ISO 8601; null if nothing. */
export function lastVerified(): { at: string; sequence: number } | null {
  return JSON.parse(localStorage.getItem(key) ?? 'null');
}

export function rememberVerified(sequence: number): void {
  localStorage.setItem(key, JSON.stringify({ at: new Date().toISOString(), sequence }));
}
