import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** An authenticator in software, with one passkey: ECDSA on P-256, attestation `none`, the user always verified. */
export class Authenticator {
  readonly id = randomBytes(32);
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  private counter = 0;
  private userHandle = '';

  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  /** What `toJSON()` of the credential that a browser creates gives. */
  create(
    options: { challenge: string; rp: { id?: string }; user: { id: string } },
    { verified = true, origin = this.origin } = {},
  ): object {
    this.userHandle = options.user.id;
    const credential = Buffer.concat([Buffer.alloc(16), uint16(this.id.length), this.id, this.coseKey()]);
    const data = Buffer.concat([this.authenticatorData(options.rp.id ?? '', 0x40, verified), credential]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      Buffer.from([0x59]),
      uint16(data.length),
      data,
    ]);
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', options.challenge, origin).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What `toJSON()` of an assertion gives. */
  get(
    options: { challenge: string; rpId?: string },
    { verified = true, origin = this.origin, crossOrigin = false } = {},
  ): object {
    this.counter += 1;
    const clientData = this.clientData('webauthn.get', options.challenge, origin, crossOrigin);
    const data = this.authenticatorData(options.rpId ?? '', 0, verified);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.privateKey).toString('base64url'),
      userHandle: this.userHandle,
    });
  }

  private answer(response: object): object {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private clientData(type: string, challenge: string, origin: string, crossOrigin = false): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  }

  private authenticatorData(relyingParty: string, flags: number, verified: boolean): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const hash = createHash('sha256').update(relyingParty).digest();
    return Buffer.concat([hash, Buffer.from([0x01 | (verified ? 0x04 : 0) | flags]), counter]);
  }

  /** The public key in COSE (RFC 9053): EC2, ES256, P-256. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const coordinate = (text: string) =>
      Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, 'base64url')]);
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
    return Buffer.concat([head, coordinate(x), Buffer.from([0x22]), coordinate(y)]);
  }
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
