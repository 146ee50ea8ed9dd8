import { dayInIndia } from '#shared/format.ts';

type Act = {
  at: number;
  carryOut: () => Promise<void>;
  /** Who does it and to what; without one everybody else waits. */
  lane?: string;
  /** It takes the next of some numbers, which rise with the time of day, too. */
  isNumbered?: boolean;
};

/**
 * What an office does, carried out in the order of its days whatever the order in which it was planned: numbers, ledger and
 * audit log then rise with the days. What would come after now has not happened yet and is left out.
 */
export class Agenda {
  readonly now: Date;
  /** The next one last. */
  readonly #acts: Act[] = [];

  constructor(now: Date) {
    this.now = now;
  }

  /**
   * Acts of one moment happen as they were planned. Those of one day that follow each other and have lanes are carried out side
   * by side, one after the other in each lane: several people work on several applications.
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

  /** The next act, with all that can be carried out beside it. */
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
