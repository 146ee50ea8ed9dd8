const places = new Map<string, number>();

/** Where in the rows this history entry was left, for as long as the page stays loaded. */
export function rememberedPlace(entry: string): number {
  return places.get(entry) ?? 0;
}

export function rememberPlace(entry: string, top: number): void {
  places.set(entry, top);
}
