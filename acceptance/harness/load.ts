import { randomUUID } from 'node:crypto';
import type { Person } from './people.ts';
import { digits, letters } from './random.ts';

export type Load = {
  /** Codes of the colleges whose creation was answered with 200. */
  acknowledged: string[];
  /** How often each status came; 0 where no answer came at all. */
  statuses: Map<number, number>;
  /** Bodies of answers of 500 and more. */
  failures: string[];
};

/**
 * Adds colleges until told to stop, each again with its own idempotency key until it is acknowledged. Ends only when
 * every college that was begun is acknowledged, or after a minute of trying.
 */
export function addColleges(person: Person, writers: number): { load: Load; stop(): Promise<void> } {
  const load: Load = { acknowledged: [], statuses: new Map(), failures: [] };
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      const code = `${letters(5)}${digits(5)}`.toUpperCase();
      const key = randomUUID();
      const began = Date.now();
      for (;;) {
        const status = await once(person, code, key, load);
        load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
        if (status === 200) load.acknowledged.push(code);
        if (status === 200 || (status >= 400 && status < 500 && status !== 429)) break;
        if (isOver && Date.now() - began > 60_000) break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const running = Promise.all(Array.from({ length: writers }, write));
  return {
    load,
    async stop() {
      isOver = true;
      await running;
    },
  };
}

async function once(person: Person, code: string, key: string, load: Load): Promise<number> {
  try {
    const answer = await person.ask('POST', '/api/colleges', {
      body: {
        name: `College ${code}`,
        code,
        contactNumber: `98${digits(8)}`,
        address: '12, Temple Road',
        convocationFee: 700,
      },
      headers: { 'idempotency-key': key },
    });
    if (answer.status >= 500) load.failures.push(answer.text.slice(0, 300));
    return answer.status;
  } catch {
    return 0;
  }
}
