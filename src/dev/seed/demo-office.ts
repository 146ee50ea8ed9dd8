import type { Actor, RequestContext, Services } from '#platform/server/context.ts';
import { receivePrepared } from '#platform/server/files/receive-file.ts';
import { actingAs } from './acting.ts';
import { Agenda } from './agenda.ts';
import { findDemoActor } from './demo-people.ts';
import { type DemoPerson, demoStaff } from './demo-staff.ts';
import { type Upload, Uploads } from './uploads.ts';

/** Who acts, when, and with which idempotency key. */
export type Act = { by: DemoPerson; at: Date; key: string };

export type DemoCollege = { id: string; code: string; convocationFee: number };

type Versioned =
  | 'applications'
  | 'certificates'
  | 'demand_drafts'
  | 'reprint_requests'
  | 'print_runs'
  | 'deposit_slips';

/** The demo's office: its people and masters, its planned acts, and the results from before an interruption. */
export class DemoOffice {
  readonly services: Services;
  readonly agenda: Agenda;
  readonly uploads: Uploads;
  readonly colleges: ReadonlyMap<string, DemoCollege>;
  readonly courses: ReadonlyMap<string, string>;
  readonly papers: ReadonlyMap<string, string>;
  readonly #people: ReadonlyMap<DemoPerson, Actor>;
  readonly #done: ReadonlyMap<string, object>;

  static async open(services: Services, now: Date): Promise<DemoOffice> {
    return new DemoOffice(services, now, await readOffice(services));
  }

  private constructor(services: Services, now: Date, read: Awaited<ReturnType<typeof readOffice>>) {
    this.services = services;
    this.agenda = new Agenda(now);
    this.uploads = new Uploads(services);
    this.colleges = read.colleges;
    this.courses = read.courses;
    this.papers = read.papers;
    this.#people = read.people;
    this.#done = read.done;
  }

  person(name: DemoPerson): Actor {
    return this.#people.get(name)!;
  }

  /**
   * Runs one command as somebody. If it was done before the seed was interrupted, returns that result, whatever the
   * input would be now.
   */
  async once<Output extends object>(
    { by, at, key }: Act,
    command: (context: RequestContext) => Promise<Output>,
  ): Promise<Output> {
    const done = this.#done.get(key) as Output | undefined;
    return done ?? command(actingAs(this.services, this.person(by), { now: at, key }));
  }

  /** Whether it was done before the seed was interrupted. */
  isDone(key: string): boolean {
    return this.#done.has(key);
  }

  /** Returns the id of the file. */
  async upload(act: Act, upload: Upload): Promise<string> {
    const { id } = await this.once(act, async (context) =>
      receivePrepared(context, await this.uploads.take(act.key, upload)),
    );
    return id;
  }

  /** Has a file drawn and stored ahead of time for the upload with this key. */
  expectUpload(key: string, upload: Upload): void {
    if (!this.isDone(key)) this.uploads.expect(key, upload);
  }

  async versionOf(table: Versioned, id: string): Promise<number> {
    const { version } = await this.services.db
      .selectFrom(table as 'applications')
      .where('id', '=', id)
      .select('version')
      .executeTakeFirstOrThrow();
    return version;
  }
}

async function readOffice(services: Services) {
  const { db } = services;
  const [colleges, courses, papers, done] = await Promise.all([
    db.selectFrom('colleges').select(['id', 'code', 'convocation_fee as convocationFee']).execute(),
    db.selectFrom('courses').select(['id', 'name']).execute(),
    db.selectFrom('papers').select(['id', 'code']).execute(),
    db
      .selectFrom('idempotent_requests')
      .where('key', 'like', 'demo-%')
      .where('response', 'is not', null)
      .select(['key', 'response'])
      .execute(),
  ]);
  const people = demoStaff.map(async ({ email }) => {
    const name = email.split('@')[0] as DemoPerson;
    return [name, await findDemoActor(services, email)] as const;
  });
  return {
    colleges: new Map(colleges.map((college) => [college.code, college])),
    courses: new Map(courses.map(({ id, name }) => [name, id])),
    papers: new Map(papers.map(({ id, code }) => [code, id])),
    people: new Map(await Promise.all(people)),
    done: new Map(done.map(({ key, response }) => [key, response as object])),
  };
}
