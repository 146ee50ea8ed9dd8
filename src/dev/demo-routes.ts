import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { demoPassword, demoStaff } from '#dev/seed/demo-staff.ts';
import type { Services } from '#platform/server/context.ts';

const Filter = z.object({ to: z.string().max(254).optional() });

/** What exists in demo mode only: the sign-ins to try, and the mails that would have been sent. */
export function registerDemoRoutes(app: FastifyInstance, services: Services): void {
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
    return mails.map((mail) => ({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      sentAt: mail.created_at.toISOString(),
    }));
  });
}
