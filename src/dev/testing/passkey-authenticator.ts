import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** What the person in front of it does. */
type Doing = { isVerified?: boolean; origin?: string; rpID?: string };

/** An authenticator for tests: it has one passkey, of ES256, and counts what it signs (WebAuthn Level 2, section 6). */
export class PasskeyAuthenticator {
  readonly id = randomBytes(16).toString('base64url');
  /** What signs; another one makes it a stranger's under the same name. */
  key: KeyObject;
  /** How often it has signed; set back, it is a copy. */
  count = 0;
  private readonly publicKey: KeyObject;
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
    ({ privateKey: this.key, publicKey: this.publicKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
    }));
  }

  /** What a browser sends for a new passkey, without an attestation. */
  make(options: { challenge: string }, doing: Doing = {}) {
    const { x, y } = this.publicKey.export({ format: 'jwk' });
    const coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, 16]),
      Buffer.from(this.id, 'base64url'),
      coseKey,
    ]);
    const data = this.authenticatorData(doing, credential);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', options, doing).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What a browser sends to sign in. */
  sign(options: { challenge: string }, doing: Doing = {}) {
    this.count += 1;
    const clientData = this.clientData('webauthn.get', options, doing);
    const data = this.authenticatorData(doing);
    const signature = createSign('sha256')
      .update(data)
      .update(createHash('sha256').update(clientData).digest())
      .sign(this.key);
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  private clientData(type: string, { challenge }: { challenge: string }, { origin }: Doing): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: origin ?? this.origin, crossOrigin: false }),
    );
  }

  private authenticatorData({ isVerified = true, rpID }: Doing, credential?: Buffer): Buffer {
    const [present, verified, attested] = [0x01, isVerified ? 0x04 : 0, credential ? 0x40 : 0];
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.count);
    return Buffer.concat([
      createHash('sha256')
        .update(rpID ?? new URL(this.origin).hostname)
        .digest(),
      Buffer.from([present | verified | attested]),
      count,
      credential ?? Buffer.alloc(0),
    ]);
  }

  private answer(response: object) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
