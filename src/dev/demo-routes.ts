import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { demoPassword, demoStaff } from '#dev/seed/demo-staff.ts';
import { universityBranding } from '#features/masters/server/university-branding.ts';
import type { Services } from '#platform/server/context.ts';
import { mailHtml } from '#platform/server/mail/mail-html.ts';

const Filter = z.object({ to: z.string().max(254).optional() });

/** What exists in demo mode only: the sign-ins to try, and the mails that would have been sent. */
export function registerDemoRoutes(app: FastifyInstance, services: Services): void {
  const branding = universityBranding(services);
  app.get('/api/demo/sign-ins', () => ({
    password: demoPassword,
    signIns: demoStaff
      .filter((person) => person.isOffered)
      .map(({ role, email, name }) => ({ role, email, name })),
  }));

  app.get('/api/demo/outbox', async (request) => {
    const { to } = Filter.parse(request.query);
    const mails = await services.db
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'body', 'created_at'])
      .$if(to !== undefined, (query) => query.where('recipient', '=', to!.toLowerCase()))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(100)
      .execute();
    const found = await branding.read();
    const html = (text: string) =>
      mailHtml(text, {
        university: found?.names.en ?? '',
        colour: found?.colour ?? null,
        crest: found?.crestKey ? `${services.settings.publicUrl}/crest.png` : null,
      });
    return mails.map((mail) => ({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      html: html(mail.body),
      sentAt: mail.created_at.toISOString(),
    }));
  });
}
