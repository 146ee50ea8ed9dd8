import {
  type ActOnCase,
  applicationActs,
  type CaseWork,
  enrol,
  receive,
  type Uploaded,
  uploadFor,
  uploadsOf,
} from './demo-applications.ts';
import type { Appointment, CaseAct, DemoCase, DemoDraft, Moment } from './demo-case.ts';
import type { DemoOffice } from './demo-office.ts';
import { copyActs } from './demo-reprints.ts';
import { revocationActs } from './demo-revocations.ts';
import { after, laterInOffice } from './office-hours.ts';

const acts: Record<CaseAct, ActOnCase> = { ...applicationActs, ...copyActs, ...revocationActs };

/** Plans the enrolment, application and history of these candidates; `onReceived` is called for each application. */
export function planCases(
  office: DemoOffice,
  plans: readonly DemoCase[],
  onReceived: (work: CaseWork) => void,
): void {
  const drafts = new Set<DemoDraft>();
  for (const plan of plans) {
    for (const [key, upload] of uploadsOf(plan, !drafts.has(plan.draft))) office.expectUpload(key, upload);
    drafts.add(plan.draft);
    const lane = laneOf(plan);
    office.agenda.at(plan.enrolledAt, () => enrol(office, plan), { lane });
    let uploaded: Uploaded;
    office.agenda.at(
      plan.receivedAt,
      async () => {
        uploaded = await uploadFor(office, plan);
      },
      { lane },
    );
    office.agenda.at(
      plan.receivedAt,
      async () => {
        const work = await receive(office, plan, uploaded);
        onReceived(work);
        planFollowingActs(office, work, 'received', plan.receivedAt);
      },
      { lane, isNumbered: true },
    );
  }
}

/** Candidates of one draft are processed one after another. */
export function laneOf({ draft }: DemoCase): string {
  return draft.number;
}

/** Plans the acts that follow an event, at its first occurrence. */
export function planFollowingActs(office: DemoOffice, work: CaseWork, moment: Moment, at: Date): void {
  if (work.happened.has(moment)) return;
  work.happened.add(moment);
  const { story, pace } = work.plan;
  let [last, passed] = [at, 0];
  for (const [days, act] of story[moment] ?? []) {
    const then = laterInOffice(last, (days - passed) * pace);
    [last, passed] = [then, days];
    office.agenda.at(
      then,
      async () => {
        work.acts += 1;
        const key = `${work.plan.key}-${work.acts}-${act}`;
        const next = await acts[act](office, work, { at: then, key });
        if (next) planFollowingActs(office, work, next, then);
      },
      { lane: laneOf(work.plan), isNumbered: act === 'verify' },
    );
  }
}

/** Plans acts on cases at fixed dates. */
export function planAppointments(
  office: DemoOffice,
  appointments: readonly Appointment[],
  works: readonly CaseWork[],
): void {
  for (const { of, at, acts: following } of appointments)
    for (const [days, act] of following) {
      const then = after(at, days);
      const key = `${of}-${act}`;
      office.agenda.at(then, async () => {
        const work = works.find(({ plan }) => plan.key === of)!;
        await acts[act](office, work, { at: then, key });
      });
    }
}
