import { crc32, deflateSync } from 'node:zlib'

/** Where the head of a PNG ends: signature and IHDR, in bytes. */
const headLength = 33

/**
 * A PNG whose points are said to be in the colours of this ICC profile, in pieces. sharp would
 * convert them, taking them for sRGB.
 */
export function withColours(png: Uint8Array, profile: Uint8Array): Uint8Array[] {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  return [png.subarray(0, headLength), length, body, check, png.subarray(headLength)]
}
