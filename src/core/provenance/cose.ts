/** The identifiers of signature algorithms: C2PA's names, COSE's numbers (RFC 9053) and Node's. */
export const algorithms = {
  es256: { cose: -7, hash: 'sha256' },
  es384: { cose: -35, hash: 'sha384' },
  es512: { cose: -36, hash: 'sha512' },
  ps256: { cose: -37, hash: 'sha256' },
  ed25519: { cose: -8, hash: null },
} as const
export type Algorithm = keyof typeof algorithms

const algorithmHeader = 1
const x5chainHeader = 33

/**
 * Encodes the signature of a claim as COSE_Sign1 (RFC 9052) without the claim, with the certificates
 * in its protected header, as C2PA 2.2 wants it (13.2). Nothing of it is unsigned: padding would be.
 */
export async function signCose(
  claim: Uint8Array,
  { algorithm, chain, sign }: CoseSigner,
): Promise<Buffer> {
  const header = protectedHeader(algorithm, chain)
  const signed = array([text('Signature1'), bytes(header), bytes(''), bytes(claim)])
  return encode(header, await sign(signed))
}

/** Returns how long such a signature is, in bytes; `signatureLength` of the algorithm's own. */
export function coseLength(
  { algorithm, chain }: Pick<CoseSigner, 'algorithm' | 'chain'>,
  signatureLength: number,
): number {
  return encode(protectedHeader(algorithm, chain), Buffer.alloc(signatureLength)).length
}

function protectedHeader(algorithm: Algorithm, chain: CoseSigner['chain']): Buffer {
  const certificates =
    chain.length === 1 && chain[0] ? bytes(chain[0]) : array(chain.map((each) => bytes(each)))
  return map([
    [number(algorithmHeader), number(algorithms[algorithm].cose)],
    [number(x5chainHeader), certificates],
  ])
}

function encode(header: Buffer, signature: Uint8Array): Buffer {
  const content = array([bytes(header), map([]), Buffer.from([0xf6]), bytes(signature)])
  return Buffer.concat([head(6, 18), content])
}

/** Signs bytes as its algorithm wants them; ECDSA as both numbers one after the other. */
export type CoseSigner = {
  algorithm: Algorithm
  /** The certificates as DER, that of the signer first, without the root. */
  chain: readonly Uint8Array[]
  sign(signed: Uint8Array): Promise<Uint8Array>
}

/** The start of an item of CBOR (RFC 8949): its major type and its number. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  const length = value < 0x100 ? 1 : value < 0x10000 ? 2 : 4
  const start = Buffer.alloc(1 + length)
  start.writeUInt8((major << 5) | (24 + Math.log2(length)), 0)
  start.writeUIntBE(value, 1, length)
  return start
}

function number(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value)
}

function bytes(content: Uint8Array | string): Buffer {
  const all = Buffer.from(content)
  return Buffer.concat([head(2, all.length), all])
}

function text(content: string): Buffer {
  const all = Buffer.from(content)
  return Buffer.concat([head(3, all.length), all])
}

function array(items: readonly Buffer[]): Buffer {
  return Buffer.concat([head(4, items.length), ...items])
}

function map(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()])
}
