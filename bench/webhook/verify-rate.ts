import { generateKeyPairSync, sign, verify } from 'node:crypto'

/** How many Ed25519 signatures one core verifies a second, on messages as long as a webhook's. */
export function verifyRate(seconds: number): number {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const message = Buffer.alloc(140, 'x')
  const signature = sign(null, message, privateKey)
  const start = performance.now()
  let count = 0
  while (performance.now() - start < seconds * 1000) {
    if (!verify(null, message, publicKey, signature))
      throw new Error('A true signature was refused')
    count++
  }
  return count / ((performance.now() - start) / 1000)
}
