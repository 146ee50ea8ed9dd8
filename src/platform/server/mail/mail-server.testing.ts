import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Delivery = { to: string; source: string; messageId: string; at: number };

/** What the mail server does once it has the whole of a mail. */
export type Behaviour = 'accept' | 'refuse' | 'drop_answer' | 'hang';

/** A mail server on loopback that behaves as it is told, for each mail anew. */
export class MailServer {
  /** Mails that it has in full, whatever it answered. */
  readonly deliveries: Delivery[] = [];
  behave: (mail: Delivery) => Behaviour = () => 'accept';
  url = '';
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString();
        const to = session.envelope.rcptTo.map((recipient) => recipient.address).join();
        const messageId = /^Message-ID: (\S+)\r?$/im.exec(source)?.[1] ?? '';
        const mail = { to, source, messageId, at: Date.now() };
        const behaviour = this.behave(mail);
        if (behaviour === 'refuse') return done(new Error('try again later'));
        this.deliveries.push(mail);
        if (behaviour === 'accept') return done();
        if (behaviour === 'drop_answer') this.cut();
      });
    },
  });

  async start(port = 0): Promise<void> {
    this.server.on('error', () => {});
    const listening = this.server.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    this.url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }

  /** Cuts every connection, as a firewall or a crash does. */
  cut(): void {
    const { connections } = this.server as unknown as { connections: Set<{ _socket: { destroy(): void } }> };
    for (const { _socket: socket } of connections) socket.destroy();
  }

  reset(): void {
    this.cut();
    this.deliveries.length = 0;
    this.behave = () => 'accept';
  }

  mailsTo(address: string): Delivery[] {
    return this.deliveries.filter((mail) => mail.to === address);
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}
