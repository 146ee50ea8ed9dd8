import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '#platform/server/context.ts';
import type { PortalBranding } from '#platform/server/http/web.ts';
import { type ClaimedMail, createClaims } from './mail-claims.ts';
import { mailHtml } from './mail-html.ts';

const pollMilliseconds = 500;
const sweepMilliseconds = 10_000;
const stopMilliseconds = 5_000;
const connectionTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** People wait for urgent mails, so these have their own connections and a shorter time limit. */
const lanes = [
  { isUrgent: true, connections: 5, giveUpMilliseconds: 20_000 },
  { isUrgent: false, connections: 3, giveUpMilliseconds: 60_000 },
] as const;

export type MailSender = { stop(): Promise<void> };
type Options = {
  /** Called for each mail that the server accepted. */
  onAccepted?: (services: Services, mail: ClaimedMail) => Promise<void>;
  branding?: PortalBranding;
};

/**
 * Sends the mails in the outbox: each is claimed (committed), sent without a transaction or a pooled connection, and
 * marked. If the server's reply is lost, or the process dies before the mark, the mail is sent again with the same
 * Message-ID. In demo mode there is no mail server: the outbox page shows the mails.
 */
export async function startMailSender(services: Services, options: Options = {}): Promise<MailSender> {
  const claims = createClaims(services);
  // A demo sends nothing, so nodemailer is not loaded.
  const mailer = services.settings.smtpUrl === null ? null : await import('nodemailer');
  const running = lanes.map((lane) => runLane(services, { ...options, claims, lane, mailer }));
  let sweptAt = 0;
  let isStopped = false;
  const poll = async () => {
    if (Date.now() - sweptAt > sweepMilliseconds) {
      sweptAt = Date.now();
      await claims.giveUpExpired();
    }
    await Promise.all(running.map((lane) => lane.fill()));
  };
  const polling = (async () => {
    while (!isStopped) {
      await poll().catch((error) => services.log.warn({ err: error }, 'cannot look into the outbox'));
      await delay(pollMilliseconds);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await polling;
      await Promise.all(running.map((lane) => lane.stop()));
      await claims.close();
    },
  };
}

type Lane = Options & {
  claims: ReturnType<typeof createClaims>;
  lane: (typeof lanes)[number];
  mailer: typeof import('nodemailer') | null;
};

/** Sends the mails of one lane, several at once over persistent connections. */
function runLane(services: Services, { claims, lane, mailer, onAccepted, branding }: Lane) {
  const { settings, log, metrics } = services;
  const transport = mailer?.createTransport({
    url: settings.smtpUrl!,
    pool: true,
    maxConnections: lane.connections,
    ...connectionTimeouts,
  });
  const domain = new URL(settings.publicUrl).hostname;
  const sending = new Map<string, Promise<void>>();
  let isStopped = false;
  let filling: Promise<void> = Promise.resolve();

  /** Serialised: two parallel claims would fill the same free connections. */
  function fill(): Promise<void> {
    filling = filling.catch(() => {}).then(claimAndSend);
    return filling;
  }

  async function claimAndSend(): Promise<void> {
    const free = lane.connections - sending.size;
    if (isStopped || free <= 0) return;
    const claimed = await claims.claim({ isUrgent: lane.isUrgent, most: free, except: [...sending.keys()] });
    for (const mail of claimed) {
      const done = send(mail).finally(() => sending.delete(mail.id));
      sending.set(mail.id, done);
      // A lane that was full claims further mails at once instead of at the next poll.
      void done.then(fill).catch((error) => log.warn({ err: error }, 'cannot look into the outbox'));
    }
  }

  async function send(mail: ClaimedMail): Promise<void> {
    try {
      await transport?.sendMail({
        from: settings.mailFrom,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body,
        ...(branding && (await htmlPart(mail.body, branding))),
        messageId: `<${mail.id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(lane.giveUpMilliseconds),
      });
      metrics.mails.inc({ outcome: 'sent' });
    } catch (error) {
      metrics.mails.inc({ outcome: 'failed' });
      log.warn({ err: error, mailId: mail.id }, 'a mail could not be sent yet');
      // If this fails, the mail is retried at once and not lost.
      await claims.postpone(mail.id).catch(() => {});
      return;
    }
    await claims
      .settle(mail.id, { wasDelivered: transport !== undefined })
      .catch((error) => log.warn({ err: error, mailId: mail.id }, 'a mail that was sent is not marked yet'));
    await onAccepted?.(services, mail).catch((error) =>
      log.warn({ err: error, mailId: mail.id }, 'that a mail was taken could not be recorded'),
    );
  }

  return {
    fill,
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.race([Promise.allSettled(sending.values()), delay(stopMilliseconds)]);
      transport?.close();
    },
  };
}

/** The crest is attached, because mail programs block remote images. */
async function htmlPart(text: string, branding: PortalBranding) {
  const found = await branding.read();
  const png = await branding.readCrest();
  const html = mailHtml(text, {
    university: found?.names.en ?? '',
    colour: found?.colour ?? null,
    crest: png && 'cid:crest',
  });
  return {
    html,
    ...(png && {
      attachments: [
        { filename: 'crest.png', content: png, cid: 'crest', contentDisposition: 'inline' as const },
      ],
    }),
  };
}
