import { dayInIndia } from '#shared/format.ts';

type Act = {
  at: number;
  carryOut: () => Promise<void>;
  /** Who acts on what; an act without a lane runs alone. */
  lane?: string;
  /** Whether it assigns sequential numbers, which then follow the time of day as well. */
  isNumbered?: boolean;
};

/**
 * The acts of an office, run in chronological order whatever the order of planning, so that numbers, ledger and audit
 * log follow the dates. Acts in the future are omitted.
 */
export class Agenda {
  readonly now: Date;
  /** Latest first, so that the next act is at the end. */
  readonly #acts: Act[] = [];

  constructor(now: Date) {
    this.now = now;
  }

  /**
   * Acts at the same moment run in the order of planning. Consecutive acts of one day that have lanes run in parallel,
   * but one after another within a lane: several people work on several applications.
   */
  at(moment: Date, carryOut: () => Promise<void>, more: Pick<Act, 'lane' | 'isNumbered'> = {}): void {
    const at = moment.getTime();
    if (at > this.now.getTime()) return;
    const place = this.#acts.findLastIndex((act) => act.at > at) + 1;
    this.#acts.splice(place, 0, { ...more, at, carryOut });
  }

  async carryOut(): Promise<void> {
    for (let acts = this.#next(); acts.length > 0; acts = this.#next()) {
      let numbered = Promise.resolve();
      const lanes = new Map<string | undefined, Promise<void>>();
      for (const { lane, isNumbered, carryOut } of acts) {
        const before = [lanes.get(lane), isNumbered && numbered];
        const done = Promise.all(before).then(carryOut);
        lanes.set(lane, done);
        if (isNumbered) numbered = done;
      }
      await Promise.all(lanes.values());
    }
  }

  /** The next act, with those that can run in parallel. */
  #next(): Act[] {
    const first = this.#acts.pop();
    if (!first) return [];
    const acts = [first];
    const isBeside = ({ at, lane }: Act) => lane && dayOf(at) === dayOf(first.at);
    for (let next = this.#acts.at(-1); first.lane && next && isBeside(next); next = this.#acts.at(-1))
      acts.push(this.#acts.pop()!);
    return acts;
  }
}

function dayOf(at: number): string {
  return dayInIndia(new Date(at));
}
