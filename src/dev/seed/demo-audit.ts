import { explainHits } from '#features/exceptions/server/explain-hits.ts';
import { runRules } from '#features/exceptions/server/run-rules.ts';
import { replyToFinding, settleFinding } from '#features/findings/server/finding-commands.ts';
import { raiseFinding } from '#features/findings/server/raise-finding.ts';
import { closeInspection } from '#features/findings/server/report/close-inspection.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import type { DemoOffice } from './demo-office.ts';
import { laterInOffice } from './office-hours.ts';

/** An observation on what a rule has found by then, and what follows, each some days after it. */
export type DemoFinding = {
  key: string;
  at: Date;
  rule: string;
  title: string;
  text: string;
  part: 'A' | 'B';
  reply?: { days: number; text: string };
  settled?: { days: number; text: string };
};

/** An inspection of these days (`yyyy-mm-dd`), whose report is closed. */
export type DemoInspection = { key: string; at: Date; from: string; to: string };

/** Why the hits of a rule are in order, for a year from now. */
export type DemoExplanation = { rule: string; text: string };

type Audit = {
  findings: readonly DemoFinding[];
  inspections: readonly DemoInspection[];
  explanations: readonly DemoExplanation[];
};

/** What the auditor does; in the end all rules run, as on every night. */
export function planAudit(office: DemoOffice, { findings, inspections, explanations }: Audit): void {
  for (const finding of findings) planFinding(office, finding);
  for (const { key, at, ...days } of inspections)
    office.agenda.at(at, async () => {
      await office.once({ by: 'auditor', at, key }, (context) => closeInspection(context, days));
    });
  const { now } = office.agenda;
  if (explanations.length === 0) return;
  office.agenda.at(now, async () => {
    await runRules(office.services, { now });
    for (const explanation of explanations) await explain(office, explanation, now);
  });
}

function planFinding(office: DemoOffice, finding: DemoFinding): void {
  const { key, at, reply, settled } = finding;
  let id: string;
  const follow = (days: number, act: (then: Date) => Promise<unknown>) => {
    const then = laterInOffice(at, days);
    office.agenda.at(then, async () => {
      await act(then);
    });
  };
  office.agenda.at(at, async () => {
    id = await raise(office, finding);
  });
  if (reply)
    follow(reply.days, (then) =>
      office.once({ by: 'admin', at: then, key: `${key}-reply` }, (context) =>
        replyToFinding(context, { id, version: 1, kind: 'final', text: reply.text }),
      ),
    );
  if (settled)
    follow(settled.days, (then) =>
      office.once({ by: 'auditor', at: then, key: `${key}-settle` }, (context) =>
        settleFinding(context, { id, version: 2, text: settled.text }),
      ),
    );
}

async function raise(office: DemoOffice, { key, at, rule, title, text, part }: DemoFinding): Promise<string> {
  await runRules(office.services, { rules: [rule], now: at });
  // Of each hit there is one finding.
  const found = hitsOf(office, rule)
    .leftJoin('finding_items', 'hit_id', 'exception_hits.id')
    .where('finding_id', 'is', null);
  const { id } = await office.once({ by: 'auditor', at, key }, async (context) =>
    raiseFinding(context, { title, text, part, hitIds: idsOf(await found.execute()) }),
  );
  return id;
}

async function explain(office: DemoOffice, { rule, text }: DemoExplanation, at: Date): Promise<void> {
  const until = addMonths(dayInIndia(at), 12);
  await office.once({ by: 'auditor', at, key: `demo-explanation-${rule}` }, async (context) =>
    explainHits(context, { ids: idsOf(await hitsOf(office, rule).execute()), text, until }),
  );
}

function hitsOf({ services }: DemoOffice, rule: string) {
  return services.db
    .selectFrom('exception_hits')
    .where('rule', '=', rule)
    .where('gone_at', 'is', null)
    .select('exception_hits.id');
}
