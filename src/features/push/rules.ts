/** The most browsers of an account that get messages; with another one, the oldest gets none. */
export const maxSubscriptions = 20

/** How often a message is tried, and the pause after a failed attempt, in ms. */
export const maxPushAttempts = 5
export const pushRetryDelay = (attempts: number) => 30_000 * 2 ** Math.max(0, attempts - 1)

/** How long a message stays with its worker, in ms. Sending one takes less. */
export const pushLease = 60_000

/** How long a push service may take to answer, in ms. */
export const pushAnswerTime = 10_000

/** How long a push service keeps a message for a browser that is not running, in seconds. */
export const pushKeepSeconds = 24 * 3_600

/** P-256: y² = x³ - 3x + b modulo p. */
const curve = {
  p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
}

/** Whether these 65 bytes are an uncompressed point of P-256, which a browser's key is. */
export function isBrowserKey(bytes: Uint8Array): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  const read = (from: number) =>
    bytes.subarray(from, from + 32).reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  const [x, y] = [read(1), read(33)]
  const { p, b } = curve
  return x < p && y < p && (y * y - x * x * x + 3n * x - b) % p === 0n
}
