import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'

/** The keys of a browser (RFC 8291): an uncompressed point of P-256, and a secret of 16 bytes. */
export type BrowserKeys = { publicKey: Buffer; authSecret: Buffer }

/** The studio's key pair (RFC 8292): PKCS #8, and the uncompressed point. */
export type StudioKey = { privateKey: Buffer; publicKey: Buffer }

/** The largest text of a message, in bytes: push services accept 4,096 with all around it. */
const maxText = 3_000

/** Encrypts a text for a browser alone: `aes128gcm` with one record (RFC 8188, RFC 8291). */
export function encryptPush(text: string, { publicKey, authSecret }: BrowserKeys): Buffer {
  const plain = Buffer.from(text)
  if (plain.length > maxText) throw new Error(`A push message of ${plain.length} bytes is too long`)
  const own = createECDH('prime256v1')
  const ownPublic = own.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ownPublic])
  const input = derive(own.computeSecret(publicKey), authSecret, info, 32)
  const salt = randomBytes(16)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2: the last record.
  const record = [cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final()]
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(4_096, 16)
  header.writeUInt8(ownPublic.length, 20)
  return Buffer.concat([header, ownPublic, ...record, cipher.getAuthTag()])
}

function derive(input: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, length))
}

/** Makes the studio's key pair. */
export function createStudioKey(): StudioKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
    publicKey: Buffer.concat(point),
  }
}

/**
 * Returns the `Authorization` header for a push service (RFC 8292). `contact`: our origin. `now`: ms
 * since 1970.
 */
export function authorizePush(
  endpoint: string,
  { privateKey, publicKey }: StudioKey,
  { contact, now }: { contact: string; now: number },
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1_000) + 12 * 3_600,
    sub: contact,
  }
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`
}
