import type { MailText } from '#platform/server/mail/outbox.ts';
import { formatRupees } from '#shared/money.ts';

/** What a mail to a college names of an application. */
export type ToldApplication = {
  acknowledgementNumber: number;
  candidate: string;
  registrationNumber: string;
  course: string;
  pendingAmount: number;
};

type Decided = ToldApplication & { reasons: string[]; remark: string };

export function returnedMail(told: Decided): MailText {
  return {
    subject: `Application ${told.acknowledgementNumber} was returned: ${told.candidate}`,
    text: `To the college office,

the following application for a convocation certificate was returned, because something in it has to be put right.

${factsOf(told)}

What is wrong:
${linesOf(told)}

What to do: ask the candidate to bring what is missing or the right document to the counter where the application was received, with the acknowledgement number. The receiver corrects the application there; no new one and no new fee are needed.
`,
  };
}

export function rejectedMail(told: Decided): MailText {
  return {
    subject: `Application ${told.acknowledgementNumber} was rejected: ${told.candidate}`,
    text: `To the college office,

the following application for a convocation certificate was rejected, because its fee is not paid in full.

${factsOf(told)}
Pending: ${formatRupees(told.pendingAmount)}

Why:
${linesOf(told)}

What to do: ask the candidate to bring a further demand draft over ${formatRupees(told.pendingAmount)} to the counter where the application was received, with the acknowledgement number. The application then goes on; no new one is needed.
`,
  };
}

function factsOf(told: ToldApplication): string {
  return `Acknowledgement number: ${told.acknowledgementNumber}
Candidate: ${told.candidate}
Registration number: ${told.registrationNumber}
Course: ${told.course}`;
}

function linesOf({ reasons, remark }: Decided): string {
  const lines = reasons.map((reason) => `- ${reason}`);
  return (remark ? [...lines, '', `Remark: ${withoutAadhaar(remark)}`] : lines).join('\n');
}

/** UGC, 1 September 2023: the number goes nowhere, so one that was typed into a remark does not go by mail either. */
function withoutAadhaar(text: string): string {
  return text.replace(/(?<!\d)\d{4}[ -]?\d{4}[ -]?\d{4}(?!\d)/g, 'XXXX XXXX XXXX');
}
