const waiting = new Map<string, { running: number; queue: (() => void)[] }>();

/** Waits until fewer than `atOnce` of this kind of work run; the answer gives the turn back. */
export async function takeTurn(kind: string, atOnce: number): Promise<() => void> {
  const turns = waiting.get(kind) ?? { running: 0, queue: [] };
  waiting.set(kind, turns);
  if (turns.running >= atOnce) await new Promise<void>((resolve) => turns.queue.push(resolve));
  else turns.running += 1;
  return () => {
    const next = turns.queue.shift();
    if (next) next();
    else turns.running -= 1;
  };
}
