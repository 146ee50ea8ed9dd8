import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = { to: string; messageId: string; text: string };

type Behaviour = {
  /** Takes the mail and never answers, as a server that dies in between. */
  hang?: boolean;
  /** Milliseconds before its answer. */
  delayOf?: (mail: ReceivedMail) => number;
};

export type MailServer = {
  port: number;
  /** In the order in which they came, answered or not. */
  received: ReceivedMail[];
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
};

/** A real SMTP server that can be slow and can fail to answer. */
export async function startMailServer(port: number): Promise<MailServer> {
  let behaviour: Behaviour = {};
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, answer) {
      let raw = '';
      stream.on('data', (chunk) => {
        raw += chunk;
      });
      stream.on('end', () => {
        const mail = {
          to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
          messageId: /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? '',
          text: decode(raw),
        };
        received.push(mail);
        if (!behaviour.hang) setTimeout(() => answer(), behaviour.delayOf?.(mail) ?? 0);
      });
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port,
    received,
    behave(next) {
      behaviour = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The text of a mail: the body, base64 or quoted-printable undone. */
function decode(raw: string): string {
  const [head = '', ...body] = raw.split(/\r?\n\r?\n/);
  const text = body.join('\n\n');
  if (/transfer-encoding:\s*base64/i.test(head)) return Buffer.from(text, 'base64').toString();
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
